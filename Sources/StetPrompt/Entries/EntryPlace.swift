/// Where an entry was typed: its messages name that place.
struct EntryPlace: Equatable {
    /// `stdin`, or `-c 2` for the second command of the command line.
    var name = "stdin"
    /// The number of its first line, from 1.
    var line = 1
    /// What stands before a line's number where failures are told: `line `, or `-c 2, line `; nil:
    /// they are told as Lua tells them.
    var label: String?

    /// Line ends before an entry make the parser count its lines right. Of long input only so many
    /// are put there, and the name of the chunk says the rest, or the last of a million entries
    /// would be parsed behind a million line ends.
    private static let counted = 4_096

    private var skipped: Int { (line - 1) / Self.counted * Self.counted }
    var padding: Int { (line - 1) - skipped }
    /// The chunk's name without Lua's mark.
    var chunk: String { skipped == 0 ? name : "\(name)+\(skipped)" }

    /// `line 4`, or the name alone.
    var told: String { label.map { "\($0)\(line)" } ?? name }

    /// Text of a failure in which lines of this input are called so: `stdin:4` is `line 4`.
    func told(_ text: String) -> String {
        guard let label else { return text }
        var result = ""
        var rest = text[...]
        let mark = name + ":"
        while let start = rest.firstRange(of: mark) {
            let before = rest[..<start.lowerBound]
            let number = rest[start.upperBound...].prefix { $0.isASCII && $0.isNumber }
            let isPartOfWord = before.last.map { $0.isLetter || $0.isNumber || $0 == "/" } ?? false
            result += before
            result += number.isEmpty || isPartOfWord ? mark : label
            result += number
            rest = rest[number.endIndex...]
        }
        return result + rest
    }

    /// Whether an error in a chunk needs no word about where it was typed.
    func mayBe(in chunk: String) -> Bool {
        label == nil || chunk == name || chunk.hasPrefix(name + "+")
    }

    /// Text in which such places are written as people count: `stdin+4096:2` is `stdin:4098`.
    static func shown(_ text: String) -> String {
        guard text.contains("stdin+") else { return text }
        var result = ""
        var rest = text[...]
        let mark = "stdin+"
        while let start = rest.firstRange(of: mark) {
            result += rest[..<start.lowerBound] + "stdin"
            rest = rest[start.upperBound...]
            let skipped = rest.prefix { $0.isASCII && $0.isNumber }
            let afterSkipped = rest.dropFirst(skipped.count)
            let line = afterSkipped.dropFirst().prefix { $0.isASCII && $0.isNumber }
            guard afterSkipped.first == ":", let before = Int(skipped), let number = Int(line)
            else {
                result += "+"
                continue
            }
            let (sum, overflows) = before.addingReportingOverflow(number)
            result += overflows ? "+\(skipped):\(line)" : ":\(sum)"
            rest = afterSkipped.dropFirst(1 + line.count)
        }
        return result + rest
    }
}
