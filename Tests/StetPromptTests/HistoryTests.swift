import Foundation
import Testing

@testable import StetPrompt

@Suite struct HistoryTests {
    private func line(_ code: String) -> HistoryLine {
        HistoryLine(time: 1_700_000_000, code: code, directory: "/a b", isSuccess: true)
    }

    @Test(arguments: [
        "x = 1", "for i = 1, 2 do\n\tprint(i)\nend", "'\"\\\\ \u{1} é 👍 \u{7F}'",
        "#1 is no time stamp",
    ])
    func linesComeBackAsTheyWere(code: String) {
        let encoded = line(code).encoded
        #expect(!encoded.contains(UInt8(ascii: "\n")))
        #expect(HistoryLine(encoded) == line(code))
    }

    @Test func othersJSONIsUnderstood() {
        let text = #"{"c": "caf\u00e9 \ud83d\udc4d \/", "x": null, "n": 1.5, "ok": false}"#
        let entry = HistoryLine(Array(text.utf8))
        #expect(entry?.code == "café 👍 /")
        #expect(entry?.isSuccess == false)
    }

    @Test func badLinesArePassedOver() throws {
        try withFolder { folder in
            let path = folder.appendingPathComponent("h.jsonl").path
            let good = String(decoding: line("good").encoded, as: UTF8.self)
            let text =
                "not json\n\(good)\n{\"c\":\"cut\n{}\n{\"c\":5}\n{\"c\":\"\\ud800\"}\n[1]\n\(good)x\n"
                + String(decoding: line("last").encoded, as: UTF8.self)
            var bytes = Array(text.utf8)
            bytes.insert(contentsOf: [0xFF, 0xFE, 0x0A], at: 0)
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let history = History(path: path)
            #expect(try history.load().map(\.code) == ["good", "last"])
            // The last line had no end.
            try history.append(line("next"))
            #expect(try History(path: path).load().map(\.code) == ["good", "last", "next"])
        }
    }

    @Test func repeatsAndSecretsAreNotKept() throws {
        try withFolder { folder in
            let path = folder.appendingPathComponent("deep/er/h.jsonl").path
            let history = History(path: path)
            #expect(try history.load().isEmpty)
            for code in ["a", "a", " secret", "b", "a"] { try history.append(line(code)) }
            #expect(try History(path: path).load().map(\.code) == ["a", "b", "a"])
        }
    }

    @Test func longFilesAreShortened() throws {
        try withFolder { folder in
            let path = folder.appendingPathComponent("h.jsonl").path
            let history = History(path: path)
            for number in 1...25 { try history.append(line("entry \(number)")) }
            #expect(try history.load(kept: 10).map(\.code).first == "entry 16")
            #expect(try history.load(kept: 10).map(\.code).first == "entry 16")
            try history.append(line("after"))
            #expect(try History(path: path).load().count == 11)
        }
    }

    @Test func failuresSayWhatAndWhy() throws {
        try withFolder { folder in
            let history = History(path: folder.path)
            let failure = #expect(throws: History.Failure.self) { try history.append(line("x")) }
            #expect(failure?.description.contains(folder.path) == true)
        }
    }

    @Test func theEnvironmentSaysWhere() {
        func path(_ variables: [String: String]) -> String? {
            History.standard { variables[$0] }?.path
        }
        #expect(path(["HOME": "/h"]) == "/h/.local/state/stet/history.jsonl")
        #expect(path(["HOME": "/h", "XDG_STATE_HOME": "/s"]) == "/s/stet/history.jsonl")
        #expect(path(["HOME": "/h", "STET_HISTORY": ""]) == nil)
        #expect(path(["HOME": "/h", "STET_HISTORY": "/f"]) == "/f")
        #expect(path([:]) == nil)
    }
}
