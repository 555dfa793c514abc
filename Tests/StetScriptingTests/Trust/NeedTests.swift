import Testing

@testable import StetScripting

/// What plugins ask for.
@Suite struct NeedTests {
    @Test(arguments: [
        ("read:data/", Need.read("data/")), ("write:out.csv", .write("out.csv")),
        ("read:/", .read("/")), ("read:.", .read(".")), ("read:a:b", .read("a:b")),
        ("env:HOME", .variable("HOME")), ("env:_x1", .variable("_x1")), ("run", .run),
    ])
    func needsAreRead(text: String, need: Need) throws {
        #expect(try Need(text) == need)
        #expect(try Need(text).text == text)
    }

    @Test(arguments: [
        "", "read", "read:", "raed:data/", "read:../x", "read:data/../..", "write:/etc/../home",
        "read:~/x", "read:a\nb", "read:a\0b", "env", "env:", "env:1X", "env:A=B", "env:A B", "run:",
        "run:git", "RUN", "net", "read :x",
    ])
    func whatIsNoNeedIsRefusedByName(text: String) {
        let error = #expect(throws: Need.Mistake.self) { try Need(text) }
        #expect(error?.description.contains("\"\(text)\"") == true)
    }

    @Test func aMisspelledKindNamesTheNearest() {
        let error = #expect(throws: Need.Mistake.self) { try Need("raed:x") }
        #expect(error?.description.contains("did you mean \"read\"?") == true)
    }

    @Test(arguments: [
        (Need.read("data/"), "may read files below data/"), (.read("a.csv"), "may read a.csv"),
        (.read("/"), "may read every file on this computer that you may"),
        (.write("./"), "may create and overwrite every file of the project"),
        (.read("/etc"), "may read files below /etc/, outside the project"),
        (.variable("HOME"), "may read the environment variable HOME"),
        (.run, "may run programs, which may do everything that you may"),
    ])
    func theyAreSaidInPlainWords(need: Need, words: String) {
        #expect(need.words(in: "/") == words)
    }
}
