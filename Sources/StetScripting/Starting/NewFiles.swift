import Glibc
import StetStores

/// Files that did not exist before: all of them are written, or none.
package struct NewFiles {
    /// Why nothing was written.
    package enum Refusal: Error, CustomStringConvertible {
        /// A file of that name is there.
        case exists(String)
        case system(SystemError)

        package var description: String {
            switch self {
            case .exists(let path): "\(path) exists already; nothing was written"
            case .system(let error): "\(error); nothing was written"
            }
        }
    }

    private let files: [(path: String, text: String)]
    /// What was made so far, to be taken back.
    private var made: [String] = []
    private var folders: [String] = []

    package init(_ files: [(path: String, text: String)]) {
        self.files = files
    }

    /// Writes them, with the folders that they need.
    package consuming func write() throws(Refusal) {
        // Most refusals are known before anything is touched.
        for file in files {
            var status = stat()
            if lstat(file.path, &status) == 0 { throw .exists(file.path) }
        }
        do throws(Refusal) {
            for file in files { try write(file.text, to: file.path) }
        } catch {
            for path in made.reversed() { unlink(path) }
            for path in folders.reversed() { rmdir(path) }
            throw error
        }
    }

    private mutating func write(_ text: String, to path: String) throws(Refusal) {
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try makeFolder(String(path[..<slash]))
        }
        // A name that no other file takes, and that nobody reads half of.
        let temporary = "\(path).\(getpid()).new"
        do throws(SystemError) {
            try WholeFile.write(Array(text.utf8), to: temporary)
        } catch {
            throw .system(error)
        }
        defer { unlink(temporary) }
        // Unlike a rename, a link takes no name that is taken.
        guard link(temporary, path) == 0 else {
            let code = errno
            if code == EEXIST { throw .exists(path) }
            // Not every file system has links.
            let hasNoLinks = code == EPERM || code == ENOTSUP || code == ENOSYS
            if hasNoLinks, access(path, F_OK) != 0, rename(temporary, path) == 0 {
                made.append(path)
                return
            }
            throw .system(SystemError(function: "link", path: path, code: code))
        }
        made.append(path)
    }

    private mutating func makeFolder(_ path: String) throws(Refusal) {
        var status = stat()
        if stat(path, &status) == 0 { return }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try makeFolder(String(path[..<slash]))
        }
        guard mkdir(path, 0o777) == 0 else {
            if errno == EEXIST { return }
            throw .system(SystemError(function: "mkdir", path: path, code: errno))
        }
        folders.append(path)
    }
}
