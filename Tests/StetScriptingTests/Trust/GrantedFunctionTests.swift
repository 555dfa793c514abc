import Foundation
import LuaKit
import Testing

@testable import StetScripting

/// What a plugin may do once its needs are granted, and no more.
@Suite final class GrantedFunctionTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("stet-granted-\(UUID().uuidString)").resolvingSymlinksInPath()
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("data"), withIntermediateDirectories: true)
        try Data("one\ntwo\nthree".utf8).write(to: folder.appendingPathComponent("data/a.txt"))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// What a chunk returns with these needs, each value as text.
    private func run(_ needs: String..., code: String) throws -> [String] {
        let state = try LuaState()
        defer { state.close() }
        let stack = try state.stack()
        stack.push(try stack.restrictedEnvironment())
        let environment = stack.top
        let rights = PluginRights(
            plugin: "prices", project: folder.path, needs: try needs.map { try Need($0) })
        rights.functions(on: stack).install(in: environment, of: stack)
        let top = stack.top
        try stack.load(Array(code.utf8), name: "=test", environment: environment)
        try stack.call(arguments: 0)
        return stack.top == top
            ? [] : (top + 1...stack.top).map { stack.description(at: $0) }
    }

    @Test func withoutNeedsThereIsNothing() throws {
        #expect(
            try run(code: "return io, os.getenv, stet, os.execute") == ["nil", "nil", "nil", "nil"])
    }

    @Test func eachNeedGivesItsOwnFunctionAlone() throws {
        #expect(
            try run("run", code: "return io, os.getenv, type(stet.run)")
                == ["nil", "nil", "function"])
        #expect(
            try run("env:HOME", code: "return io, stet, type(os.getenv)")
                == ["nil", "nil", "function"])
        #expect(
            try run("read:data", code: "return type(io.open), io.popen, io.output, io.write, stet")
                == ["function", "nil", "nil", "nil", "nil"])
    }

    @Test func filesAreReadAsLuaReadsThem() throws {
        #expect(
            try run(
                "read:data/",
                code: """
                    local file = assert(io.open("data/a.txt"))
                    local kind = io.type(file)
                    local a, b = file:read("l", 2)
                    local rest, none, no = file:read("a"), file:read(0), file:read("l")
                    local text = tostring(file)
                    file:close()
                    return kind, a, b, rest, none, no, io.type(file), io.type(1), text
                    """)
                == [
                    "file", "one", "tw", "o\nthree", "nil", "nil", "closed file", "nil",
                    "file (data/a.txt)",
                ])
    }

    @Test func linesAreForLoops() throws {
        #expect(
            try run(
                "read:data/",
                code: """
                    local all = {}
                    for line in io.lines("data/a.txt") do all[#all + 1] = line end
                    for line in io.lines("data/a.txt", "L") do all[#all + 1] = line end
                    local next = io.lines("data/a.txt", 2)
                    all[#all + 1] = next()
                    for line in assert(io.open("data/a.txt")):lines() do
                      all[#all + 1] = line
                      break
                    end
                    return table.concat(all, "|"), pcall(io.lines, "data/none")
                    """)
                == [
                    "one|two|three|one\n|two\n|three|on|one", "false",
                    "data/none: No such file or directory",
                ])
    }

    @Test func filesAreWrittenWhereThatIsGranted() throws {
        #expect(
            try run(
                "write:out.txt", "read:out.txt",
                code: """
                    local file <close> = assert(io.open("out.txt", "w"))
                    assert(file:write("a", 1, 2.5, "\\n"):write("b"))
                    assert(io.open("out.txt", "a")):write("c")
                    return io.open("out.txt"):read("a"), file:read(), select(2, file:read())
                    """) == ["a12.5\nbc", "nil", "out.txt: it is open for writing"])
    }

    @Test func whatIsNotNamedIsRefusedWithAReason() throws {
        let refused = try run(
            "read:data/",
            code: """
                return select(2, io.open("data/../x")), select(2, io.open("/etc/passwd")),
                  select(2, io.open("data/a.txt", "w")), select(2, io.open("data/b.txt", "a"))
                """)
        #expect(
            refused[0]
                == "data/../x: the plugin \"prices\" may not read it: it is not below what its needs "
                + "name (read:data/)")
        #expect(refused[1].contains("may not read it"))
        #expect(refused[2].contains("may not write it"))
        #expect(refused[2].contains("none of which is \"write:…\""))
    }

    @Test(arguments: [
        "io.open()", "io.open(1)", "io.open('data/a.txt', 'r+')", "io.open('data/a.txt', 'x')",
        "io.open('data/a.txt'):read('n')", "io.open('data/a.txt'):read('x')",
        "io.open('data/a.txt'):read(-1)", "io.open('data/a.txt'):read(1 << 40)",
        "io.open('data/a.txt').read(1)", "io.type()",
        "local f = io.open('data/a.txt') f:close() f:read()",
        "local f = io.open('data/a.txt') f:close() f:close()",
        "io.lines('data/a.txt', {})", "setmetatable(io.open('data/a.txt'), {})",
    ])
    func misuseRaisesAndNothingElse(code: String) throws {
        #expect(throws: LuaError.self) { try run("read:data/", code: code) }
    }

    @Test func openFilesAreCounted() throws {
        let results = try run(
            "read:data/",
            code: """
                local held = {}
                while true do
                  local file, message = io.open("data/a.txt")
                  if not file then return #held, message end
                  held[#held + 1] = file
                end
                """)
        #expect(results == ["100", "data/a.txt: 100 files are open already; close some"])
    }

    @Test func filesThatNobodyHoldsAreClosed() throws {
        #expect(
            try run(
                "read:data/",
                code: """
                    collectgarbage("count")
                    for i = 1, 1000 do assert(io.open("data/a.txt")) end
                    return "done"
                    """) == ["done"])
    }

    @Test func aFileCannotFillTheMemory() throws {
        let large = folder.appendingPathComponent("data/large")
        try Data().write(to: large)
        try FileHandle(forWritingTo: large).truncate(atOffset: 1 << 34)
        let results = try run(
            "read:data/",
            code: """
                local file = io.open("data/large")
                return select(2, file:read("a")), select(2, file:read("l"))
                """)
        #expect(results.count == 2)
        #expect(results.allSatisfy { $0.contains("one call reads at most 16 MiB") })
    }

    @Test func variablesAreTheNamedOnes() throws {
        setenv("STET_TEST_VARIABLE", "value", 1)
        #expect(
            try run(
                "env:STET_TEST_VARIABLE", "env:STET_TEST_NONE",
                code: "return os.getenv('STET_TEST_VARIABLE'), os.getenv('STET_TEST_NONE')")
                == ["value", "nil"])
        #expect {
            try run("env:STET_TEST_VARIABLE", code: "return os.getenv('HOME')")
        } throws: {
            "\($0)".contains("may not read the variable HOME")
        }
    }

    @Test func programsRunWithoutAShell() throws {
        #expect(
            try run(
                "run",
                code: """
                    local out, status, errors = stet.run{ "sh", "-c", "cat; pwd; exit 4", input = "in " }
                    return out, status, errors
                    """) == ["in \(folder.path)\n", "4", ""])
        #expect(
            try run(
                "run",
                code: """
                    return select(2, stet.run{ "stet-no-such-program" }),
                      select(2, stet.run{ "sleep", 100, timeout = 0.1 })
                    """) == [
                    "stet-no-such-program could not be started: No such file or directory",
                    "sleep did not end within 0.1 s and was stopped",
                ])
    }

    @Test(arguments: [
        "stet.run()", "stet.run{}", "stet.run('ls')", "stet.run{ true }", "stet.run{ 'a\\0b' }",
        "stet.run{ 'ls', inptu = 'x' }", "stet.run{ 'ls', timeout = 0 }",
        "stet.run{ 'ls', timeout = 'x' }", "stet.run{ 'ls', input = 1 }", "stet.run{ '\\xff' }",
    ])
    func misusedRunsRaise(code: String) {
        #expect(throws: LuaError.self) { try run("run", code: code) }
    }

    @Test func anInterruptEndsAProgram() throws {
        let state = try LuaState()
        defer { state.close() }
        state.setCaps(call: 0, run: 0)
        let stack = try state.stack()
        stack.push(try stack.restrictedEnvironment())
        PluginRights(plugin: "prices", project: folder.path, needs: [.run])
            .functions(on: stack).install(in: stack.top, of: stack)
        let environment = stack.top
        try stack.load(
            Array("stet.run{ 'sleep', '1000', timeout = 500 } while true do end".utf8),
            name: "=test", environment: environment)
        let interrupter = state.interrupter
        let thread = Thread {
            usleep(200_000)
            interrupter.interrupt()
        }
        thread.start()
        let error = #expect(throws: LuaError.self) { try stack.call(arguments: 0) }
        #expect(error?.kind == .interrupted)
    }
}
