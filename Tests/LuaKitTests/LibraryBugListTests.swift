import Testing

@testable import LuaKit

/// What the doctor says of the bugs of the loaded Lua.
struct LibraryBugListTests {
    /// A probe and the version agree: a probe that never finds anything would say that all is well.
    @Test func eachBugIsThereUntilItWasMended() throws {
        let words = LuaState.release.split(separator: ".")
        let release = try #require(words.last.flatMap { Int($0) })
        #expect(LuaState.release == "Lua 5.4.\(release)")
        for bug in LuaLibraryBug.all {
            #expect(try bug.isPresent() == (release < bug.mendedIn), "\(bug.name)")
            // What nothing guards against, a person has to know how to avoid.
            #expect(bug.guarding != nil || bug.advice != nil)
        }
    }
}
