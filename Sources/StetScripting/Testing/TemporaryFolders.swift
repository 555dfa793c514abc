import Glibc
import StetStores

/// Folders that go when they are no longer needed, with all that is in them.
package final class TemporaryFolders {
    private var paths: [String] = []

    package init() {}

    /// An empty folder that nobody else has.
    ///
    /// - Returns: its path, symbolic links resolved.
    package func make() throws(SystemError) -> String {
        let place = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        let parent = try realPath(of: place.hasPrefix("/") ? place : "/tmp")
        var template = Array((parent + "/stet-test-XXXXXX").utf8CString)
        let path = template.withUnsafeMutableBufferPointer { buffer -> String? in
            guard let start = buffer.baseAddress, mkdtemp(start) != nil else { return nil }
            return String(cString: start)
        }
        guard let path else {
            throw SystemError(function: "mkdtemp", path: parent, code: errno)
        }
        paths.append(path)
        return path
    }

    /// Whether a file is in one of them, wherever links to it stand.
    func contains(_ file: String) -> Bool {
        do throws(SystemError) {
            let real = try realPath(of: file)
            return paths.contains { real.hasPrefix($0 + "/") }
        } catch {
            return false
        }
    }

    package func removeAll() {
        for path in paths { Self.remove(path, depth: 0) }
        paths = []
    }

    /// Removes a file, or a folder with what is in it; links are not followed. What cannot be
    /// removed stays, as other things do in a temporary folder.
    private static func remove(_ path: String, depth: Int) {
        if unlink(path) == 0 || depth > 100 { return }
        do throws(SystemError) {
            for name in try FolderEntries.names(in: path) {
                remove(path + "/" + name, depth: depth + 1)
            }
        } catch {
            return
        }
        rmdir(path)
    }
}
