import Testing

@testable import StetText

@Suite("Colours")
struct ColorTests {
    private func decide(
        _ preference: Style.Choice = .auto, terminal: Bool, _ environment: [String: String] = [:]
    ) -> Bool {
        Style(choice: preference, isTerminal: terminal) { environment[$0] }.isColored
    }

    @Test("A terminal gets colours, a file none")
    func terminal() {
        #expect(decide(terminal: true, ["TERM": "xterm"]))
        #expect(!decide(terminal: false, ["TERM": "xterm"]))
        #expect(!decide(terminal: true, ["TERM": "dumb"]))
    }

    @Test("--color wins over all")
    func preference() {
        #expect(decide(.always, terminal: false, ["NO_COLOR": "1", "TERM": "dumb"]))
        #expect(!decide(.never, terminal: true, ["FORCE_COLOR": "1"]))
    }

    @Test("FORCE_COLOR, then NO_COLOR, then CLICOLOR, then the terminal")
    func environment() {
        #expect(decide(terminal: false, ["FORCE_COLOR": "1", "NO_COLOR": "1", "TERM": "dumb"]))
        #expect(!decide(terminal: true, ["FORCE_COLOR": "0"]))
        #expect(!decide(terminal: true, ["NO_COLOR": "1", "CLICOLOR": "1"]))
        #expect(decide(terminal: true, ["NO_COLOR": ""]))
        #expect(!decide(terminal: true, ["CLICOLOR": "0"]))
        #expect(!decide(terminal: false, ["CLICOLOR": "1"]))
    }

    @Test("Styles are written only if colours are on")
    func styles() {
        #expect(Style(isColored: true).red("no") == "\u{1B}[1;31mno\u{1B}[0m")
        #expect(Style(isColored: true).bold("") == "")
        #expect(Style(isColored: false).bold("no") == "no")
    }
}
