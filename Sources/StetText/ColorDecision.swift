/// Whether to colour, and how.
package struct Style: Hashable, Sendable {
    package let isColored: Bool

    package init(isColored: Bool) {
        self.isColored = isColored
    }

    /// What the user said on the command line.
    package enum Choice: String, CaseIterable, Sendable {
        case auto, always, never
    }

    /// The option decides; then FORCE_COLOR, NO_COLOR, CLICOLOR; then whether the output is a
    /// terminal that is not dumb.
    package init(
        choice: Choice, isTerminal: Bool, environment: (String) -> String?
    ) {
        func isSet(_ name: String) -> Bool { environment(name).map { !$0.isEmpty } ?? false }
        switch choice {
        case .always: isColored = true
        case .never: isColored = false
        case .auto:
            if isSet("FORCE_COLOR") {
                isColored = !["0", "false"].contains(environment("FORCE_COLOR"))
            } else if isSet("NO_COLOR") || environment("CLICOLOR") == "0" {
                isColored = false
            } else {
                isColored = isTerminal && environment("TERM") != "dumb"
            }
        }
    }

    package func bold(_ text: String) -> String { styled(text, "1") }
    package func dim(_ text: String) -> String { styled(text, "2") }
    package func red(_ text: String) -> String { styled(text, "1;31") }
    package func yellow(_ text: String) -> String { styled(text, "1;33") }
    package func green(_ text: String) -> String { styled(text, "32") }
    package func cyan(_ text: String) -> String { styled(text, "36") }

    private func styled(_ text: String, _ code: String) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
