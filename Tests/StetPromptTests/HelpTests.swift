import Foundation
import LuaKit
import StetScripting
import Testing

@testable import StetPrompt

/// `.help`, F1 and `help(…)`, and the table of documentation that they share.
@Suite struct HelpTests {
    @Test func everyMethodIsDocumentedAndNoOther() throws {
        try withWorld { world in
            let stack = try world.scripts.state.stack()
            let types = stack.hostTypes.filter { !$0.methodNames.isEmpty }
            #expect(types.count > 10)
            for type in types {
                let known = LuaDocumentation.members(of: type.name).map(\.name)
                let missing = Set(type.methodNames).subtracting(known)
                #expect(missing.isEmpty, "a \(type.name) has methods without a word on them")
                let gone = Set(known).subtracting(type.methodNames)
                // The one method that is written in Lua.
                #expect(gone.subtracting(["ask"]).isEmpty, "no \(type.name) has these methods")
            }
        }
    }

    @Test(arguments: [
        "stet", "stet.dialog", "stet.cells", "string", "table", "math", "utf8", "io", "os",
        "coroutine", "",
    ])
    func everyFunctionIsDocumentedAndNoOther(owner: String) throws {
        try withWorld { world in
            let path = owner.isEmpty ? "_G" : owner
            try world.run(
                """
                names = {}
                for name, value in pairs(\(path)) do
                  if type(value) == "function" then names[#names + 1] = name end
                end
                """)
            let stack = try world.scripts.state.stack()
            let there = Set(
                try stack.scope { () throws(LuaError) -> [String] in
                    stack.push(world.scripts.environment)
                    stack.pushField("names", of: stack.top)
                    return (1...stack.length(of: stack.top)).compactMap { place in
                        stack.pushElement(place, of: stack.top)
                        defer { stack.pop() }
                        return stack.string(at: -1)
                    }
                })
            let entries = LuaDocumentation.members(of: owner)
            #expect(there.subtracting(entries.map(\.name)).isEmpty)
            let functions = entries.filter { $0.call.contains("(") }.map(\.name)
            // Only a prompt has it, and this is none.
            #expect(Set(functions).subtracting(there).subtracting(["help"]).isEmpty)
        }
    }

    @Test func helpIsTheSameHoweverItIsAskedFor() throws {
        let run = { input in
            try PipedPrompt([PromptFiles.fruits, PromptFiles.rules], input)
        }
        let text = "collection:where(condition)\nview:where(condition)\n  a view of the records"
        for line in ["help(it.where)", ".help c:where", ".help fruits:where"] {
            #expect(try run(line + "\n").output.hasPrefix(String(text.prefix(28))), "\(line)")
        }
        #expect(try run("help(it.where)\n").output.hasPrefix(text))
        #expect(
            try run("help 'string.format'\nhelp(string.format)\n").output.components(
                separatedBy: "string.format(form, …)\n"
            ).count == 3)
        #expect(try run("help(stet)\n").output.contains("stet.open(path"))
        #expect(try run(".help string\n").output.contains("string.format(form"))
        #expect(try run("help(it)\n").output.contains("  :where(condition)"))
        #expect(try run("help(it:edit('a'))\n").output.contains("  :save()"))
        #expect(try run(".help where\n").output.contains("In Lua:\n  collection:where(condition)"))
        #expect(try run(".help stet.validators.iban\n").output.contains("stet.validators.iban"))
        #expect(try run(".help session:save\n").output.hasPrefix("session:save()\n"))
        #expect(try run("help()\n").output == run(".help\n").output)
        #expect(try run("help('nowhere')\n").output.contains("nothing is known of nowhere"))
        #expect(try run(".help nowhere\n").errors.contains("nothing is known of nowhere"))
    }

    @Test func groupsAreShownAlone() throws {
        let output = try PipedPrompt([PromptFiles.fruits], ".help checks\n").output
        #expect(output.contains(".check"))
        #expect(!output.contains(".sort"))
    }

    @Test func aCommandThatIsAddedIsInAllOfThem() throws {
        try withWorld { world in
            let added = Command("shout", .plugins, usage: "TEXT", "say it loudly") { bench, text in
                bench.write(text.rest.uppercased() + "\n")
            }
            #expect(world.bench.commands.add(added))
            #expect(world.tab(".sho") == ".sho")
            #expect(world.labels(".sho") == [".shout", ".show"])
            #expect(WordHelp(bench: world.bench).text(on: "shout").contains("say it loudly"))
            #expect(WordHelp(bench: world.bench).overview.contains("From plugins"))
            if case .command(let command, _)? = world.bench.commands.read(Array(".shout a".utf8)) {
                #expect(command.name == "shout")
            } else {
                Issue.record("it is not read")
            }
            // What every prompt has stays what it is.
            #expect(!world.bench.commands.add(Command("where", .plugins, "") { _, _ in }))
            world.bench.commands.remove("shout")
            #expect(world.labels(".shou") == [])
        }
    }

    @Test(arguments: [
        ("it:where(", "collection:where(condition)"), ("stet.open(", "stet.open(path"),
        ("string.format(", "string.format(form"),
    ])
    func behindTheBracketOfACallItIsTold(entry: String, expected: String) throws {
        try withWorld { world in
            let help = WordHelp(bench: world.bench)
            #expect(help.call(Array(entry.utf8), at: entry.utf8.count).hasPrefix(expected))
            #expect(help.call(Array("x = (".utf8), at: 5).isEmpty)
        }
    }

    @Test func namesThatAreNearAreNamed() throws {
        let unknown = try PipedPrompt([PromptFiles.fruits], ".co\n")
        #expect(
            unknown.errors.contains(
                "did you mean .collapse, .collections, .columns, .commit or .count?"))
    }

    @Test func doctorLooksAtWhatStetStandsOn() throws {
        let outcome = try PipedPrompt([], ".doctor\n")
        #expect(outcome.output.hasPrefix("Versions\n  ok       stet "))
        #expect(outcome.output.contains("\nState folder\n"))
        #expect(outcome.status == 0)
    }
}
