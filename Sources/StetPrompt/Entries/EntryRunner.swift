import Glibc
import LuaKit
import StetCore
import StetScripting
import StetSessions
import StetStores
import StetText

/// Obeys what was typed: commands and Lua alike. One entry is one step of undo, and is taken back
/// whole if it fails.
final class EntryRunner {
    enum Outcome {
        case done
        /// Lua that asks for more lines.
        case incomplete
        case failed(Failure)
        /// The prompt is to end with this status.
        case exit(Int32)
    }

    struct Failure {
        /// For people, without a full stop.
        var message: String
        /// What is said beside, line by line.
        var details: [String] = []
        var error: LuaError?

        var isInterrupt: Bool { error?.kind == .interrupted }
    }

    let bench: Bench
    let signals: PromptSignals
    private let evaluator: Evaluator
    private let work: LongWork
    /// What is being run, and where it was typed.
    private var running = (entry: "", place: EntryPlace())
    /// Shows how far an entry is; nil: there is no screen.
    var progress: ProgressLine?

    init(_ bench: Bench, signals: PromptSignals, work: LongWork = LongWork()) {
        self.work = work
        self.bench = bench
        self.signals = signals
        evaluator = Evaluator(bench.host)
        evaluator.printer = { [unowned bench] in bench.valuePrinter($0, $1) }
        evaluator.showOwnForm = { [unowned bench] stack, index throws(LuaError) in
            do {
                return try bench.showRecords(stack, at: index)
            } catch let error as LuaError {
                throw error
            } catch {
                throw LuaError(
                    work.isStopped ? .interrupted : .runtime, Failure(error).message)
            }
        }
        bench.showLastValues = { [evaluator, unowned bench] in
            guard !evaluator.lastValues.isEmpty else { throw CommandError("no value was printed") }
            try evaluator.showAll(width: bench.width ?? bench.screen().columns)
        }
    }

    /// - Parameter place: where it was typed, for messages.
    func run(_ entry: [UInt8], at place: EntryPlace = EntryPlace()) -> Outcome {
        running = (String(decoding: entry, as: UTF8.self), place)
        defer { running = ("", EntryPlace()) }
        bench.refreshPlugins()
        if let reading = bench.commands.read(entry) {
            switch reading {
            case .wrong(let error): return .failed(Failure(error))
            case .command(let command, let text):
                return attempt {
                    try command.run(bench, text)
                    return .done
                }
            }
        }
        if let number = dialogNumber(entry) {
            return attempt {
                try SheetCommands.answer(number, bench)
                return .done
            }
        }
        return attempt {
            try evaluator.evaluate(
                entry, at: place, environment: bench.entryEnvironment(),
                limits: bench.presentLimits) ? .done : .incomplete
        }
    }

    /// While a dialog is shown, the number of a button is an answer.
    private func dialogNumber(_ entry: [UInt8]) -> String? {
        let text = String(decoding: entry, as: UTF8.self).trimmed
        guard let number = Int(text), let dialog = bench.foreground.dialog,
            dialog.request.buttons.indices.contains(number - 1)
        else { return nil }
        return text
    }

    /// Runs a script; what it makes global, or local at its top, stays.
    func runScript(_ text: [UInt8], name: String, arguments: [String] = []) -> Outcome {
        attempt {
            try evaluator.runScript(text, name: name, arguments: arguments)
            return .done
        }
    }

    /// Has a module be loaded, and a global of a name hold it.
    func require(_ module: String, as global: String) -> Outcome {
        attempt {
            try bench.host.scripts.require(module, as: global)
            return .done
        }
    }

    /// Whether a global of this name exists.
    func hasGlobal(_ name: String) -> Bool {
        do throws(LuaError) {
            return try bench.globalNames().contains(name)
        } catch {
            return false
        }
    }

