import Glibc

/// A plain file that a right let be opened, read and written in order.
///
/// Unsafe code: `number` is open until `close`, which is called once, by `close()` or `deinit`.
package final class ConfinedFile {
    package enum Mode: Hashable, Sendable {
        case read
        /// From nothing; what was in the file is gone.
        case write
        case append
    }

    /// As it was asked for.
    package let path: String
    package let mode: Mode
    private var number: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    /// - Parameters:
    ///   - path: absolute, or seen from `folder`.
    ///   - grants: the rights, one of which must cover the file.
    package init(
        _ path: String, mode: Mode, from folder: String, grants: [FileGrant]
    ) throws(ConfinedFileError) {
        self.path = path
        self.mode = mode
        let flags: Int32 =
            switch mode {
            case .read: O_RDONLY
            case .write: O_WRONLY | O_CREAT
            case .append: O_WRONLY | O_CREAT | O_APPEND
            }
        number = try ConfinedPath.open(
            path, from: folder, as: mode == .read ? .read : .write, flags: flags, grants: grants)
        // Only now is it known to be a file.
        if mode == .write, ftruncate(number, 0) != 0 {
            let error = SystemError(function: "truncate", path: path, code: errno)
            Glibc.close(number)
            number = -1
            throw .system(error)
        }
    }

    deinit {
        if number >= 0 { Glibc.close(number) }
    }

    package var isClosed: Bool { number < 0 }

    package func close() throws(SystemError) {
        guard number >= 0 else { return }
        defer { number = -1 }
        // A network file system may tell only now that there was no room.
        guard Glibc.close(number) == 0 || errno == EINTR else {
            throw SystemError(function: "close", path: path, code: errno)
        }
    }

    /// The next bytes: fewer than asked for only at the end, none at the end alone.
    ///
    /// - Parameter staysThere: the next reading begins at the same place.
    package func read(_ count: Int, staysThere: Bool = false) throws(SystemError) -> [UInt8] {
        while buffer.count - start < count, !isAtEnd { try fill() }
        let end = min(buffer.count, start + count)
        defer { if !staysThere { start = end } }
        return Array(buffer[start..<end])
    }

    /// The next line without its end; nil at the end of the file.
    ///
    /// - Returns: also whether a line end was there.
    /// - Throws: `EFBIG` if it is longer than `limit`.
    package func readLine(limit: Int) throws(SystemError) -> (line: [UInt8], hasEnd: Bool)? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return (Array(buffer[start..<end]), true)
            }
            guard buffer.count - start <= limit else {
                throw SystemError(function: "read", path: path, code: EFBIG)
            }
            let done = buffer.count - start
            if isAtEnd {
                guard done > 0 else { return nil }
                defer { start = buffer.count }
                return (Array(buffer[start...]), false)
            }
            try fill()
            searched = start + done
        }
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            done += try systemCall("write", on: path) {
                Glibc.write(number, rest.baseAddress, rest.count)
            }
        }
    }

    /// Reads some more.
    private func fill() throws(SystemError) {
        buffer.removeSubrange(..<start)
        start = 0
        let used = buffer.count
        let size = max(64 << 10, min(used, 1 << 20))
        buffer.append(contentsOf: repeatElement(0, count: size))
        var got = 0
        defer { buffer.removeSubrange((used + got)...) }
        got = try buffer.withUnsafeMutableBytes { bytes in
            let place = UnsafeMutableRawBufferPointer(rebasing: bytes[used...])
            return Result { () throws(SystemError) -> Int in
                try systemCall("read", on: path) {
                    Glibc.read(number, place.baseAddress, place.count)
                }
            }
        }.get()
        if got == 0 { isAtEnd = true }
    }
}
