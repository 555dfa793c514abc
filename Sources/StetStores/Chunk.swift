import CBits
import StetCore

/// A piece of a file that begins and ends between records, in UTF-8.
///
/// Unsafe code: owns `masks` and `storage`; `text` points into the latter. `text[count]` is a line feed and the 64
/// bytes after it are readable, so that a reader may look past the end. A chunk belongs to one
/// thread and is filled again and again.
package final class Chunk {
    package internal(set) var text: UnsafePointer<UInt8>
    package internal(set) var count = 0
    /// Where the text begins in the file.
    package internal(set) var fileOffset = 0
    /// Records of the file before the chunk, the header not counted.
    package internal(set) var recordsBefore = 0
    /// Physical lines of the file before the chunk, the header's counted.
    package internal(set) var linesBefore = 0
    package internal(set) var records = 0
    package internal(set) var lines = 0
    package internal(set) var encoding = TextEncoding.utf8
    /// Offsets into the text of characters that the encoding could not give, ascending.
    package internal(set) var undecodable: [Int] = []
    /// No text follows in the file.
    package internal(set) var isLast = false
    /// The file's bytes up to here are in the text.
    var loadedTo = 0
    /// A place in the file where a piece of transcoded text must end.
    var target = Int.max
    /// While text is loaded: the file has no more.
    var isAtEnd = false
    /// Where pieces of a transcoded text end, in the text and in the file, ascending.
    var marks: [(text: Int, file: Int)] = []
    /// Where the last question for a position was answered.
    var lastPlace = LinePlace()
    /// The last place of the file that was asked for, beside `marks`.
    var lastMark = (text: 0, file: 0)
    /// Where the parser goes on.
    var parsed = 0
    var parsedRecords = 0
    var parsedLines = 0

    /// For whoever scans the text: words that mean something to it alone.
    let masks: UnsafeMutablePointer<UInt64>

    private var storage: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private static let padding = 128
    /// The longest text: offsets into it are 32 bits wide.
    static let limit = Int(UInt32.max) - 256

    package init(capacity: Int = 64 << 10) {
        self.capacity = capacity
        storage = .allocate(capacity: capacity + Self.padding)
        text = UnsafePointer(storage)
        masks = .allocate(capacity: StructuralScanner.maskCount)
        masks.initialize(repeating: 0, count: StructuralScanner.maskCount)
    }

    deinit {
        storage.deallocate()
        masks.deallocate()
    }

    /// Room for `wanted` bytes; the first `kept` of the present ones stay.
    func reserve(_ wanted: Int, keeping kept: Int = 0) -> UnsafeMutablePointer<UInt8> {
        if wanted > capacity {
            let larger = max(wanted, capacity + capacity / 2)
            let new = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Self.padding)
            new.update(from: storage, count: kept)
            storage.deallocate()
            storage = new
            capacity = larger
            text = UnsafePointer(new)
        }
        return storage
    }

    /// Empties the chunk; text from `offset` of the file on will be appended.
    func begin(at offset: Int, encoding: TextEncoding) {
        self.encoding = encoding
        fileOffset = offset
        loadedTo = offset
        count = 0
        undecodable.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
        lastMark = (0, 0)
        isLast = false
        isAtEnd = false
        target = .max
        records = 0
        lines = 0
    }

    /// Takes bytes that were written behind the text into it.
    func append(count added: Int) {
        count += added
        (storage + count).update(repeating: 0, count: Self.padding)
    }

    /// Declares the first `count` bytes the text, and terminates it.
    func finish(count: Int) {
        self.count = count
        (storage + count).update(repeating: 0, count: Self.padding)
        storage[count] = UInt8(ascii: "\n")
        lastPlace = LinePlace()
        lastMark = (0, 0)
        while let last = undecodable.last, last >= count { undecodable.removeLast() }
        rewind()
    }

    /// Takes whole records that stand in no file, in UTF-8.
    package func load(text: [UInt8]) {
        begin(at: 0, encoding: .utf8)
        let storage = reserve(text.count)
        text.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            storage.update(from: start, count: bytes.count)
        }
        finish(count: text.count)
    }

    /// Lets the parser begin anew.
    func rewind() {
        parsed = 0
        parsedRecords = 0
        parsedLines = 0
    }
}
