import StetCore

/// Gives pieces of a file as UTF-8 text.
///
/// Unsafe code: owns `raw`, which is allocated when the encoding first needs it. A source belongs
/// to one thread; the file may be shared.
final class TextSource {
    let file: DataFile
    let encoding: TextEncoding
    private var raw: UnsafeMutablePointer<UInt8>?

    /// Bytes of the file that are transcoded at once.
    static let pieceSize = 64 << 10
    /// Bytes that a UTF-8 file is read in: few enough to stay in the processor's cache.
    static let readSize = 256 << 10

    init(file: DataFile, encoding: TextEncoding) {
        self.file = file
        self.encoding = encoding
    }

    deinit {
        raw?.deallocate()
    }

    /// Empties the chunk and lets it begin at a place of the file.
    func begin(_ chunk: Chunk, at offset: Int) {
        chunk.begin(at: offset, encoding: encoding)
        chunk.isAtEnd = offset >= file.size
    }

    /// Appends the file's text up to a place in the file. Where that is inside a character, the
    /// character is left for later.
    func load(into chunk: Chunk, upTo wanted: Int) throws(StoreError) {
        let limit = min(wanted, file.size)
        while chunk.loadedTo < limit {
            let before = chunk.loadedTo
            if encoding == .utf8 {
                try readPlain(into: chunk, count: limit - before)
            } else {
                var count = min(limit - before, Self.pieceSize)
                // Less than a whole character may not be left before the target.
                if before + 4 <= chunk.target { count = min(count, chunk.target - before) }
                if limit - before < 4 { count = min(4, file.size - before) }
                try readTranscoded(into: chunk, count: count)
                if chunk.loadedTo == before { break }
            }
        }
        chunk.isAtEnd = chunk.loadedTo >= file.size
    }

    private func readPlain(into chunk: Chunk, count: Int) throws(StoreError) {
        try ensure(chunk.count + count, from: chunk)
        let storage = chunk.reserve(chunk.count + count, keeping: chunk.count)
        try readAll(into: storage + chunk.count, count: count, at: chunk.loadedTo)
        chunk.append(count: count)
        chunk.loadedTo += count
    }

    private func readTranscoded(into chunk: Chunk, count: Int) throws(StoreError) {
        let raw = self.raw ?? .allocate(capacity: Self.pieceSize)
        self.raw = raw
        try readAll(into: raw, count: count, at: chunk.loadedTo)
        let room = chunk.count + 3 * count
        try ensure(room, from: chunk)
        let storage = chunk.reserve(room, keeping: chunk.count)
        let isEnd = chunk.loadedTo + count >= file.size
        let input = UnsafeBufferPointer(start: raw, count: count)
        let (consumed, produced) = Transcoder(encoding: encoding).decode(
            input, isEnd: isEnd, into: storage + chunk.count, base: chunk.count,
            undecodable: &chunk.undecodable)
        chunk.append(count: produced)
        chunk.loadedTo += consumed
        chunk.marks.append((text: chunk.count, file: chunk.loadedTo))
    }

    private func ensure(_ size: Int, from chunk: Chunk) throws(StoreError) {
        guard size > Chunk.limit else { return }
        throw StoreError(
            path: file.path,
            reason: "a record near byte \(chunk.fileOffset) is longer than 4 GB;"
                + " is the file a table, and is a quote missing there?")
    }

    private func readAll(
        into buffer: UnsafeMutablePointer<UInt8>, count: Int, at offset: Int
    ) throws(StoreError) {
        guard try file.read(into: buffer, count: count, at: offset) == count else {
            throw StoreError(
                path: file.path,
                reason: "it became shorter while it was read; check it again when it is complete")
        }
    }
}
