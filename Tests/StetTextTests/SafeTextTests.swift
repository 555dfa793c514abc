import TestSupport
import Testing

@testable import StetText

@Suite("Bytes made printable")
struct SafeTextTests {
    @Test(
        "What is shown for bytes",
        arguments: [
            ([UInt8]("plain text".utf8), "plain text"),
            ([UInt8]("Ka\u{308}se 日本 👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿".utf8), "Ka\u{308}se 日本 👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
            ([0x61, 0xFF, 0x62], "a\\xFFb"),
            ([0xE6, 0x97], "\\xE6\\x97"),
            ([0xC0, 0x80], "\\xC0\\x80"),
            ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
            ([UInt8]("a\tb\r\nc\0".utf8), "a\\tb\\r\\nc\\x00"),
            ([UInt8]("\u{1B}[31mred\u{7F}".utf8), "\\x1B[31mred\\x7F"),
            ([UInt8]("\u{9B}31m".utf8), "\\u{9B}31m"),
            ([UInt8]("abc\u{202E}cba\u{2066}".utf8), "abc\\u{202E}cba\\u{2066}"),
            ([UInt8]("\u{FEFF}id".utf8), "\\u{FEFF}id"),
            ([UInt8]("a\u{200B}b\u{AD}".utf8), "a\\u{200B}b\\u{AD}"),
            ([UInt8]("\u{2028}\u{2029}".utf8), "\\u{2028}\\u{2029}"),
            ([UInt8]("\u{301}a".utf8), "\\u{301}a"),
            ([UInt8]("x\u{E0041}".utf8), "x\\u{E0041}"),
        ])
    func shown(bytes: [UInt8], text: String) {
        #expect(SafeText.escaped(bytes) == text)
        #expect(SafeText(bytes).pieces.map(\.source).joined().elementsEqual(bytes.indices))
    }

    @Test("On a screen, line ends and tabs have signs of their own")
    func caret() {
        #expect(SafeText.escaped("a\nb\u{1B}\u{7F}", escape: .caret) == "a↵b^[^?")
        #expect(SafeText.escaped("a\tb", escape: .caret) == "a   b")
    }

    @Test("A range of bytes is found under its columns")
    func columns() {
        let text = SafeText([UInt8]("日本,\u{1}é,x".utf8))
        #expect(text.text == "日本,\\x01é,x")
        #expect(text.columns(of: 0..<3) == 0..<2)
        #expect(text.columns(of: 3..<6) == 2..<4)
        #expect(text.columns(of: 7..<10) == 5..<10)
        #expect(text.columns(of: 8..<8) == 9..<9)
        #expect(text.columns(of: 4..<5) == 2..<4)
        #expect(text.columns(of: 12..<12) == text.width..<text.width)
    }

    @Test("No bytes whatever make a control character or lose a byte")
    func anyBytes() {
        var generator = SeededGenerator(seed: 7)
        let nasty: [[UInt8]] = [
            [0x1B], [0x9B], [0xC2, 0x9B], [0x0D, 0x0A], [0xE2, 0x80, 0xAE], [0xCC, 0x81], [0x61],
            [0xF0, 0x9F, 0x8D, 0x8C], [0xE2, 0x80, 0x8D], [0xF0, 0x9F], [0x7F], [0x20],
            [0xD8, 0x80],
        ]
        for _ in 0..<500 {
            let bytes = (0..<12).flatMap { _ in nasty.randomElement(using: &generator) ?? [] }
            let text = SafeText(bytes)
            let hasControl = text.text.unicodeScalars.contains {
                $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E
            }
            #expect(!hasControl, "\(bytes)")
            #expect(text.pieces.map(\.source).joined().elementsEqual(bytes.indices), "\(bytes)")
            #expect(text.columns(of: 0..<bytes.count) == 0..<text.width, "\(bytes)")
        }
    }
}
