import Foundation
import Testing

@testable import StetText

@Suite("JSON")
struct JSONTextTests {
    private func json(indentation: Int? = nil, _ body: (inout JSONText) -> Void) -> String {
        var writer = JSONText(indentation: indentation)
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func record(_ writer: inout JSONText) {
        writer.object {
            $0.key("name")
            $0.value("Banana")
            $0.key("weights")
            $0.array {
                $0.value(120)
                $0.value(0.1)
                $0.null()
            }
            $0.key("none")
            $0.array { _ in }
            $0.key("ripe")
            $0.value(true)
        }
    }

    @Test("On one line")
    func compact() {
        #expect(
            json(record)
                == #"{"name":"Banana","weights":[120,0.1,null],"none":[],"ripe":true}"#)
    }

    @Test("Indented")
    func indented() {
        #expect(
            json(indentation: 2, record) == """
                {
                  "name": "Banana",
                  "weights": [
                    120,
                    0.1,
                    null
                  ],
                  "none": [],
                  "ripe": true
                }
                """)
    }

    @Test("JSON Lines")
    func lines() {
        let text = json {
            $0.array { $0.value(1) }
            $0.newline()
            $0.object { _ in }
            $0.newline()
        }
        #expect(text == "[1]\n{}\n")
    }

    @Test("Strings are escaped, also where a terminal could act on them")
    func strings() {
        let text = json { $0.value("a\"b\\c\n\t\u{1}\u{7F}\u{9B}é日🍌\u{202E}\u{2028}") }
        #expect(
            text == #""a\"b\\c\n\t\u0001\u007F\u009Bé日🍌\u202E\u2028""#)
    }

    @Test("Invalid bytes as text, or replaced")
    func invalid() {
        let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0xE6, 0x97]
        #expect(json { $0.value(bytes.span) } == #""a\\xFFb\\xE6\\x97""#)
        #expect(
            json { $0.value(bytes.span, invalid: .replaced) }
                == "\"a\u{FFFD}b\u{FFFD}\u{FFFD}\"")
    }

    @Test("Numbers read back as they were")
    func numbers() throws {
        for value in [0.1, 1e300, .leastNonzeroMagnitude, -2.5, 1e16, 123_456_789.125, -0.0] {
            let text = json { $0.value(value) }
            let read = try JSONSerialization.jsonObject(
                with: Data(text.utf8), options: .fragmentsAllowed)
            #expect(read as? Double == value, "\(text)")
        }
        #expect(json { $0.value(.nan) } == "null")
        #expect(json { $0.value(Int.min) } == "-9223372036854775808")
    }

    @Test("Any bytes make valid JSON")
    func anyBytes() throws {
        for first in UInt8.min...UInt8.max {
            for second: UInt8 in [0x00, 0x22, 0x5C, 0x80, 0xBF, 0xC3, 0xFF] {
                let bytes = [first, second, 0x61]
                let text = json { writer in writer.array { $0.value(bytes.span) } }
                #expect(throws: Never.self, "\(bytes)") {
                    try JSONSerialization.jsonObject(with: Data(text.utf8))
                }
            }
        }
    }
}
