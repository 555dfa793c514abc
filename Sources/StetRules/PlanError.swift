/// A rules file that contradicts itself; a whole sentence that names the field.
package struct PlanError: Error, CustomStringConvertible {
    package var description: String

    package init(_ description: String) {
        self.description = description
    }
}
