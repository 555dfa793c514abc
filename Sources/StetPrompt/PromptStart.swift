import StetCore
import StetScripting
import StetStores
import StetText

extension Prompt {
    /// What a prompt begins with.
    package struct Start {
        /// Something that the command line asks for, in its order.
        package enum Step: Sendable {
            /// `-e`: code, and what messages call it.
            case code(String)
            /// `-l`: a module, and the global that holds it.
            case module(String, global: String)
            /// `-c`: what could be typed at the prompt.
            case entries(String)
            /// A script's text, what messages call it, and what it gets as `…`.
            case script([UInt8], name: String, arguments: [String])
        }

        /// Data files to open.
        package var files: [String] = []
        package var rules: String?
        package var dialect = DialectOptions()
        package var steps: [Step] = []
        /// A prompt follows the steps, though there is code or a script among them.
        package var staysInteractive = false
        /// A script of the user's own that is run where there is a person; nil: none.
        package var startUpFile: String?
        /// How tables are shown; nil: boxes on a terminal, and elsewhere what programs read.
        package var mode: TableSpecification.Mode?

        /// Where results go, as with `.output`; nil: standard output.
        package var output: String?
        /// A file that accepted entries are appended to, as with `.log`.
        package var transcript: String?
        /// There is no prompt even on a terminal.
        package var isBatch = false
        /// Entries that fail do not end the input; its status then is 1.
        package var keepsGoing = false

        package init() {}

        /// Whether a prompt follows the steps.
        var endsInPrompt: Bool {
            staysInteractive
                || steps.allSatisfy { if case .module = $0 { true } else { false } }
        }
    }
}

/// Does what the command line asks for before the prompt.
struct PromptStarter {
    let start: Prompt.Start
    let runner: EntryRunner
    let input: PipedInput

    private var bench: Bench { runner.bench }

    /// - Returns: the status to exit with, if it is not for the prompt to go on.
    func run() -> Int32? {
        if let status = openFiles() { return status }
        var numbers = (code: 0, entries: 0)
        for step in start.steps {
            let status: Int32?
            switch step {
            case .code(let code):
                numbers.code += 1
                let place = place("-e", number: numbers.code)
                status = end(of: runner.runScript(Array(code.utf8), name: "=" + place.name), place)
            case .entries(let text):
                numbers.entries += 1
                var place = place("-c", number: numbers.entries)
                if text.utf8.contains(UInt8(ascii: "\n")) { place.label = place.name + ", line " }
                status = input.run(text, at: place)
            case .script(let text, let name, let arguments):
                status = end(
                    of: runner.runScript(text, name: name, arguments: arguments),
                    EntryPlace(name: String(name.drop { $0 == "@" || $0 == "=" })))
            case .module(let name, let global):
                status = end(
                    of: runner.require(name, as: global), EntryPlace(name: "-l \(name)"))
            }
            // Whoever asked for a prompt may want to see what is there after a failure.
            if let status, !(start.staysInteractive && bench.isInteractive && status == 1) {
                return status
            }
        }
        return start.endsInPrompt ? nil : input.leave(0)
    }

    /// `-c 2`; `-e` alone where there is one.
    private func place(_ option: String, number: Int) -> EntryPlace {
        let count = start.steps.count { step in
            switch step {
            case .code: option == "-e"
            case .entries: option == "-c"
            default: false
            }
        }
        return EntryPlace(name: count > 1 ? "\(option) \(number)" : option)
    }

    private func end(of outcome: EntryRunner.Outcome, _ place: EntryPlace) -> Int32? {
        switch outcome {
        case .done, .incomplete: nil
        case .exit(let status): input.leave(status)
        case .failed(let failure): input.stop(for: failure, at: place)
        }
    }

    private func openFiles() -> Int32? {
        runner.signals.begin(.starting)
        defer { runner.signals.begin(.idle) }
        for path in start.files {
            do {
                let table = try bench.workspace.open(
                    path, rules: start.rules, dialect: start.dialect)
                try bench.use(table)
                if bench.isInteractive { bench.introduce(table) } else { bench.sayNotes(of: table) }
            } catch {
                bench.host.writeError("stet: " + TerminalText.lines(String(describing: error)))
                return 2
            }
        }
        return nil
    }
}
