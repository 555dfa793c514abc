import Glibc

/// A module's file, looked for below a folder.
///
/// Unsafe code: what `realpath` returns is freed here, once.
package enum ModuleFile: Sendable {
    case text([UInt8])
    case absent
    /// There is something, but it may not be read; why, to follow the path.
    case refused(String)

    private static let sizeLimit = 16 << 20

    /// Reads a file whose real place is below the folder.
    package static func read(_ path: String, below root: String) -> ModuleFile {
        guard let real = realPath(path) else { return .absent }
        guard let folder = realPath(root), isBelow(real, folder) else {
            return .refused("leads out of \(root == "." ? "the current folder" : root)")
        }
        // Opening something else, such as a pipe, could wait for ever.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return .refused("cannot be read: \(reason())") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            return .refused(isFolder ? "is a folder, not a file" : "is no file")
        }
        guard status.st_size <= sizeLimit else { return .refused("is too large to be a Lua file") }
        var text = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
        var count = 0
        while true {
            let more = text.withUnsafeMutableBytes { buffer in
                Glibc.read(
                    descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if more < 0 {
                if errno == EINTR { continue }
                return .refused("cannot be read: \(reason())")
            }
            if more == 0 { break }
            count += more
            if count == text.count { text.append(contentsOf: [UInt8](repeating: 0, count: count)) }
        }
        text.removeSubrange(count...)
        return .text(text)
    }

    private static func isBelow(_ path: [UInt8], _ folder: [UInt8]) -> Bool {
        let prefix = folder == [UInt8(ascii: "/")] ? folder : folder + [UInt8(ascii: "/")]
        return path.starts(with: prefix)
    }

    /// Paths are bytes.
    private static func realPath(_ path: String) -> [UInt8]? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return UnsafeRawBufferPointer(start: real, count: strlen(real)).map { $0 }
    }

    private static func reason() -> String {
        guard let text = strerror(errno) else { return "error \(errno)" }
        return UnsafeRawBufferPointer(start: text, count: strlen(text))
            .withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
    }
}
