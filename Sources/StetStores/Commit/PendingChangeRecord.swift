import StetCore

/// One piece of what the journal keeps of a session's edits of a file.
package enum PendingChangeRecord: Hashable, Sendable {
    /// How the session read the file.
    case reading(Reading)
    case edit(EditRecord)

    package struct Reading: Hashable, Sendable {
        package var dialect: DialectOptions
        /// The file of rules that was asked for by name; nil: the one beside the data, or none.
        package var rules: String?

        package init(dialect: DialectOptions, rules: String?) {
            self.dialect = dialect
            self.rules = rules
        }
    }

    /// Bytes of the journal that are no such records.
    package struct Unreadable: Error, CustomStringConvertible {
        package var description: String
    }
}

/// A batch of records as the journal stores it: a version, a digest, then the records one after
/// the other, numbers in groups of seven bits.
package struct PendingChangeBatch {
    private var bytes: [UInt8] = []

    private static let version: UInt8 = 1
    private static let headerSize = 9

    package init() {}

    package var isEmpty: Bool { bytes.isEmpty }
    package var count: Int { bytes.count }

    package mutating func append(_ record: PendingChangeRecord) {
        switch record {
        case .reading(let reading):
            let dialect = reading.dialect
            bytes.append(Tag.reading)
            bytes.append(dialect.delimiter ?? 0)
            bytes.append(dialect.quote == nil ? 0 : 1)
            bytes.append((dialect.quote ?? nil) ?? 0)
            bytes.append(dialect.hasHeader.map { $0 ? 2 : 1 } ?? 0)
            append(ByteString(dialect.encoding?.rawValue ?? ""))
            append(ByteString(reading.rules ?? ""))
        case .edit(.base(let base)):
            bytes.append(Tag.base)
            append(base.columns)
            append(base.rows)
            append(base.key.count)
            for number in base.key { append(number) }
            bytes.append(base.isUnkeyed ? 1 : 0)
        case .edit(.layout(let columns)):
            bytes.append(Tag.layout)
            append(columns)
        case .edit(.order(let order)):
            bytes.append(Tag.order)
            append(order.front)
            append(order.back)
            append(order.rows)
        case .edit(.row(let row)):
            bytes.append(Tag.row + row.state.rawValue)
            append(Int(row.row))
            append(row.old)
            append(row.new)
        }
    }

    /// The bytes for the journal. Batches that follow each other may as well be one.
    package var encoded: [UInt8] {
        var header = [Self.version]
        let digest = ContentDigest.of(bytes)
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            header.append(UInt8(truncatingIfNeeded: digest >> shift))
        }
        return header + bytes
    }

    package mutating func append(_ other: PendingChangeBatch) {
        bytes += other.bytes
    }

    /// The records of stored batches, in order.
    package static func records(
        of batches: [[UInt8]]
    ) throws(PendingChangeRecord.Unreadable) -> [PendingChangeRecord] {
        var records: [PendingChangeRecord] = []
        for batch in batches {
            guard batch.first == version else {
                throw PendingChangeRecord.Unreadable(
                    description: "another version of Stet has written them")
            }
            let content = Array(batch.dropFirst(headerSize))
            let digest = ContentDigest.of(content)
            guard batch.count >= headerSize,
                (0..<8).allSatisfy({
                    batch[$0 + 1] == UInt8(truncatingIfNeeded: digest >> UInt64(8 * $0))
                })
            else { throw PendingChangeReader.damage }
            var reader = PendingChangeReader(content)
            while let record = try reader.next() { records.append(record) }
        }
        return records
    }

    fileprivate enum Tag {
        static let reading: UInt8 = 1
        static let base: UInt8 = 2
        static let layout: UInt8 = 3
        static let order: UInt8 = 4
        /// And the row's state.
        static let row: UInt8 = 16
    }

    // MARK: Parts

    private mutating func append(_ number: Int) {
        var rest = UInt64(max(0, number))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private mutating func append(_ text: ByteString) {
        append(text.bytes.count)
        bytes += text.bytes
    }

    /// 0: no cell.
    private mutating func append(_ cell: Cell?) {
        guard let cell else { return bytes.append(0) }
        bytes.append(cell.isQuoted ? 2 : 1)
        append(cell.text)
    }

    private mutating func append(_ cells: [EditRecord.FieldCell]) {
        append(cells.count)
        for cell in cells {
            append(cell.column)
            append(cell.cell)
        }
    }

    private mutating func append(_ columns: [EditRecord.Column]) {
        append(columns.count)
        for column in columns {
            append(column.number)
            append(column.name)
            append(column.filler)
        }
    }

    private mutating func append(_ rows: [EditRecord.Rows]) {
        append(rows.count)
        for rows in rows {
            append(Int(rows.first))
            append(Int(rows.count))
        }
    }
}

