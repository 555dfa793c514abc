import Glibc
import StetStores

/// Whole files, for those that are programs rather than data.
package enum FileText {
    /// Larger than any sensible program.
    private static let limit = 64 << 20

    /// - Parameter path: `-` is standard input.
    package static func read(_ path: String) throws(StoreError) -> [UInt8] {
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError(path: path, call: "open", code: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
        defer { piece.deallocate() }
        while true {
            let got = Glibc.read(descriptor, piece.baseAddress, piece.count)
            if got == 0 { return bytes }
            if got < 0 {
                if errno == EINTR { continue }
                if errno == EISDIR {
                    throw StoreError(path: path, reason: "it is a directory, not a Lua file")
                }
                throw StoreError(path: path, call: "read", code: errno)
            }
            bytes.append(contentsOf: piece.prefix(got))
            guard bytes.count <= limit else {
                throw StoreError(path: path, reason: "it is too large to be a Lua file")
            }
        }
    }

    package static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }
}
