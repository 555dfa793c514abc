import StetPrompt
import StetScripting
import StetText

/// `stet plugins [--json]`
enum PluginsCommand {
    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        var parser = OptionParser(
            "plugins", arguments, options: [.flag("--json"), .flag("--help", "-h")])
        var wantsJSON = false
        while let item = try parser.next() {
            switch item {
            case .option("--json", _): wantsJSON = true
            case .option: return try HelpCommand.run(["plugins"])
            case .operand(let text):
                throw UsageError(
                    "plugins takes no operand such as \"\(text)\"",
                    hint: "it lists the plugins that the working directory finds")
            }
        }
        let inventory = PluginShelf(startingAt: "").inventory
            .without(commandsOfPrompt: Prompt.commandNames)
        let report = PluginReport(inventory)
        if wantsJSON {
            Output.write(report.json)
        } else if inventory.entries.isEmpty {
            Output.error("no plugins: \(report.searched)")
        } else {
            let lines = report.text.split(separator: "\n", omittingEmptySubsequences: false)
            Output.write(lines.map { SafeText.escaped(String($0)) }.joined(separator: "\n"))
        }
        return report.isClean ? ExitStatus.done : ExitStatus.findings
    }
}
