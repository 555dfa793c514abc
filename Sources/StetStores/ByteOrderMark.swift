import StetCore

/// The mark at the start of a file that says how its characters are written.
struct ByteOrderMark {
    /// The declared encoding, else the marked one, else UTF-8.
    let encoding: TextEncoding
    /// Bytes; 0: there is none of this encoding.
    let length: Int

    init(of file: DataFile, declared: TextEncoding?) throws(StoreError) {
        let start = try file.read(0..<3)
        func begins(with mark: [UInt8]) -> Bool { start.starts(with: mark) }
        let marked: TextEncoding? =
            if begins(with: [0xEF, 0xBB, 0xBF]) {
                .utf8
            } else if begins(with: [0xFF, 0xFE]) {
                .utf16LittleEndian
            } else if begins(with: [0xFE, 0xFF]) {
                .utf16BigEndian
            } else {
                nil
            }
        encoding = declared ?? marked ?? .utf8
        length = encoding == marked ? (encoding == .utf8 ? 3 : 2) : 0
    }
}
