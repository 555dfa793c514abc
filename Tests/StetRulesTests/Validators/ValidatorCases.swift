import StetCore
import Testing

@testable import StetRules

/// Values that a standard validator takes, and values that it refuses; for some with the reason.
struct ValidatorCases: CustomTestStringConvertible {
    let name: String
    let valid: [String]
    let invalid: [(text: String, reason: String?)]

    init(_ name: String, valid: [String], invalid: [String], reasons: [(String, String)] = []) {
        self.name = name
        self.valid = valid
        self.invalid = invalid.map { ($0, nil) } + reasons.map { ($0, $1) }
    }

    var testDescription: String { name }

    /// Both ways in which a cell is judged, by itself and in its column, must say the same.
    func hold(_ location: SourceLocation = #_sourceLocation) throws {
        #expect(valid.count >= 10 && invalid.count >= 10, "\(name)", sourceLocation: location)
        let plan = try CheckPlan(Field("x", .string, .standard(ValidatorCall(name)))) {
            // An empty text is a value here, as a quoted empty cell can be.
            $0.quotedEmptyIsText = true
        }
        for text in valid {
            #expect(plan.messages(of: text) == [], "\(name): \(text)", sourceLocation: location)
        }
        for (text, reason) in invalid {
            let messages = plan.messages(of: text)
            #expect(messages.count == 1, "\(name): \(text)", sourceLocation: location)
            if let reason {
                #expect(messages.first == reason, "\(name): \(text)", sourceLocation: location)
            }
        }
        let all = valid + invalid.map(\.text)
        let found = plan.failures(all.map { [WrittenCell($0, isQuoted: $0.isEmpty)] })
        for (index, text) in all.enumerated() {
            #expect(
                found[index] == (index < valid.count ? [] : ["validate"]), "\(name): \(text)",
                sourceLocation: location)
        }
    }
}

extension CheckPlan {
    fileprivate func messages(of text: String) -> [String] {
        let workspace = CompiledField.Workspace()
        let bytes = ByteString(text)
        return fields[0].verdict(of: bytes, isQuoted: true, workspace: workspace).map {
            message(rule: $0, text: bytes)
        }
    }
}