    private func attempt(_ body: () throws -> Outcome) -> Outcome {
        work.reset()
        signals.begin(.running)
        bench.sink.begin()
        progress?.begin()
        defer {
            progress?.end()
            signals.begin(.idle)
            bench.sink.end()
            // A Ctrl-C that came too late must not stop the next entry.
            bench.host.state.clearAbort()
        }
        let began = Beginning(bench)
        bench.timeWaited = 0
        bench.rowsShown = 0
        let shown = (bench.view, bench.columns, bench.listed)
        let before = bench.workspace.tables.map { ($0, $0.collection.lastChange) }
        bench.hasFailed = true
        do {
            let outcome = try LongWork.$current.withValue(work) {
                try bench.workspace.entry(body)
            }
            progress?.end()
            bench.hasFailed = false
            bench.showForeground(isChangeTold: announce(since: before))
            if case .incomplete = outcome { return outcome }
            tellTime(since: began)
            return outcome
        } catch is QuitRequest {
            bench.hasFailed = false
            return .exit(0)
        } catch let error as LuaError {
            if case .exit(let status) = error.kind {
                return .exit(Int32(truncatingIfNeeded: status))
            }
            progress?.end()
            (bench.view, bench.columns, bench.listed) = shown
            bench.lastError = error
            bench.showForeground(isChangeTold: false)
            return .failed(
                Failure(
                    message: EntryPlace.shown(error.description),
                    details: excerpt(of: error) + ErrorText.calls(of: error), error: error))
        } catch {
            progress?.end()
            (bench.view, bench.columns, bench.listed) = shown
            bench.showForeground(isChangeTold: false)
            guard work.isStopped else { return .failed(Failure(error)) }
            return .failed(Failure(LuaError(.interrupted, CollectionError.interrupted.message)))
        }
    }

    private func excerpt(of error: LuaError) -> [String] {
        guard bench.isInteractive, error.kind != .interrupted else { return [] }
        do throws(LuaError) {
            let methods = ["collection", "view", "session"].flatMap {
                LuaDocumentation.members(of: $0).map(\.name)
            }
            return ErrorExcerpt(
                record: bench.record, globals: try bench.globalNames(), methods: methods
            ).lines(for: error, entry: running.entry, at: running.place)
        } catch {
            // The world has ended; its error is told all the same.
            return []
        }
    }

    /// Says what was changed, and how to undo it.
    ///
    /// - Returns: whether there was anything to say.
    private func announce(since before: [(TableObject, Int)]) -> Bool {
        var isChanged = false
        for (table, last) in before where table.collection.lastChange > last {
            guard let change = table.collection.changes().last else { continue }
            bench.say("\(table.globalName): \(change.summary); .undo takes it back")
            isChanged = true
        }
        return isChanged
    }

    /// What an entry began with.
    private struct Beginning {
        let time = MonotonicClock.now
        let processorTime = ProcessUsage.now.processorTime
        let memory: Int

        init(_ bench: Bench) {
            memory = bench.host.state.memoryUsed
        }
    }

    private func tellTime(since began: Beginning) {
        let waited = bench.timeWaited + bench.sink.timeWaited
        let nanoseconds = MonotonicClock.now - began.time - waited
        guard bench.showsTime || nanoseconds > 1_000_000_000 else { return }
        var parts = [TimeText.text(nanoseconds: nanoseconds)]
        let processor = ProcessUsage.now.processorTime - began.processorTime
        parts.append("processor \(TimeText.text(nanoseconds: processor))")
        let growth = bench.host.state.memoryUsed - began.memory
        if abs(growth) >= 1 << 10 {
            parts.append("Lua \(growth > 0 ? "+" : "-")\(abs(growth) >> 10) KiB")
        }
        if bench.rowsShown > 0 { parts.append(English.count(bench.rowsShown, "row")) }
        bench.say(parts.joined(separator: ", "))
    }
}

extension EntryRunner.Failure {
    init(_ error: any Error) {
        switch error {
        case let error as LuaError:
            self.init(message: error.description, error: error)
        case let error as CommandError:
            self.init(message: error.message, details: error.details)
        case let error as CollectionError:
            let findings = error.findings.prefix(10).map { finding in
                let key = finding.key.map { RecordKey($0).description + ": " } ?? ""
                let field = finding.field.map { "\($0): " } ?? ""
                return TerminalText.line("  \(key)\(field)\(finding.message) [\(finding.code)]")
            }
            self.init(message: error.message, details: findings)
        default:
            self.init(message: String(describing: error))
        }
    }
}
