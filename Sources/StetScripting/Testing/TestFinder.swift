import Glibc
import StetStores

/// Finds the test files that a command line means.
package struct TestFinder {
    package struct Found: Sendable {
        package var path: String
        /// The user named the file itself.
        package var isNamed: Bool
    }

    /// Folders within folders.
    private static let depthLimit = 64

    /// Files as they are; of folders the test files below them, sorted. A file that is meant
    /// twice is there once.
    ///
    /// - Throws: `StoreError` for a path that is not there or a folder that cannot be read.
    package static func files(_ paths: [String]) throws(StoreError) -> [Found] {
        var found: [Found] = []
        var seen: Set<String> = []
        for path in paths {
            var status = stat()
            guard stat(path, &status) == 0 else {
                throw StoreError(path: path, call: "open", code: errno)
            }
            if status.st_mode & S_IFMT != S_IFDIR {
                // Of a pipe nobody knows when it will say something.
                guard status.st_mode & S_IFMT == S_IFREG else {
                    throw StoreError(path: path, reason: "it is no ordinary file")
                }
                if seen.insert(path).inserted { found.append(Found(path: path, isNamed: true)) }
                continue
            }
            var files: [String] = []
            var folder = path
            while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
            try search(folder, isTests: isTestsFolder(folder), depth: 0, &files)
            for file in files where seen.insert(file).inserted {
                found.append(Found(path: file, isNamed: false))
            }
        }
        return found
    }

    /// Whether a file of a folder is for `stet test`.
    static func isTest(_ name: String, inTests: Bool) -> Bool {
        guard name.hasSuffix(".lua"), !name.hasSuffix(".rules.lua"), !name.hasPrefix(".") else {
            return false
        }
        return inTests || name.hasSuffix("_test.lua") || name.hasPrefix("test_")
    }

    private static func isTestsFolder(_ path: String) -> Bool {
        do throws(SystemError) {
            return try realPath(of: path).hasSuffix("/tests")
        } catch {
            return false
        }
    }

    private static func search(
        _ folder: String, isTests: Bool, depth: Int, _ files: inout [String]
    ) throws(StoreError) {
        guard depth < depthLimit else {
            throw StoreError(path: folder, reason: "its folders are nested too deeply")
        }
        let prefix = folder == "." ? "" : folder == "/" ? "/" : folder + "/"
        let names: [String]
        do throws(SystemError) {
            names = try FolderEntries.names(in: folder)
        } catch {
            throw StoreError(path: folder, call: error.function, code: error.code)
        }
        for name in names where !name.hasPrefix(".") {
            let path = prefix + name
            var status = stat()
            // A link to a folder could lead back; a file that has gone meanwhile is no test.
            guard lstat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                try search(path, isTests: name == "tests", depth: depth + 1, &files)
            } else if isTest(name, inTests: isTests), stat(path, &status) == 0,
                status.st_mode & S_IFMT == S_IFREG
            {
                files.append(path)
            }
        }
    }
}
