import StetCore

/// How many records end in which way. A last record without a line end is not counted.
package struct LineEndCounts: Hashable, Sendable {
    package var lineFeed = 0
    package var carriageReturnLineFeed = 0
    package var carriageReturn = 0

    package init() {}

    /// More than one kind occurs.
    package var areMixed: Bool {
        [lineFeed, carriageReturnLineFeed, carriageReturn].filter { $0 > 0 }.count > 1
    }

    /// The kind of most records; a line feed if there are none.
    package var usual: LineEnd {
        let most = max(lineFeed, carriageReturnLineFeed, carriageReturn)
        if lineFeed == most { return .lineFeed }
        return carriageReturnLineFeed == most ? .carriageReturnLineFeed : .carriageReturn
    }

    /// The counts in words, those that are zero left out.
    package var description: String {
        let parts = [
            (lineFeed, "LF"), (carriageReturnLineFeed, "CRLF"), (carriageReturn, "CR"),
        ]
        return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }

    mutating func add(_ other: LineEndCounts) {
        lineFeed += other.lineFeed
        carriageReturnLineFeed += other.carriageReturnLineFeed
        carriageReturn += other.carriageReturn
    }

    mutating func count(_ kind: LineEnd) {
        switch kind {
        case .lineFeed: lineFeed += 1
        case .carriageReturnLineFeed: carriageReturnLineFeed += 1
        case .carriageReturn: carriageReturn += 1
        }
    }
}
