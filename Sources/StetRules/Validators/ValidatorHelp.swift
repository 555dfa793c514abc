/// The standard validators as a page and as help, both made from the catalog alone.
package enum ValidatorHelp {
    /// `docs/validators.md`
    package static var page: String {
        var lines = [
            "# Standard validators",
            "",
            "A field of the rules names them: `validate = \"email\"`, or several, "
                + "`validate = { \"trimmed\", \"email\" }`.",
            "`stet.validators.NAME` is the same and takes arguments where there are some:",
            "`validate = stet.validators.sum_of(\"net\", \"tax\")`. `format = \"email\"` asks the "
                + "same of a value, under",
            "the code `format`. In functions, `stet.validators.NAME(value)` returns true, or false "
                + "and a message.",
            "",
            "Only values that are present and of their field's type are judged. The text of the "
                + "cell is what",
            "counts, as the file has it (without surrounding blanks where the field trims).",
        ]
        for (title, validators) in ValidatorCatalog.families {
            lines += ["", "## \(title)", "", "| written | asks for | standard |", "|---|---|---|"]
            for validator in validators {
                lines.append(
                    "| `\(validator.usage)` | \(validator.summary) | \(validator.standard ?? "") |")
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// `stet help validators`
    package static var text: String {
        var lines = [
            "The standard validators, for rules: validate = \"email\", or several at once,",
            "validate = { \"trimmed\", \"email\" }. Those with parentheses are written",
            "validate = stet.validators.sum_of(\"net\", \"tax\"). In functions,",
            "stet.validators.email(value) returns true, or false and a message.",
        ]
        for (title, validators) in ValidatorCatalog.families {
            lines += ["", title, ""]
            for validator in validators {
                let isCalled = validator.usage.hasSuffix(")")
                let name = isCalled ? validator.usage : validator.name
                var words = validator.summary
                if let standard = validator.standard { words += " (\(standard))" }
                var rest = wrapped(words, width: 60)[...]
                if name.count > 16 {
                    lines.append("  " + name)
                } else {
                    let padding = String(repeating: " ", count: 17 - name.count)
                    lines.append("  " + name + padding + (rest.popFirst() ?? ""))
                }
                for line in rest { lines.append(String(repeating: " ", count: 19) + line) }
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
