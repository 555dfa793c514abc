/// A part of a query.
package indirect enum QueryNode: Sendable {
    /// A field, by its place among the query's `fields`.
    case field(Int)
    case value(Value)
    case not(QueryNode)
    case and(QueryNode, QueryNode)
    case or(QueryNode, QueryNode)
    case compare(String, QueryNode, QueryNode)
    case arithmetic(String, QueryNode, QueryNode)
    case negative(QueryNode)
    case length(QueryNode)

    // What only Lua can do.

    /// `..`, `^`, and the operators on bits.
    case operation(String, QueryNode, QueryNode)
    /// `~`
    case complement(QueryNode)
    /// A name that Lua has: `string`.
    case library(String)
    case index(QueryNode, QueryNode)
    case call(QueryNode, [QueryNode])
    case method(QueryNode, String, [QueryNode])
    /// Items with their keys; nil: by position.
    case table([Item])
    /// A function as it was written, which is plain Lua.
    case function(String)
    /// A call in parentheses, which has one result.
    case group(QueryNode)

    package struct Item: Sendable {
        package var key: QueryNode?
        package var value: QueryNode
    }

    /// A chain of `and` or `or` as a tree that is no deeper than it must be; which of them come
    /// together first makes no difference.
    static func joined(
        _ nodes: ArraySlice<QueryNode>, _ join: (QueryNode, QueryNode) -> QueryNode
    ) -> QueryNode {
        guard nodes.count > 1 else { return nodes.first ?? .value(.missing) }
        let middle = nodes.startIndex + nodes.count / 2
        return join(joined(nodes[..<middle], join), joined(nodes[middle...], join))
    }
}
