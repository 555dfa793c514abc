import StetText

/// What `stet doctor` found: lines in groups, each with how grave it is and what to do.
struct DoctorReport {
    enum Level: String {
        case ok, warning, error
    }

    struct Item {
        var group: String
        var level: Level
        var text: String
        /// What to do.
        var advice: String?
    }

    private(set) var items: [Item] = []

    /// Something that is as it should be.
    mutating func add(_ group: String, _ text: String) { add(group, .ok, text) }

    mutating func add(
        _ group: String, _ level: Level, _ text: String, advice: String? = nil
    ) {
        items.append(Item(group: group, level: level, text: text, advice: advice))
    }

    func count(_ level: Level) -> Int { items.count { $0.level == level } }

    /// - Returns: a group's name, and below it its lines.
    func text(_ style: Style) -> String {
        var result = ""
        var group: String?
        for item in items {
            if item.group != group {
                result += (group == nil ? "" : "\n") + style.bold(item.group) + "\n"
                group = item.group
            }
            let word = item.level.rawValue
            let shown =
                switch item.level {
                case .ok: style.green(word)
                case .warning: style.yellow(word)
                case .error: style.red(word)
                }
            let pad = String(repeating: " ", count: 9 - word.count)
            result += "  \(shown)\(pad)\(SafeText.escaped(item.text))\n"
            if let advice = item.advice { result += "           \(SafeText.escaped(advice))\n" }
        }
        return result
    }

    /// One object: `ok`, the numbers of errors and warnings, and all lines.
    var json: [UInt8] {
        var json = JSONText(indentation: 2)
        json.object { json in
            json.key("ok")
            json.value(count(.error) == 0)
            json.key("errors")
            json.value(count(.error))
            json.key("warnings")
            json.value(count(.warning))
            json.key("items")
            json.array { json in
                for item in items {
                    json.object { json in
                        for (name, value) in [
                            ("group", item.group), ("level", item.level.rawValue),
                            ("text", item.text), ("advice", item.advice),
                        ] {
                            json.key(name)
                            json.value(value)
                        }
                    }
                }
            }
        }
        json.newline()
        return json.bytes
    }

    /// `21 ok, 1 warning, 0 errors`
    var summary: String {
        "\(count(.ok)) ok, \(English.count(count(.warning), "warning")), "
            + English.count(count(.error), "error")
    }
}
