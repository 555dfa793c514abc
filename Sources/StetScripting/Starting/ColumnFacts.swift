import StetCore
import StetRules

/// What is true of every cell of a column.
struct ColumnFacts {
    let name: String
    private(set) var present = 0
    private(set) var missing = 0
    /// Types that every present cell is of.
    private var types: [FieldType] = [.integer, .number, .date, .boolean]
    /// Texts that would mean "no value" among numbers, dates or booleans.
    private var tokens: Set<ByteString> = []
    private var tokenCount = 0
    private var hasNegative = false
    /// In the order in which they came; nil: too many.
    private(set) var values: [ByteString]? = []
    /// nil: some value came twice, or there are too many to know.
    private var seen: Set<ByteString>? = []
    private var seenBytes = 0
    private var formats = ColumnFacts.formats

    private static let mostValues = 12
    /// Bytes of different values that are kept to find one that comes twice.
    private static let mostSeen = 64 << 20
    private static let missingTokens: Set<ByteString> = [
        "NA", "N/A", "n/a", "NULL", "null", "None", "-", "?",
    ]
    private static let formats: [(name: String, validator: ValueValidator)] = [
        "email", "url", "uuid", "iso_datetime", "ipv4", "iban", "isbn13", "phone_e164",
    ].compactMap { name in
        do throws(PlanError) {
            return (name, try ValidatorCatalog.valueValidator(ValidatorCall(name), folder: ""))
        } catch {
            return nil
        }
    }
    private static let readers: [FieldType: FieldFormat] = Dictionary(
        uniqueKeysWithValues: FieldType.allCases.map { type in
            var field = Field(name: "")
            field.type = type
            return (type, FieldFormat(field: field))
        })

    init(name: String) {
        self.name = name
    }

    mutating func add(_ cell: Cell?) {
        guard let cell, !cell.text.isEmpty else {
            missing += 1
            return
        }
        present += 1
        note(cell.text)
        if !types.isEmpty {
            if Self.missingTokens.contains(cell.text) {
                tokens.insert(cell.text)
                tokenCount += 1
            } else {
                types.removeAll { !Self.is(cell, $0) }
                hasNegative = hasNegative || cell.text.bytes.first == UInt8(ascii: "-")
            }
        }
        if !formats.isEmpty {
            formats.removeAll { $0.validator.complaint(about: cell.text) != nil }
        }
    }

    private static func `is`(_ cell: Cell, _ type: FieldType) -> Bool {
        // Who writes +34 911 234 567 does not count.
        if cell.text.bytes.first == UInt8(ascii: "+") { return false }
        if case .value = readers[type]?.read(cell) { return true }
        return false
    }

    private mutating func note(_ text: ByteString) {
        if values != nil, values?.contains(text) == false {
            values?.append(text)
            if values?.count ?? 0 > Self.mostValues || text.bytes.count > 40 { values = nil }
        }
        guard seen != nil else { return }
        seenBytes += text.bytes.count + 48
        if seenBytes > Self.mostSeen || seen?.insert(text).inserted == false { seen = nil }
    }

    // MARK: What follows

    /// The narrowest type of all its values; text where there are none.
    var type: FieldType {
        present > tokenCount ? types.first ?? .string : .string
    }

    /// Texts among the values of another type that can only mean that there is none.
    var missingTexts: [ByteString] { type == .string ? [] : tokens.sorted() }

    var isRequired: Bool { present > 0 && missing == 0 && missingTexts.isEmpty }
    var isNotNegative: Bool { (type == .integer || type == .number) && !hasNegative }

    /// Every record has a value of its own.
    var isUnique: Bool { isRequired && seen != nil }

    /// All its values, if they are few for so many records.
    var choices: [ByteString]? {
        guard type == .string, let values, values.count > 1, present >= 6,
            present >= 2 * values.count
        else { return nil }
        return values.sorted()
    }

    /// A standard that all its values keep to.
    var format: String? {
        type == .string && present >= 3 && choices == nil ? formats.first?.name : nil
    }
}
