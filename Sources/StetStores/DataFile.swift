import Glibc

/// An open file that is read by position. What cannot be read so (a pipe, a terminal, compressed
/// data) is first copied to a temporary file that has no name.
///
/// Never mapped: another program may shorten the file, and a mapped page beyond its end kills.
final class DataFile: Sendable {
    /// As the user gave it.
    let path: String
    /// -1: the bytes come from `content`.
    private let descriptor: Int32
    /// nil: they are the descriptor's.
    private let content: SplicedContent?
    /// Bytes when it was opened, decompressed.
    let size: Int
    /// nil: the file is not compressed.
    let compression: Compression?

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
        var file: (descriptor: Int32, size: Int)
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            close(opened)
            throw StoreError(path: path, reason: "it is a directory; name the files in it")
        // Standard input may have been read from already: then it begins where that ended.
        case S_IFREG where path != "-" || lseek(opened, 0, SEEK_CUR) == 0:
            file = (opened, Int(status.st_size))
        default:
            defer { close(opened) }
            file = try SpoolFile.copy(of: opened, path: path)
        }
        compression = Self.compression(of: file.descriptor)
        if let compression {
            defer { close(file.descriptor) }
            (descriptor, size) = try SpoolFile.decoded(file.descriptor, compression, path: path)
        } else {
            (descriptor, size) = file
        }
    }

    private static func compression(of descriptor: Int32) -> Compression? {
        var start = [UInt8](repeating: 0, count: 4)
        let count = pread(descriptor, &start, start.count, 0)
        return Compression(magic: Array(start.prefix(max(0, count))))
    }

    /// What stands in no file yet, or only in part.
    init(path: String, content: SplicedContent) {
        self.path = path
        self.content = content
        compression = nil
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
}
