import StetCheck
import Testing

@testable import StetScripting

/// The `settings` of rules.
@Suite struct RuleSettingsTests {
    private func settings(_ text: String) throws -> RuleSettings {
        try LuaRules.Loaded(
            Array("return { settings = \(text) }".utf8), name: "test", caps: RuleCaps(), shelf: nil
        ).settings
    }

    @Test func theyAreRead() throws {
        #expect(
            try settings("{ call_seconds = 0.5, load_seconds = 10, memory = \"128 MiB\" }")
                == RuleSettings(call: 500, load: 10_000, memory: 128 << 20))
        #expect(try settings("{ memory = 2097152 }") == RuleSettings(memory: 2 << 20))
        #expect(try settings("{}").isEmpty)
        // Less than the clock can tell.
        #expect(try settings("{ call_seconds = 0.0001 }") == RuleSettings(call: 10))
    }

    @Test(arguments: [
        "1", "{ call_seconds = 0 }", "{ call_seconds = -1 }", "{ call_seconds = \"1\" }",
        "{ load_seconds = 1e9 }", "{ load_seconds = 0/0 }", "{ memory = 10 }",
        "{ memory = \"10 MB\" }",
        "{ memory = 1e300 }", "{ memory = true }", "{ call_second = 1 }",
    ])
    func whatMakesNoSenseIsAMistakeInTheRules(text: String) {
        #expect {
            try settings(text)
        } throws: {
            "\($0)".contains("settings")
        }
    }

    @Test func aMisspelledNameIsTold() {
        #expect {
            try settings("{ call_second = 1 }")
        } throws: {
            "\($0)".contains("did you mean \"call_seconds\"?")
        }
    }

    @Test func whatIsGrantedIsReadBackAsItWas() {
        for settings in [
            RuleSettings(call: 1500, load: 60_000, memory: 3 << 30), RuleSettings(memory: 123_456),
            RuleSettings(call: 10), RuleSettings(),
        ] {
            #expect(RuleSettings(grants: settings.grants) == settings)
        }
        #expect(RuleSettings(grants: ["nonsense", "memory = x", "call_seconds = -1"]).isEmpty)
    }

    @Test func lowerCapsNeedNoGrant() {
        let lifted = RuleSettings(call: 100, load: 9000, memory: 1 << 20).above(RuleCaps())
        #expect(lifted == RuleSettings(load: 9000))
        #expect(!lifted.isCovered(by: RuleSettings(load: 8000)))
        #expect(lifted.isCovered(by: RuleSettings(load: 9000)))
        #expect(!lifted.isCovered(by: RuleSettings(call: 9000, memory: 1 << 40)))
    }
}
