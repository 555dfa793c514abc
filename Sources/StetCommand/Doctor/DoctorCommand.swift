import Glibc
import LuaKit
import StetPrompt
import StetRules
import StetScripting
import StetStores
import StetText

/// `stet doctor [--json]`
enum DoctorCommand {
    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        var parser = OptionParser(
            "doctor", arguments,
            options: [.flag("--json"), .value("--color"), .flag("--help", "-h")])
        var wantsJSON = false
        var color = Style.Choice.auto
        while let item = try parser.next() {
            switch item {
            case .option("--json", _): wantsJSON = true
            case .option("--color", let text):
                color = try OptionParser.choice(text, for: "--color")
            case .option: return try HelpCommand.run(["doctor"])
            case .operand(let text):
                throw UsageError("doctor takes no operand such as \"\(text)\"")
            }
        }
        let report = report(color)
        if wantsJSON {
            Output.write(report.json)
        } else {
            Output.write(report.text(Output.style(color)))
            Output.error(report.summary)
        }
        return report.count(.error) > 0 ? ExitStatus.findings : ExitStatus.done
    }

    /// Looks at everything.
    static func report(_ color: Style.Choice) -> DoctorReport {
        var report = DoctorReport()
        versions(&report)
        bugs(&report)
        DoctorTerminal.look(&report, color)
        DoctorFolders.look(&report)
        plugins(&report)
        DoctorTrust.look(&report)
        return report
    }

    private static func versions(_ report: inout DoctorReport) {
        for text in [
            "stet \(StetVersion.text)", LuaState.release,
            "GNU readline \(PromptLibrary.version)", "SQLite \(Database.libraryVersion)",
            "PCRE2 \(Pattern.libraryVersion)", "zlib \(Compression.libraryVersions.zlib)",
            "Zstandard \(Compression.libraryVersions.zstd)",
        ] {
            report.add("Versions", text)
        }
    }

    private static func bugs(_ report: inout DoctorReport) {
        let group = "Known bugs of \(LuaState.release)"
        var absent = 0
        for bug in LuaLibraryBug.all {
            let isPresent: Bool
            do throws(LuaError) {
                isPresent = try bug.isPresent()
            } catch {
                report.add(group, .warning, "\(bug.name): cannot be tried: \(error)")
                continue
            }
            guard isPresent else {
                absent += 1
                continue
            }
            if let guarding = bug.guarding {
                report.add(group, "guarded: \(bug.name) (\(bug.mending)): \(guarding)")
            } else {
                report.add(
                    group, .warning, "not guarded: \(bug.name) (\(bug.mending))",
                    advice: bug.advice)
            }
        }
        if absent > 0 { report.add(group, "\(English.count(absent, "other")) are not in it") }
    }

    private static func plugins(_ report: inout DoctorReport) {
        let group = "Plugins"
        let inventory = PluginShelf(startingAt: "").inventory
            .without(commandsOfPrompt: Prompt.commandNames)
        let usable = inventory.entries.filter { $0.isUsable }
        if usable.isEmpty {
            report.add(group, "none is found from this folder")
        } else {
            report.add(
                group,
                "\(English.count(usable.count, "plugin")): "
                    + English.list(usable.map(\.file.name)) + " (stet plugins tells more)")
        }
        for complaint in inventory.complaints { report.add(group, .warning, complaint) }
    }
}
