/// How the cells of one field are read and written: its type and its missing tokens.
package final class FieldFormat: Sendable {
    /// A compiled reading of cells, for fields that have one.
    package typealias Reader = @Sendable (Cell) -> CellReading

    package let field: Field
    /// The rules declare the field; otherwise every text and every value is allowed.
    package let isDeclared: Bool
    let missing: [ByteString]
    let quotedEmptyIsText: Bool
    private let reader: Reader?
    /// By first byte: texts that begin so may stand for a missing value, or have blanks to be
    /// trimmed.
    let isOddStart: [Bool]

    package init(
        field: Field, isDeclared: Bool = true, schema: Schema = Schema(), reader: Reader? = nil
    ) {
        self.field = field
        self.isDeclared = isDeclared
        self.reader = reader
        missing = field.missing ?? schema.missing
        quotedEmptyIsText = schema.quotedEmptyIsText
        var odd = [Bool](repeating: false, count: 256)
        for token in missing { if let first = token.bytes.first { odd[Int(first)] = true } }
        if field.trim {
            for byte in UInt8.min...UInt8.max where CellText.isBlank(byte) { odd[Int(byte)] = true }
        }
        isOddStart = odd
    }

    /// Whether a record of a block has a cell in a column that stands for a value.
    func isPresent(_ record: Int, _ column: Int, of block: RecordBlock) -> Bool {
        guard let cell = block.cell(record: record, column: column) else { return false }
        let raw = block.rawCell(cell)
        if let first = raw.first, !isOddStart[Int(first)] { return true }
        return !isMissing(
            Cell(
                block.cellText(cell, quote: block.quote),
                isQuoted: block.cellFlags[cell] & RecordBlock.quoted != 0))
    }

    /// Whether the cell stands for "no value".
    package func isMissing(_ cell: Cell) -> Bool {
        if cell.text.isEmpty, cell.isQuoted, quotedEmptyIsText { return false }
        return missing.contains(cell.text)
    }

    package func read(_ cell: Cell?) -> CellReading {
        guard let cell else { return .missing }
        if let reader { return reader(cell) }
        if isMissing(cell) { return .missing }
        var bytes = cell.text.bytes
        if field.trim {
            bytes = CellText.trimmed(bytes)
            if isMissing(Cell(ByteString(bytes), isQuoted: cell.isQuoted)) { return .missing }
        }
        switch field.type {
        case .string: return .value(.text(ByteString(bytes)))
        case .integer:
            let integer = CellText.integer(bytes, leadingZeros: field.leadingZeros)
            return integer.map { .value(.integer($0)) } ?? .illTyped
        case .number:
            let number = CellText.number(bytes, leadingZeros: field.leadingZeros)
            return number.map { .value($0) } ?? .illTyped
        case .boolean:
            let text = ByteString(bytes)
            if field.trueValues.contains(text) { return .value(.boolean(true)) }
            return field.falseValues.contains(text) ? .value(.boolean(false)) : .illTyped
        case .date: return CellText.isDate(bytes) ? .value(.text(ByteString(bytes))) : .illTyped
        }
    }

    /// Whether two cells stand for the same value, so that writing one over the other says
    /// nothing new.
    package func isSame(_ left: Cell?, _ right: Cell?) -> Bool {
        if left == right { return true }
        switch (read(left), read(right)) {
        case (.missing, .missing): return true
        case (.value(let left), .value(let right)): return left.isEqual(to: right)
        default: return false
        }
    }

    // MARK: Writing

    /// What an inserted record holds where it is given nothing.
    package var absent: Cell { Cell(missing.first ?? "") }

    /// The cell to write. A text is taken as it is, whatever its type: the check judges it.
    /// A value that the type does not hold is an error that says what is allowed.
    package func cell(for input: FieldInput) throws(CollectionError) -> Cell {
        switch input {
        case .text(let text): return Cell(text)
        case .cell(let cell): return cell
        case .value(.missing):
            guard let token = missing.first else {
                throw CollectionError(
                    .wrongType, "\(field.name) has no text that means “missing”")
            }
            return Cell(token)
        case .value(let value):
            guard let text = text(for: value) else {
                throw CollectionError(
                    .wrongType,
                    "\(field.name) takes \(allowed); \(value.describedWithType) was given")
            }
            let cell = Cell(text, isQuoted: text.isEmpty && quotedEmptyIsText)
            if case .text = value, !text.isEmpty, isMissing(cell) {
                throw CollectionError(
                    .wrongType, "the text “\(text)” would mean “missing” in \(field.name)")
            }
            return cell
        }
    }

    private func text(for value: Value) -> ByteString? {
        switch (field.type, value) {
        case (.string, .text(let text)): text
        case (.date, .text(let text)): CellText.isDate(text.bytes) ? text : nil
        case (.string, .integer), (.string, .number), (.integer, .integer), (.number, .integer):
            Self.text(ofNumber: value)
        case (.integer, .number(let number)):
            Int(exactly: number).map { ByteString(String($0)) }
        case (.number, .number(let number)):
            number.isFinite ? Self.text(ofNumber: value) : nil
        case (.boolean, .boolean(let isTrue)):
            (isTrue ? field.trueValues : field.falseValues).first
        case (.string, .boolean(let isTrue)):
            isDeclared ? nil : isTrue ? "true" : "false"
        default: nil
        }
    }

    /// A number without fraction is written without `.0`.
    private static func text(ofNumber value: Value) -> ByteString? {
        switch value {
        case .integer(let integer): ByteString(String(integer))
        case .number(let number):
            ByteString(Int(exactly: number).map(String.init) ?? String(number))
        default: nil
        }
    }

    /// What a value of the field must be, for messages.
    private var allowed: String {
        switch field.type {
        case .string: "text"
        case .integer: "an integer"
        case .number: "a finite number"
        case .boolean: "true or false"
        case .date: "a date such as 2024-02-29"
        }
    }
}

extension Value {
    /// Equal as rules see it: 120 and 120.0 are.
    package func isEqual(to other: Value) -> Bool {
        switch (self, other) {
        case (.integer(let left), .number(let right)), (.number(let right), .integer(let left)):
            Int(exactly: right) == left
        default: self == other
        }
    }

    /// The value and what kind of thing it is, for messages: `the text “12”`, `the number 1.5`.
    package var describedWithType: String {
        switch self {
        case .missing: "a missing value"
        case .boolean: description
        case .integer: "the integer \(self)"
        case .number: "the number \(self)"
        case .text: "the text “\(self)”"
        }
    }
}
