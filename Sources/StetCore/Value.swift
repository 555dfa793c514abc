import Glibc

/// A value as rules and scripts see it, after the type of its field has judged the cell's text.
package enum Value: Hashable, Sendable {
    /// No value: the cell is one of the missing tokens, or the record has no such cell.
    case missing
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    /// Text of a `string` field, or the ISO text of a `date`.
    case text(ByteString)
}

extension Value: CustomStringConvertible {
    package var description: String {
        switch self {
        case .missing: "missing"
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let value):
            Int(exactly: value).map(String.init) ?? String(value)
        case .text(let text): text.description
        }
    }
}
