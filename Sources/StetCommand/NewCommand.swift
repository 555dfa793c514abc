import StetCore
import StetScripting
import StetStores
import StetText

/// `stet new plugin NAME`, `stet new rules FILE`, `stet new job NAME`, `stet new test NAME`
enum NewCommand {
    private enum Kind: String, CaseIterable {
        case plugin, rules, job, test
    }

    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        var parser = OptionParser("new", arguments, options: [.flag("--help", "-h")])
        var operands: [String] = []
        while let item = try parser.next() {
            switch item {
            case .operand(let text): operands.append(text)
            case .option: return try HelpCommand.run(["new"])
            }
        }
        guard let word = operands.first else {
            throw UsageError(
                "new needs to know what: plugin, rules, job or test",
                hint: "for example: stet new rules fruits.csv")
        }
        let kind: Kind = try OptionParser.choice(word, for: "new")
        guard operands.count == 2 else {
            throw UsageError(
                "new \(word) needs \(kind == .rules ? "a data file" : "a name")"
                    + (operands.count > 2 ? ", and one only" : ""),
                hint: "for example: stet new \(word) \(kind == .rules ? "fruits.csv" : "tidy")")
        }
        let name = operands[1]
        switch kind {
        case .plugin:
            try checkName(name, of: kind)
            let project = wayToProject()
            return write(
                PluginStart.files(named: name).map { (project + $0.path, $0.text) },
                next: ["stet test \(project)tests/\(name)_test.lua", "stet plugins"])
        case .test:
            try checkName(name, of: kind)
            return write(TestStart.files(named: name), next: ["stet test tests/\(name)_test.lua"])
        case .job:
            let path = try jobPath(name)
            return write(
                JobStart.files(at: path),
                next: [
                    "stet test \(shell(path + "_test.lua"))",
                    "stet run --dry-run \(shell(path + ".lua")) FILE",
                ])
        case .rules: return try rules(for: name)
        }
    }

    /// What leads from the working directory up to the project that it is in, if it is in one:
    /// another "plugins" below it would hide the project's.
    private static func wayToProject() -> String {
        do throws(SystemError) {
            let here = try realPath(of: ".")
            let project = try ProjectFolder.containing(here)
            let depth = here.split(separator: "/").count - project.split(separator: "/").count
            return String(repeating: "../", count: depth)
        } catch {
            // Without a working directory nothing can be written, which writing then says.
            return ""
        }
    }

    // MARK: Names

    /// A name that is one in Lua, in a file system and in rules.
    private static func checkName(_ name: String, of kind: Kind) throws(UsageError) {
        let hint = "a \(kind.rawValue) has a name of letters, digits and _, such as fruit_names"
        guard let first = name.utf8.first, name.utf8.count <= 64, !(0x30...0x39).contains(first),
            name.utf8.allSatisfy({ byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
                default: false
                }
            })
        else { throw UsageError("\"\(name)\" is no name for a \(kind.rawValue)", hint: hint) }
        guard name != "stet" else {
            throw UsageError("\"stet\" is the name of Stet's own module", hint: hint)
        }
    }

    /// The path of a job without `.lua`.
    private static func jobPath(_ name: String) throws(UsageError) -> String {
        let path = name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
        let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard !last.isEmpty, last != ".", last != "..", !last.hasPrefix("-"),
            !path.hasPrefix("-"), !path.hasSuffix(".rules"),
            path.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            throw UsageError(
                "\"\(name)\" is no name for a job", hint: "for example: stet new job round_weights")
        }
        return path
    }

    // MARK: Writing

    private static func rules(for path: String) throws(UsageError) -> Int32 {
        guard path != "-", !path.hasSuffix(".lua") else {
            throw UsageError(
                "new rules needs the data file that the rules are for, not \"\(path)\"",
                hint: "for example: stet new rules fruits.csv")
        }
        do {
            let guess = try GuessedRules(path: path)
            let files = [(guess.rulesPath, guess.rulesText), (guess.testPath, guess.testText)]
            for (path, _) in files where FileText.exists(path) {
                throw NewFiles.Refusal.exists(path)
            }
            if let (first, count) = try guess.mistakes() {
                Output.error(
                    "stet: \(path) has \(English.count(count, "mistake")) that no rules mend; the "
                        + "first: \(first.line.map { "line \($0): " } ?? "")\(first.message)")
                Output.error("      mend it first; \"stet check \(path)\" lists all")
                return ExitStatus.notDone
            }
            return write(
                files, next: ["stet check \(shell(path))", "stet test \(shell(guess.testPath))"])
        } catch {
            Output.error("stet: \(error)")
            return ExitStatus.notDone
        }
    }

    private static func write(_ files: [(path: String, text: String)], next: [String]) -> Int32 {
        do throws(NewFiles.Refusal) {
            try NewFiles(files).write()
        } catch {
            Output.error("stet: \(error)")
            return ExitStatus.notDone
        }
        for file in files { Output.write(SafeText.escaped("wrote \(file.path)") + "\n") }
        Output.write("next:\n")
        for command in next { Output.write(SafeText.escaped("  \(command)") + "\n") }
        return ExitStatus.done
    }

    /// A path as a shell takes it.
    private static func shell(_ path: String) -> String {
        let isPlain = path.unicodeScalars.allSatisfy { scalar in
            !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "/._-+,:@%".unicodeScalars.contains(scalar)
        }
        return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
    }
}
