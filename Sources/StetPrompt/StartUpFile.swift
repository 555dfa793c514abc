import Glibc
import StetScripting

/// A script of the user's own that every prompt begins with. It may do anything, so nobody else may
/// be able to write it.
struct StartUpFile {
    let path: String

    /// `rc.lua` in the user's folder of settings; nil: there is no such folder.
    static func standard(environment: (String) -> String?) -> String? {
        if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
            return folder + "/stet/rc.lua"
        }
        guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
        return home + "/.config/stet/rc.lua"
    }

    /// Runs it if it is there; what is wrong with it is said, and the prompt goes on.
    func run(_ runner: EntryRunner) {
        let host = runner.bench.host
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            host.writeError(
                "warning: \(TerminalText.line(path)) is not run: others own it or may write it")
            return
        }
        do {
            let text = try FileText.read(path)
            switch runner.runScript(text, name: "@" + path) {
            case .done, .incomplete, .exit: return
            case .failed(let failure):
                host.writeError(ErrorText.lines(failure, usesColor: host.usesColor))
            }
        } catch {
            host.writeError("warning: \(TerminalText.lines(String(describing: error)))")
        }
    }
}

extension Prompt {
    /// Where the user's own start-up file is, if there is one.
    package static func startUpFile(environment: (String) -> String?) -> String? {
        StartUpFile.standard(environment: environment)
    }
}
