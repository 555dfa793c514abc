import StetText

/// The mark beside a field that says whether it is right. Both marks take equally many columns,
/// so that nothing moves when one becomes the other.
package struct ValidityIndicator: Hashable, Sendable {
    package let valid: String
    package let invalid: String

    package init(valid: String = "", invalid: String = "!") {
        let width = max(DisplayWidth.of(valid), DisplayWidth.of(invalid))
        func padded(_ mark: String) -> String {
            mark + String(repeating: " ", count: width - DisplayWidth.of(mark))
        }
        self.valid = padded(valid)
        self.invalid = padded(invalid)
    }

    package func mark(isValid: Bool) -> String { isValid ? valid : invalid }
}
