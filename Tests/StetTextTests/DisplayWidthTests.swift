import Testing

@testable import StetText

@Suite("Display width")
struct DisplayWidthTests {
    @Test(
        "The columns of a text",
        arguments: [
            ("", 0), ("Banana", 6), ("Käse", 4), ("Ka\u{308}se", 4), ("日本語", 6), ("한국", 4),
            ("ｆｕｌｌ", 8), ("🍌", 2), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇨🇭", 2), ("©️", 2), ("©", 1),
            ("1️⃣", 2), ("❤️‍🔥", 2), ("±…–", 3), ("\u{20000}", 2), ("नमस्ते", 3), ("\u{1FAE8}", 2),
        ])
    func width(text: String, columns: Int) {
        #expect(DisplayWidth().columns(of: text) == columns)
    }

    @Test("Ambiguous characters are wide if asked for")
    func ambiguous() {
        let wide = DisplayWidth(ambiguous: 2)
        #expect(wide.columns(of: "±α─") == 6)
        #expect(wide.columns(of: "aé") == 3)
        #expect(wide.columns(of: "a日") == 3)
    }

    @Test("A cut text never exceeds its limit and says that it was cut")
    func cut() {
        let measure = DisplayWidth()
        #expect(measure.cut("Banana", to: 6) == "Banana")
        #expect(measure.cut("Banana", to: 4) == "Ban…")
        #expect(measure.cut("日本語", to: 4) == "日…")
        #expect(measure.cut("日本語", to: 1) == "…")
        #expect(measure.cut("日本語", to: 0) == "")
        #expect(DisplayWidth(ambiguous: 2).cut("Banana", to: 4) == "Ban~")
    }
}
