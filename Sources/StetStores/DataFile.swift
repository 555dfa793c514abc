import Glibc

/// An open file that is read by position. What cannot be read so (a pipe, a terminal) is first
/// copied to a temporary file that has no name.
///
/// Never mapped: another program may shorten the file, and a mapped page beyond its end kills.
final class DataFile {
    /// As the user gave it.
    let path: String
    /// -1: the bytes come from `content`.
    private let descriptor: Int32
    /// nil: they are the descriptor's.
    private let content: SplicedContent?
    /// Bytes when it was opened.
    private(set) var size = 0

    private static let copySize = 1 << 20

    /// - Parameter path: `-` is standard input.
    init(path: String) throws(StoreError) {
        self.path = path
        content = nil
        let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw StoreError(path: path, call: "open", code: errno) }
        var status = stat()
        guard fstat(opened, &status) == 0 else {
            let code = errno
            close(opened)
            throw StoreError(path: path, call: "fstat", code: code)
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            close(opened)
            throw StoreError(path: path, reason: "it is a directory; name the files in it")
        // Standard input may have been read from already: then it begins where that ended.
        case S_IFREG where path != "-" || lseek(opened, 0, SEEK_CUR) == 0:
            descriptor = opened
            size = Int(status.st_size)
        default:
            defer { close(opened) }
            (descriptor, size) = try Self.spool(opened, path: path)
        }
    }

    /// What stands in no file yet, or only in part.
    init(path: String, content: SplicedContent) {
        self.path = path
        self.content = content
        descriptor = -1
        size = content.size
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Reads up to `count` bytes at `offset`; fewer only at the end of the file.
    func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int, at offset: Int)
        throws(StoreError) -> Int
    {
        if let content { return try content.read(into: buffer, count: count, at: offset) }
        var done = 0
        while done < count {
            let got = pread(descriptor, buffer + done, count - done, off_t(offset + done))
            if got == 0 { break }
            if got < 0 {
                if errno == EINTR { continue }
                throw StoreError(path: path, call: "read", code: errno)
            }
            done += got
        }
        return done
    }

    func read(_ range: Range<Int>) throws(StoreError) -> [UInt8] {
        var failure: StoreError?
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            count = 0
            guard let base = buffer.baseAddress else { return }
            do throws(StoreError) {
                count = try read(into: base, count: range.count, at: range.lowerBound)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Copies all that a descriptor gives to an unlinked file.
    private static func spool(_ source: Int32, path: String) throws(StoreError) -> (Int32, Int) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/stet-XXXXXX".utf8CString)
        let spool = mkstemp(&template)
        guard spool >= 0 else {
            throw StoreError(copyOf: path, in: folder, code: errno)
        }
        unlink(template)
        let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: copySize)
        defer { buffer.deallocate() }
        var total = 0
        while true {
            let got = Glibc.read(source, buffer, copySize)
            if got == 0 { return (spool, total) }
            if got < 0 {
                if errno == EINTR { continue }
                let code = errno
                close(spool)
                throw StoreError(path: path, call: "read", code: code)
            }
            var written = 0
            while written < got {
                let count = write(spool, buffer + written, got - written)
                if count < 0 {
                    if errno == EINTR { continue }
                    let code = errno
                    close(spool)
                    throw StoreError(copyOf: path, in: folder, code: code)
                }
                written += count
            }
            total += got
        }
    }
}
