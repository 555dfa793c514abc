import Glibc
import StetScripting

/// The executable: which subcommand, which options, which exit status. The work is elsewhere.
@main
struct Stet {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        let status = run(Array(CommandLine.arguments.dropFirst()))
        Output.flush()
        exit(Output.isClosed ? ExitStatus.pipe : status)
    }

    private static func run(_ arguments: [String]) -> Int32 {
        do throws(UsageError) {
            guard let first = arguments.first else { return try PromptCommand.run([]) }
            switch first {
            case "check": return try CheckCommand.run(Array(arguments.dropFirst()))
            case "show": return try ShowCommand.run(Array(arguments.dropFirst()))
            case "get": return try GetCommand.run(Array(arguments.dropFirst()))
            case "set": return try SetCommand.run(Array(arguments.dropFirst()))
            case "insert": return try InsertCommand.run(Array(arguments.dropFirst()))
            case "delete": return try DeleteCommand.run(Array(arguments.dropFirst()))
            case "recover": return try RecoverCommand.run(Array(arguments.dropFirst()))
            case "trust": return try TrustCommand.run(Array(arguments.dropFirst()))
            case "run": return try RunCommand.run(Array(arguments.dropFirst()))
            case "test": return try TestCommand.run(Array(arguments.dropFirst()))
            case "plugins": return try PluginsCommand.run(Array(arguments.dropFirst()))
            case "doctor": return try DoctorCommand.run(Array(arguments.dropFirst()))
            case "new": return try NewCommand.run(Array(arguments.dropFirst()))
            case "help", "-h", "--help":
                return try HelpCommand.run(Array(arguments.dropFirst()))
            case "-v", "--version":
                Output.write(VersionText.text)
                return ExitStatus.done
            default: break
            }
            if first.hasPrefix("-"), first != "-" { return try PromptCommand.run(arguments) }
            if first.hasSuffix(".rules.lua") { throw UsageError.notData(first) }
            if first.hasSuffix(".lua") || RunCommand.isScript(first) {
                return try RunCommand.run(arguments)
            }
            let isFile = first == "-" || first.contains("/") || first.contains(".")
            guard isFile || FileText.exists(first) else {
                throw UsageError.unknownCommand(first)
            }
            return try PromptCommand.run(arguments)
        } catch {
            Output.error("stet: \(error.message)")
            if let hint = error.hint { Output.error("      \(hint)") }
            return ExitStatus.notDone
        }
    }
}
