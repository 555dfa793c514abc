import Glibc

/// The history's file, open and locked against other prompts until it is closed.
struct LockedFile {
    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws(History.Failure) {
        self.path = path
        while true {
            let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Self.failure(path, "opened") }
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else {
                    let failure = Self.failure(path, "locked")
                    Glibc.close(descriptor)
                    throw failure
                }
            }
            // Another prompt may have put a shorter file in its place meanwhile.
            var opened = stat()
            var named = stat()
            if fstat(descriptor, &opened) == 0, stat(path, &named) == 0,
                opened.st_ino == named.st_ino, opened.st_dev == named.st_dev
            {
                self.descriptor = descriptor
                guard opened.st_mode & S_IFMT == S_IFREG else {
                    Glibc.close(descriptor)
                    throw History.Failure(
                        path: path, action: "kept", reason: "it is not a regular file")
                }
                return
            }
            Glibc.close(descriptor)
        }
    }

    func close() { Glibc.close(descriptor) }

    func read() throws(History.Failure) -> [UInt8] {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = pread(descriptor, &buffer, buffer.count, off_t(result.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure(path, "read") }
            if count == 0 { return result }
            result += buffer.prefix(count)
        }
    }

    /// nil for an empty file.
    func lastByte() throws(History.Failure) -> UInt8? {
        let end = lseek(descriptor, 0, SEEK_END)
        guard end >= 0 else { throw Self.failure(path, "read") }
        guard end > 0 else { return nil }
        var byte: UInt8 = 0
        guard pread(descriptor, &byte, 1, end - 1) == 1 else { throw Self.failure(path, "read") }
        return byte
    }

    func append(_ bytes: [UInt8]) throws(History.Failure) {
        guard Self.write(bytes, to: descriptor) else { throw Self.failure(path, "written") }
    }

    /// Puts a new file in the place of this one, whole or not at all.
    func replace(with bytes: [UInt8]) throws(History.Failure) {
        let new = path + ".new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(new, "shortened") }
        let isWritten = Self.write(bytes, to: descriptor)
        let failure = Self.failure(new, "shortened")
        Glibc.close(descriptor)
        guard isWritten else {
            unlink(new)
            throw failure
        }
        guard rename(new, path) == 0 else { throw Self.failure(path, "shortened") }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func failure(_ path: String, _ action: String) -> History.Failure {
        History.Failure(path: path, action: action, reason: String(cString: strerror(errno)))
    }
}
