import StetCore

/// Something that draws itself as lines of text, in a row or above a section. What it is, is
/// decided by identity: two that draw the same are still two.
package final class DrawnContent {
    /// The lines for a width in columns.
    package let lines: (Int) throws -> [ByteString]

    package init(_ lines: @escaping (Int) throws -> [ByteString]) {
        self.lines = lines
    }
}

/// What stands above or below the rows of a section.
package enum Extremity {
    case title(ByteString)
    /// Lines that are cut to the width. `height`: so many lines, filled up or cut off; nil: as
    /// many as it draws.
    case view(DrawnContent, height: Int? = nil)
    /// Lines that are wrapped to the width.
    case flowing(DrawnContent)
}

extension Extremity: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self = .title(ByteString(text))
    }
}

extension Extremity: Equatable {
    package static func == (left: Extremity, right: Extremity) -> Bool {
        switch (left, right) {
        case (.title(let left), .title(let right)): left == right
        case (.view(let left, let height), .view(let right, let other)):
            left === right && height == other
        case (.flowing(let left), .flowing(let right)): left === right
        case (.title, _), (.view, _), (.flowing, _): false
        }
    }
}
