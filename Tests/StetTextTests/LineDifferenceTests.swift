import Testing

@testable import StetText

/// What changed between two texts.
@Suite struct LineDifferenceTests {
    private func marks(_ old: String, _ new: String) -> [String] {
        LineDifference.lines(from: Array(old.utf8), to: Array(new.utf8)).map { line in
            switch line {
            case .same(let text): " " + String(decoding: text, as: UTF8.self)
            case .removed(let text): "-" + String(decoding: text, as: UTF8.self)
            case .added(let text): "+" + String(decoding: text, as: UTF8.self)
            case .gap: "…"
            }
        }
    }

    @Test func aChangedLineIsShownWithWhatIsAroundIt() {
        #expect(
            marks("a\nb\nc\nd\ne\nf\ng\n", "a\nb\nc\nD\ne\nf\ng\n")
                == ["…", " b", " c", "-d", "+D", " e", " f", "…"])
    }

    @Test func nothingIsShownOfEqualTexts() {
        #expect(marks("a\nb", "a\nb") == [])
        #expect(marks("", "") == [])
    }

    @Test func changesFarApartHaveAGapBetweenThem() {
        let old = (1...20).map { "\($0)" }.joined(separator: "\n")
        let new = old.replacing("3\n4", with: "3\nnew\n4").replacing("20", with: "last")
        #expect(
            marks(old, new)
                == ["…", " 2", " 3", "+new", " 4", " 5", "…", " 18", " 19", "-20", "+last"])
    }

    @Test func longTextsThatShareNothingAreShownWhole() {
        let old = (1...3000).map { "a\($0)" }.joined(separator: "\n")
        let new = (1...3000).map { "b\($0)" }.joined(separator: "\n")
        let lines = marks(old, new)
        #expect(lines.count == 6000)
        #expect(lines.first == "-a1")
        #expect(lines.last == "+b3000")
    }
}

/// Amounts of memory.
@Suite struct ByteSizeTests {
    @Test(arguments: [
        ("128 MiB", 128 << 20), ("64K", 64 << 10), ("1 gib", 1 << 30), ("1000", 1000),
        ("12 b", 12), ("3m", 3 << 20),
    ])
    func readsWhatPeopleWrite(text: String, bytes: Int) {
        #expect(ByteSize.parse(text) == bytes)
    }

    @Test(arguments: [
        "", "0", "-1", "MiB", "1.5 MiB", "12 MB", "1 MiB more", "9999999999999999999",
        "9999999999 GiB", "0x10",
    ])
    func refusesWhatIsNoSize(text: String) {
        #expect(ByteSize.parse(text) == nil)
    }

    @Test(arguments: [
        (64 << 20, "64 MiB"), (1 << 30, "1 GiB"), (1536 << 20, "1536 MiB"), (1000, "1,000 bytes"),
    ])
    func writesTheLargestWholeUnit(bytes: Int, text: String) {
        #expect(ByteSize.text(bytes) == text)
    }
}