/// Reads the records of one batch. Nothing that the bytes may hold leads outside of them.
private struct PendingChangeReader {
    static let damage = PendingChangeRecord.Unreadable(description: "their bytes are damaged")

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func next() throws(PendingChangeRecord.Unreadable) -> PendingChangeRecord? {
        guard let tag = rest.popFirst() else { return nil }
        switch tag {
        case PendingChangeBatch.Tag.reading: return .reading(try reading())
        case PendingChangeBatch.Tag.base:
            var base = EditRecord.Base(
                columns: try columns(), rows: try rows(), key: [], isUnkeyed: false)
            for _ in 0..<(try count()) { base.key.append(try number()) }
            base.isUnkeyed = try byte() != 0
            return .edit(.base(base))
        case PendingChangeBatch.Tag.layout: return .edit(.layout(try columns()))
        case PendingChangeBatch.Tag.order:
            return .edit(
                .order(EditRecord.Order(front: try number(), back: try number(), rows: try rows())))
        default:
            guard tag >= PendingChangeBatch.Tag.row,
                let state = EditRecord.Row.State(rawValue: tag - PendingChangeBatch.Tag.row)
            else { throw Self.damage }
            return .edit(
                .row(
                    EditRecord.Row(
                        row: try rowNumber(), state: state, old: try cells(), new: try cells())))
        }
    }

    private mutating func reading() throws(PendingChangeRecord.Unreadable)
        -> PendingChangeRecord.Reading
    {
        var dialect = DialectOptions()
        let delimiter = try byte()
        if delimiter != 0 { dialect.delimiter = delimiter }
        let (isPinned, quote) = (try byte(), try byte())
        if isPinned != 0 { dialect.quote = .some(quote == 0 ? nil : quote) }
        let header = try byte()
        if header != 0 { dialect.hasHeader = header == 2 }
        dialect.encoding = TextEncoding(rawValue: try text().description)
        let rules = try text().description
        return PendingChangeRecord.Reading(dialect: dialect, rules: rules.isEmpty ? nil : rules)
    }

    private mutating func byte() throws(PendingChangeRecord.Unreadable) -> UInt8 {
        guard let byte = rest.popFirst() else { throw Self.damage }
        return byte
    }

    private mutating func number() throws(PendingChangeRecord.Unreadable) -> Int {
        var result = 0
        for shift in stride(from: 0, to: 56, by: 7) {
            let byte = try byte()
            result |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return result }
        }
        throw Self.damage
    }

    /// Of things that take a byte each, at least.
    private mutating func count() throws(PendingChangeRecord.Unreadable) -> Int {
        let count = try number()
        guard count <= rest.count else { throw Self.damage }
        return count
    }

    private mutating func rowNumber() throws(PendingChangeRecord.Unreadable) -> UInt32 {
        guard let row = UInt32(exactly: try number()) else { throw Self.damage }
        return row
    }

    private mutating func text() throws(PendingChangeRecord.Unreadable) -> ByteString {
        let count = try count()
        defer { rest = rest.dropFirst(count) }
        return ByteString(rest.prefix(count))
    }

    private mutating func cell() throws(PendingChangeRecord.Unreadable) -> Cell? {
        switch try byte() {
        case 0: return nil
        case 1: return Cell(try text())
        case 2: return Cell(try text(), isQuoted: true)
        default: throw Self.damage
        }
    }

    private mutating func cells() throws(PendingChangeRecord.Unreadable) -> [EditRecord.FieldCell] {
        var cells: [EditRecord.FieldCell] = []
        for _ in 0..<(try count()) {
            cells.append(EditRecord.FieldCell(column: try number(), cell: try cell()))
        }
        return cells
    }

    private mutating func columns() throws(PendingChangeRecord.Unreadable) -> [EditRecord.Column] {
        var columns: [EditRecord.Column] = []
        for _ in 0..<(try count()) {
            columns.append(
                EditRecord.Column(number: try number(), name: try text(), filler: try cell()))
        }
        return columns
    }

    private mutating func rows() throws(PendingChangeRecord.Unreadable) -> [EditRecord.Rows] {
        var rows: [EditRecord.Rows] = []
        for _ in 0..<(try count()) {
            rows.append(EditRecord.Rows(first: try rowNumber(), count: try rowNumber()))
        }
        return rows
    }
}
