import Foundation
import Testing

@testable import LuaKit

@Suite("require") struct ModuleTests {
    /// Makes files in a fresh folder, of which `root` is where modules are looked for, and runs
    /// code there.
    private func run(
        _ code: String, files: [String: String], links: [String: String] = [:]
    ) throws -> String {
        let manager = FileManager.default
        let base = manager.temporaryDirectory.appending(path: "modules-\(UUID().uuidString)")
        defer { try? manager.removeItem(at: base) }
        let root = base.appending(path: "root")
        try manager.createDirectory(at: root, withIntermediateDirectories: true)
        for (name, text) in files {
            let file = root.appending(path: name)
            try manager.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        for (name, target) in links {
            try manager.createSymbolicLink(
                atPath: root.appending(path: name).path, withDestinationPath: target)
        }
        return try withLua { _, stack in
            let environment = try stack.restrictedEnvironment()
            stack.push("provided")
            let host = stack.reference(at: 1)
            stack.pop()
            stack.push(environment)
            let second = root.appending(path: "lua").path
            LuaModules(
                environment: environment, roots: [root.path, second], provided: ["host": host]
            ).install(in: 1, of: stack)
            stack.pop()
            do {
                return try stack.run(code, in: environment).map(\.described).joined(separator: " ")
            } catch let error as LuaError {
                return error.message.replacing(root.path, with: "ROOT")
            }
        }
    }

    @Test func aModuleRunsOnce() throws {
        let files = [
            "a.lua": "count = (count or 0) + 1 return { name = ... }", "b/c.lua": "x = 1",
            "lua/d.lua": "return 'second root'",
        ]
        #expect(try run("return require('a') == require('a'), count", files: files) == "true 1")
        #expect(try run("return require('a').name", files: files) == "a")
        #expect(try run("return require('b.c'), x", files: files) == "true 1")
        #expect(try run("return require('d')", files: files) == "second root")
        #expect(try run("return require('host')", files: files) == "provided")
    }

    @Test("Try trick: require of what is outside") func outside() throws {
        let files = ["../secret.lua": "return 'secret'", "/x.lua": "", "a.lua": "return 1"]
        for name in ["../secret", "..secret", "/secret", "a/../../secret", "a..b", ".a", "a.", ""] {
            #expect(
                try run("return require('\(name)')", files: files).contains("no module name"),
                "\(name)")
        }
        #expect(
            try run("return require('link')", files: files, links: ["link.lua": "../secret.lua"])
                .contains("leads out of"))
        #expect(
            try run("return require('up.secret')", files: files, links: ["up": ".."])
                .contains("leads out of"))
        #expect(
            try run("return require('link')", files: files, links: ["link.lua": "a.lua"]) == "1")
        #expect(
            try run("return require('device')", files: [:], links: ["device.lua": "/dev/zero"])
                .contains("leads out of"))
    }

    @Test("Try trick: require of bytecode") func bytecode() throws {
        #expect(
            try run("require('a')", files: ["a.lua": "\u{1b}Lua"]).contains("unexpected symbol")
                || run("require('a')", files: ["a.lua": "\u{1b}Lua"]).contains("binary chunk"))
    }

    @Test func messages() throws {
        #expect(
            try run("require('none')", files: [:])
                == "there is no module \"none\": tried ROOT/none.lua, ROOT/lua/none.lua")
        let cycle = ["a.lua": "return require('b')", "b.lua": "return require('a')"]
        #expect(
            try run("require('a')", files: cycle)
                .contains("modules require each other: a -> b -> a"))
        #expect(try run("require('a')", files: ["a.lua": "x ="]).contains("unexpected symbol"))
        // One that failed may be mended and required again.
        #expect(
            try run(
                "fail = true pcall(require, 'a') fail = false return require('a')",
                files: ["a.lua": "if fail then error('no') end return 'fine'"]) == "fine")
        #expect(try run("require('a')", files: ["a.lua/x": ""]).contains("is a folder, not a file"))
    }
}
