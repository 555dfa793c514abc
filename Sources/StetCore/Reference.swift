/// Which records of another table the values of a field name.
package struct Reference: Hashable, Sendable {
    /// The other table's file, as the rules write it.
    package let path: String
    /// The fields there whose values are named.
    package let targetFields: [String]
    /// The fields here that name them, in the same order.
    package let fields: [String]

    package init(path: String, targetFields: [String], fields: [String]) {
        self.path = path
        self.targetFields = targetFields
        self.fields = fields
    }

    /// The other table's path: a relative one begins in the folder of the table that refers to it.
    /// Standard input and tables in memory are in the working directory.
    package func path(from table: String) -> String {
        guard !path.hasPrefix("/"), let slash = table.lastIndex(of: "/") else { return path }
        return table[...slash] + path
    }
}
