/// The lines of a file, found from any place in it. A line ends with its line feed; the last one
/// may have none.
struct FileLines {
    private let file: TableFile

    private static let step = 64 << 10

    init(_ file: TableFile) {
        self.file = file
    }

    /// Bytes of the file.
    var size: Int { file.size }

    func read(_ range: Range<Int>) throws(StoreError) -> [UInt8] {
        range.isEmpty ? [] : try file.read(range)
    }

    /// How many line feeds a range has; at most so many are counted.
    func count(in range: Range<Int>, upTo limit: Int = .max) throws(StoreError) -> Int {
        var result = 0
        var offset = range.lowerBound
        while offset < range.upperBound, result < limit {
            let end = min(offset + Self.step, range.upperBound)
            result += try read(offset..<end).count { $0 == 0x0A }
            offset = end
        }
        return min(result, limit)
    }

    /// Where the line begins that is so many lines before the one of a place.
    func start(of lines: Int, before offset: Int) throws(StoreError) -> Int {
        var wanted = lines + 1
        var end = offset
        while end > 0 {
            let start = max(0, end - 4096)
            let bytes = try read(start..<end)
            for index in bytes.indices.reversed() where bytes[index] == 0x0A {
                wanted -= 1
                if wanted == 0 { return start + index + 1 }
            }
            end = start
        }
        return 0
    }

    /// Where the so manieth line that ends after a place ends; else the end of the file.
    func end(of lines: Int, after offset: Int) throws(StoreError) -> Int {
        var wanted = lines
        guard wanted > 0 else { return offset }
        var start = offset
        while start < size {
            let end = min(start + 4096, size)
            let bytes = try read(start..<end)
            for index in bytes.indices where bytes[index] == 0x0A {
                wanted -= 1
                if wanted == 0 { return start + index + 1 }
            }
            start = end
        }
        return size
    }

    static func forEachLine(of text: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
        var start = text.startIndex
        while start < text.endIndex {
            let feed = text[start...].firstIndex(of: 0x0A)
            let end = feed.map { $0 + 1 } ?? text.endIndex
            body(text[start..<end])
            start = end
        }
    }

    static func lines(of text: ArraySlice<UInt8>) -> ArraySlice<ArraySlice<UInt8>> {
        var lines: [ArraySlice<UInt8>] = []
        forEachLine(of: text) { lines.append($0) }
        return lines[...]
    }
}
