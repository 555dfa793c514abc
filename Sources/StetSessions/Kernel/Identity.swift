import StetCore

/// What a row, a record, a selection or a sheet's item is known by. Contents never decide it.
package enum Identity: Hashable, Sendable, CustomStringConvertible {
    case text(ByteString)
    case number(Int)

    package init(_ text: String) { self = .text(ByteString(text)) }

    package var description: String {
        switch self {
        case .text(let text): text.description
        case .number(let number): String(number)
        }
    }
}
