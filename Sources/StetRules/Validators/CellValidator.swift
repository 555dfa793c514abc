import StetCore

/// The text of a cell, valid for a call.
typealias CellText = UnsafeBufferPointer<UInt8>

/// Judges the text of a cell by itself. The text is never without bytes unless the rules let an
/// empty text be a value; it need not be UTF-8.
///
/// What conforms is a struct that holds its tables, so that the loop over a column, which is
/// compiled once for each, has them at hand.
protocol CellValidator: Sendable {
    /// What is wrong with the text; nil: nothing.
    func flaw(in text: CellText) -> Flaw?

    /// Says in words what a flaw is; empty: there is nothing to add to the verdict.
    func reason(_ flaw: Flaw, in text: CellText) -> String

    /// An automaton that accepts only right texts, if it is quicker to go over a column with.
    var automaton: PatternTable? { get }

    /// The longest text, in bytes, that is right if the automaton accepts it. It has few states and
    /// is quick if it need not count how long a part is.
    var automatonReach: Int { get }

    /// Marks the records of a column whose cell may be wrong.
    func mark(
        _ cells: ColumnCells, _ suspects: UnsafeMutablePointer<UInt8>, _ emptyMayFail: Bool)
}

extension CellValidator {
    func reason(_ flaw: Flaw, in text: CellText) -> String {
        flaw.reason(in: text)
    }

    var automaton: PatternTable? { nil }
    var automatonReach: Int { .max }

    func mark(
        _ cells: ColumnCells, _ suspects: UnsafeMutablePointer<UInt8>, _ emptyMayFail: Bool
    ) {
        if let automaton {
            return cells.mark(suspects, emptyMayFail, unless: automaton, upTo: automatonReach)
        }
        cells.mark(suspects, emptyMayFail) { start, count in
            flaw(in: CellText(start: start, count: count)) == nil
        }
    }
}

/// What is wrong with a text. It is made where a loop is hot, so it holds no text of its own.
enum Flaw {
    /// It is not what it should be, and there is no more to say.
    case plain
    case says(StaticString)
    /// So many of something, where another number is right.
    case count(Int, StaticString, wanted: StaticString)
    /// So many characters, where its country has numbers of another length.
    case ofCountry(Int, wanted: Int)
    /// The last character does not follow from the others.
    case checkDigit(found: UInt8, wanted: UInt8)
    /// Two characters that do not follow from the others.
    case checkDigits
    /// The character at a byte of the text may not stand there.
    case character(at: Int)
    /// Something at a byte of the text.
    case place(Int, StaticString)
    case notUTF8
}

extension Flaw {
    func reason(in text: CellText) -> String {
        switch self {
        case .plain: ""
        case .says(let words): "\(words)"
        case .count(let count, let unit, let wanted): "it has \(count) \(unit), not \(wanted)"
        case .ofCountry(let count, let wanted):
            "it has \(count) characters, those of its country have \(wanted)"
        case .checkDigit(let found, let wanted):
            "the check digit is \(Self.character(found)), it must be \(Self.character(wanted))"
        case .checkDigits: "the check digits do not fit the rest"
        case .character(let place):
            "\(Self.scalar(at: place, of: text)) may not stand at place "
                + "\(Self.number(of: place, in: text))"
        case .place(let place, let words):
            "\(words), at place \(Self.number(of: place, in: text))"
        case .notUTF8: "it has bytes that are not UTF-8"
        }
    }

    private static func character(_ byte: UInt8) -> String {
        String(UnicodeScalar(byte))
    }

    /// The character there, in quotes.
    private static func scalar(at place: Int, of text: CellText) -> String {
        var end = place + 1
        while end < text.count, end < place + 4, text[end] & 0xC0 == 0x80 { end += 1 }
        guard place < text.count else { return "the end" }
        return CheckPlan.quoted(.init(text[place..<end]))
    }

    /// The number of a character, from 1.
    private static func number(of place: Int, in text: CellText) -> Int {
        let place = min(place, text.count)
        return UTF8Text.length(text.baseAddress ?? emptyBytes, place) + 1
    }
}
