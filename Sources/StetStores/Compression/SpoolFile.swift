import Glibc

/// A temporary file without a name, for what cannot be read by position.
///
/// Unsafe code: the buffers live as long as the calls that fill them; a spool owns its descriptor
/// until `finish` hands it over.
struct SpoolFile: ~Copyable {
    /// As the user gave it: what messages name.
    private let path: String
    private let folder: String
    private var descriptor: Int32
    private var size = 0

    private static let pieceSize = 1 << 20

    /// Copies all that a descriptor gives.
    static func copy(
        of source: Int32, path: String
    ) throws(StoreError) -> (descriptor: Int32, size: Int) {
        var spool = try SpoolFile(path)
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
        defer { piece.deallocate() }
        while true {
            let count = try spool.read(source, into: piece)
            guard count > 0 else { return spool.finish() }
            try spool.write(UnsafeRawBufferPointer(rebasing: piece[..<count]))
        }
    }

    /// Decodes all that a descriptor gives.
    static func decoded(
        _ source: Int32, _ compression: Compression, path: String
    ) throws(StoreError) -> (descriptor: Int32, size: Int) {
        var spool = try SpoolFile(path)
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
        let output = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
        defer {
            piece.deallocate()
            output.deallocate()
        }
        func decoding<Result>(
            _ body: () throws(DecodingError) -> Result
        ) throws(StoreError) -> Result {
            do throws(DecodingError) {
                return try body()
            } catch {
                throw StoreError(decoding: path, compression, error.message)
            }
        }
        let decoder = try decoding(compression.makeDecoder)
        var offset = 0
        while true {
            let count = try spool.read(source, into: piece, at: &offset)
            guard count > 0 else { break }
            var rest = UnsafeRawBufferPointer(rebasing: piece[..<count])
            while true {
                let (taken, given) = try decoding { () throws(DecodingError) in
                    try decoder.decode(rest, into: output)
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
                try spool.write(UnsafeRawBufferPointer(rebasing: output[..<given]))
                // Output that filled the buffer may not be all there is.
                if rest.isEmpty && given < output.count || taken == 0 && given == 0 { break }
            }
        }
        guard decoder.isAtEnd else {
            throw StoreError(decoding: path, compression, "it ends too early")
        }
        return spool.finish()
    }

    private init(_ path: String) throws(StoreError) {
        self.path = path
        folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/stet-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw StoreError(copyOf: path, in: folder, code: errno)
        }
        unlink(template)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    private mutating func finish() -> (descriptor: Int32, size: Int) {
        defer { descriptor = -1 }
        return (descriptor, size)
    }

    private func read(
        _ source: Int32, into piece: UnsafeMutableRawBufferPointer
    ) throws(StoreError) -> Int {
        while true {
            let count = Glibc.read(source, piece.baseAddress, piece.count)
            if count >= 0 { return count }
            if errno != EINTR { throw StoreError(path: path, call: "read", code: errno) }
        }
    }

    /// Reads by position, whatever of the file was read before.
    private func read(
        _ source: Int32, into piece: UnsafeMutableRawBufferPointer, at offset: inout Int
    ) throws(StoreError) -> Int {
        while true {
            let count = pread(source, piece.baseAddress, piece.count, off_t(offset))
            if count >= 0 {
                offset += count
                return count
            }
            if errno != EINTR { throw StoreError(path: path, call: "read", code: errno) }
        }
    }

    private mutating func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        var done = 0
        while done < bytes.count {
            let count = Glibc.write(
                descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            if count >= 0 {
                done += count
            } else if errno != EINTR {
                throw StoreError(copyOf: path, in: folder, code: errno)
            }
        }
        size += done
    }
}
