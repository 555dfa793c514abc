import TestSupport
import Testing

@testable import StetRules

@Suite("Automata of standard validators")
struct AutomatonTests {
    private static let cases: [(validator: any CellValidator, right: [String])] = [
        (
            ISODateTime(),
            [
                "2024-02-28T12:30:00Z", "1999-12-31T23:59", "2024-04-30T00:00:59.125+02:00",
                "2023-01-29T10:20:30,5-11",
            ]
        ),
        (
            ResourceIdentifier(needsHost: true),
            [
                "https://www.example.com/17/page?x=3", "http://example.org", "https://a-b.nz/?q",
                "http://localhost/a~b#c?d",
            ]
        ),
        (IPv4Address(), ["0.0.0.0", "192.168.10.255"]),
        (HostName(), ["www.example.com", "a-1.b2.org", "localhost"]),
        (Slug(), ["post-17-of-many", "a"]),
        (Degrees.latitude, ["-89.99999", "+5", "0.5", "47"]),
        (Degrees.longitude, ["-179.5", "+99", "100", "7.25"]),
        (SemanticVersion(), ["1.2.3-rc.1+build", "0.10.0"]),
    ]

    @Test("What an automaton accepts is right, and it accepts what is usual")
    func agreement() throws {
        var random = SeededGenerator(seed: 11)
        for (validator, right) in Self.cases {
            let table = try #require(validator.automaton)
            func accepts(_ text: [UInt8]) -> Bool {
                text.withUnsafeBufferPointer { bytes in
                    bytes.baseAddress.map { table.matches($0, bytes.count) } ?? false
                }
            }
            for text in right { #expect(accepts(Array(text.utf8)), "\(text)") }
            let bytes = Set(right.joined().utf8).sorted() + Array("9:-./ Zé".utf8)
            var accepted = 0
            for _ in 0..<20_000 {
                var text = Array((right.randomElement(using: &random) ?? "").utf8)
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let place = Int.random(in: 0..<text.count, using: &random)
                    let byte = bytes.randomElement(using: &random) ?? 0
                    switch Int.random(in: 0...3, using: &random) {
                    case 0 where text.count > 1: text.remove(at: place)
                    case 1: text.insert(byte, at: place)
                    default: text[place] = byte
                    }
                }
                guard text.count <= validator.automatonReach, accepts(text) else { continue }
                accepted += 1
                let flaw = text.withUnsafeBufferPointer { validator.flaw(in: $0) }
                #expect(flaw == nil, "\(String(decoding: text, as: UTF8.self))")
            }
            #expect(accepted > 100)
        }
    }

    @Test("Beyond its reach an automaton does not decide")
    func reach() throws {
        let long = String(repeating: "a", count: 64)
        for (validator, text) in [
            (HostName() as any CellValidator, "\(long).org"),
            (ResourceIdentifier(needsHost: true), "x://\(long)"),
        ] {
            #expect(text.utf8.count > validator.automatonReach)
            #expect(Array(text.utf8).withUnsafeBufferPointer { validator.flaw(in: $0) } != nil)
        }
    }
}
