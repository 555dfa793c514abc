/// What is wrong with a query, or with what it asks of a record; a sentence without a full stop.
package struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String

    init(_ description: String) {
        self.description = description
    }
}
