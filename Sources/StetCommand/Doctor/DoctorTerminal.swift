import Glibc
import StetText

/// What the terminal can show, and why there is colour or not.
enum DoctorTerminal {
    private static let group = "Terminal"

    static func look(_ report: inout DoctorReport, _ choice: Style.Choice) {
        let isTerminal = Output.isTerminal
        let name = variable("TERM") ?? ""
        switch name {
        case "":
            report.add(
                group, isTerminal ? .warning : .ok, "TERM is not set: the prompt draws nothing",
                advice: isTerminal ? "let TERM name the terminal, such as xterm-256color" : nil)
        case "dumb": report.add(group, "TERM is dumb: the prompt draws nothing")
        default: report.add(group, "TERM is \(name)")
        }
        if isTerminal {
            var size = winsize()
            if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
                report.add(group, "\(size.ws_col) columns, \(size.ws_row) rows")
            } else {
                report.add(
                    group, .warning, "the terminal does not tell its size: 80 columns are taken",
                    advice: "stty cols 100 rows 40 sets it")
            }
        } else {
            report.add(group, "standard output is no terminal")
        }
        locale(&report)
        report.add(
            group,
            "results are \(Output.style(choice).isColored ? "" : "not ")coloured: "
                + why(choice, isTerminal, name))
    }

    private static func locale(_ report: inout DoctorReport) {
        // The first that is set and not empty counts.
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let found = names.lazy.compactMap { name in variable(name).map { (name, $0) } }.first
        guard let (name, value) = found else {
            report.add(
                group, .warning, "no locale is set; Stet takes UTF-8, other programs may not",
                advice: "export LANG=C.UTF-8")
            return
        }
        let spelled = value.lowercased()
        if spelled.contains("utf-8") || spelled.contains("utf8") {
            report.add(group, "\(name) is \(value)")
        } else {
            report.add(
                group, .warning,
                "\(name) is \(value), which is not UTF-8; Stet takes UTF-8 all the same",
                advice: "export \(name)=C.UTF-8")
        }
    }

    private static func why(
        _ choice: Style.Choice, _ isTerminal: Bool, _ terminal: String
    ) -> String {
        switch choice {
        case .always, .never: return "--color \(choice.rawValue) says so"
        case .auto: break
        }
        if let value = variable("FORCE_COLOR") { return "FORCE_COLOR is \(value)" }
        if variable("NO_COLOR") != nil { return "NO_COLOR is set" }
        if variable("CLICOLOR") == "0" { return "CLICOLOR is 0" }
        guard isTerminal else { return "standard output is no terminal" }
        return terminal == "dumb" ? "TERM is dumb" : "standard output is a terminal"
    }

    /// A variable that is set and not empty.
    static func variable(_ name: String) -> String? {
        let value = getenv(name).map { String(cString: $0) } ?? ""
        return value.isEmpty ? nil : value
    }
}
