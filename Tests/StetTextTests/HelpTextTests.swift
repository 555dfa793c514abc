import Testing

@testable import StetText

@Suite("Help text")
struct HelpTextTests {
    @Test("Prose is set to the width, examples stay")
    func prose() {
        let text = """
            Checks records in files and prints
            what is wrong with them.

              stet check --rules a-long-name.lua fruits.csv

            Done.
            """
        #expect(
            wrapped(text, width: 24) == """
                Checks records in files
                and prints what is wrong
                with them.

                  stet check --rules a-long-name.lua fruits.csv

                Done.
                """)
        #expect(wrapped("one two three", width: 9, indentation: 2) == "  one two\n  three")
        #expect(wrapped("日本 日本 日本", width: 9) == "日本 日本\n日本")
        #expect(wrapped("averylongword a", width: 5) == "averylongword\na")
    }

    @Test("Terms and meanings")
    func definitions() {
        let text = definitionList(
            [
                ("-j N", "How many workers."),
                ("--max-findings N", "How many findings the report keeps."),
                ("--report FORMAT=FILE", "Writes one more report."),
                ("-q", ""),
            ], width: 44, termWidth: 16)
        #expect(
            text == """
                  -j N              How many workers.
                  --max-findings N  How many findings the
                                    report keeps.
                  --report FORMAT=FILE
                                    Writes one more report.
                  -q
                """)
    }
}
