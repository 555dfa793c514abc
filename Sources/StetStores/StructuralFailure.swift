import StetCore

/// Something about the shape of a record rather than the values in it.
package struct StructuralFailure: Sendable {
    package enum Kind: Sendable {
        /// The record has another number of cells than the header; none: the line is blank.
        case ragged(found: Int)
        /// A quote is out of place.
        case quote
        /// Bytes that the encoding does not allow.
        case encoding
    }

    package var kind: Kind
    /// The record in the block.
    package var record: Int
    /// The offending bytes of the chunk's text.
    package var range: Range<Int>

    /// Orders failures at one place.
    var rank: Int {
        switch kind {
        case .ragged: 0
        case .quote: 1
        case .encoding: 2
        }
    }

    /// The code of the finding.
    package var code: String {
        switch kind {
        case .ragged: "csv.ragged"
        case .quote: "csv.quote"
        case .encoding: "encoding"
        }
    }

    /// - Parameter width: the header's number of cells.
    package func message(width: Int, encoding: TextEncoding) -> String {
        switch kind {
        case .ragged(found: 0):
            "the line is blank; a record has \(width) cells"
        case .ragged(let found):
            "the record has \(found) cell\(found == 1 ? "" : "s"), the header \(width)"
        case .quote:
            "this quote opens no cell that ends properly; double a quote that is text,"
                + " or add the closing one"
        case .encoding:
            "a byte that is not \(encoding.rawValue)"
        }
    }
}
