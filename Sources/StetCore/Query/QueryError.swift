/// What is wrong with a query, or with what it asks of a record; a sentence without a full stop.
package struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    package var message: String
    /// Where in the query's text, in characters from 1; nil: nowhere in it.
    package var column: Int?

    package init(_ message: String, column: Int? = nil) {
        self.message = message
        self.column = column
    }

    package var description: String {
        column.map { "column \($0): \(message)" } ?? message
    }
}
