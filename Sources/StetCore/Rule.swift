/// Something that can speak in a report: a code, where it applies, how grave it is.
/// A plan numbers its rules; counts and the order of findings go by that number.
package struct Rule: Sendable {
    package var code: String
    package var field: String?
    package var severity: Severity
    /// The rules file's own message, in place of the built-in one.
    package var message: String?
    /// Evaluated only for a record that fails; the finding is dropped unless it is true.
    package var condition: ScriptReference?

    package init(
        code: String, field: String? = nil, severity: Severity = .error, message: String? = nil,
        condition: ScriptReference? = nil
    ) {
        self.code = code
        self.field = field
        self.severity = severity
        self.message = message
        self.condition = condition
    }
}
