/// A standard validator as a rules file names it: `"email"`, or `sum_of("net", "tax")`.
package struct ValidatorCall: Hashable, Sendable {
    package let name: String
    /// What stands in the parentheses, in order.
    package var arguments: [Value] = []
    /// Arguments with a name: `{ "red", "green", case = "any" }`.
    package var options: [String: Value] = [:]

    package init(_ name: String) {
        self.name = name
    }
}
