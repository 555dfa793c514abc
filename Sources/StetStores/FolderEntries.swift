import Glibc

/// What lies in a folder, without `.` and `..`.
///
/// Unsafe code: a name ends at its first NUL byte, within its entry, which lives until the next one
/// is read.
package enum FolderEntries {
    package struct Entry {
        /// Bytes that are no UTF-8 are replaced.
        package let name: String
        /// Whether `name` leads to the entry.
        package let isUTF8: Bool
        /// nil: a link, or the file system does not say.
        package let isFolder: Bool?
    }

    /// Calls a function with each entry, in the order of the file system, until it returns false.
    ///
    /// - Throws: if the folder cannot be opened.
    package static func forEach(
        in path: String, _ body: (Entry) -> Bool
    ) throws(SystemError) {
        guard let folder = opendir(path) else {
            throw SystemError(function: "opendir", path: path, code: errno)
        }
        defer { closedir(folder) }
        while let next = readdir(folder) {
            let (name, isUTF8) = withUnsafeBytes(of: &next.pointee.d_name) { bytes in
                let bytes = bytes.prefix { $0 != 0 }
                guard let name = String(validating: bytes, as: UTF8.self) else {
                    return (String(decoding: bytes, as: UTF8.self), false)
                }
                return (name, true)
            }
            guard name != ".", name != ".." else { continue }
            let isFolder: Bool? =
                switch Int(next.pointee.d_type) {
                case DT_LNK, DT_UNKNOWN: nil
                case let type: type == DT_DIR
                }
            guard body(Entry(name: name, isUTF8: isUTF8, isFolder: isFolder)) else { return }
        }
    }

    /// The names, sorted by their bytes.
    package static func names(in path: String) throws(SystemError) -> [String] {
        var names: [String] = []
        try forEach(in: path) { entry in
            names.append(entry.name)
            return true
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
