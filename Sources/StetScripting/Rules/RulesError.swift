/// Why a rules file cannot be used: a whole sentence that begins with where.
package struct RulesError: Error, CustomStringConvertible {
    package var description: String

    package init(_ description: String) {
        self.description = description
    }
}
