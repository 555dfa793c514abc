import Testing

@Suite("Nothing in the data can act on a terminal")
struct EscapeTests {
    /// Escape, bell, carriage return, the one-byte-of-C1 introducer as UTF-8, a bidi override.
    static let nasty = "\u{1B}[31m\u{7}\u{9B}2J\u{202E}"

    private func isSafe(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
        }
    }

    @Test("In cells, keys, headers and messages", arguments: ["text", "jsonl"])
    func cells(format: String) throws {
        let folder = try Folder([
            "d.csv": "id,a\(Self.nasty)\nk\(Self.nasty),\(Self.nasty)\nk\(Self.nasty),b\n",
            "d.rules.lua": """
            return { key = 'id', fields = { {'id', validate = function(v) return false, v end},
              {'a\(Self.nasty)', max_length = 1} } }
            """,
        ])
        let command = try folder.stet("check", "-f", format, "d.csv")
        #expect(command.status == 1)
        #expect(command.output.contains("max_length"))
        #expect(isSafe(command.output), "\(command.output.debugDescription)")
        #expect(isSafe(command.errors))
        if format == "text" { #expect(!command.output.contains("\u{202E}")) }
    }

    @Test("In names of files, and in what rules and scripts raise")
    func messages() throws {
        let folder = try Folder([
            "\u{1B}[31m.csv": "a,b\n1\n", "d.csv": "a\n1\n", "r.lua": "error('\\27[31mred')",
        ])
        for arguments in [
            "check \"$(printf '\\033[31m.csv')\"", "check \"$(printf 'no\\033[31m.csv')\"",
            "check -r r.lua d.csv", "r.lua", "-e 'error(\"\\27[31m\")'",
            "\"$(printf 'no\\033[31m')\"",
        ] {
            let command = try folder.shell("\"$STET\" \(arguments)")
            #expect(command.status != 0)
            #expect(isSafe(command.errors), "\(command.errors.debugDescription)")
            #expect(isSafe(command.output))
        }
    }

    @Test("Tabs, controls and bytes that are no text keep the mark in its place")
    func marks() throws {
        let folder = try Folder([
            "d.rules.lua": "return { fields = { {'id'}, {'name', max_length = 3}, {'n'} } }"
        ])
        try folder.write(
            "d.csv",
            Array("id,name,n\n1,".utf8) + [0x61, 0xFF, 0, 0x62, 0x1B]
                + Array(",ab\n2,abc,\tx\n3,a\tbc,z\n".utf8))
        let command = try folder.stet("check", "d.csv")
        #expect(
            command.output.contains(
                """
                2 | 1,a\\xFF\\x00b\\x1B,ab
                  |   ^^^^^^^^^^^^^^

                """))
        let lines = command.output.split(separator: "\n").map(String.init)
        let tabbed = try #require(lines.firstIndex { $0.hasPrefix("4 | ") })
        let text = lines[tabbed]
        let mark = lines[tabbed + 1]
        #expect(!text.contains("\t"))
        #expect(mark.count == text.count - ",z".count)
    }
}
