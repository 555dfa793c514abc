import LuaKit
import StetCheck
import StetCore
import StetStores

/// A report that a plugin writes as findings come. Its functions run on a thread of their own;
/// whoever delivers findings waits when that is far behind.
///
/// Unsafe code: the Lua world and `write` are used by that thread alone, between its start and
/// its end; everything else is in `mail`, under its lock. That makes it Sendable.
package final class PluginReporter: Reporter, @unchecked Sendable {
    private enum Letter {
        case begin([String])
        case finding(Finding)
        case finish([CheckReport])
    }

    private struct Mail {
        var letters: [Letter] = []
        /// What it has to say ends here; nil: more may come.
        var isOver = false
        var failure: String?
        /// The thread has written all that it took.
        var isIdle = false
    }

    package let findingLimit: Int?
    package let showsExcerpts = false
    private let mail = Monitor(Mail())
    private let write: ([UInt8]) -> Void
    private let shelf: PluginShelf
    private let entry: PluginEntry
    private let name: String
    private let caps: RuleCaps
    private var reports: [CheckReport] = []
    private var isRunning = false

    /// As many findings wait at most.
    private static let patience = 4096

    /// - Throws: why there is no such reporter.
    package init(
        _ name: String, of shelf: PluginShelf, files: [String], limit: Int?,
        caps: RuleCaps = RuleCaps(), write: @escaping ([UInt8]) -> Void
    ) throws(RulesError) {
        guard let entry = shelf.inventory.owner(of: name, .reporters) else {
            throw RulesError("no plugin has the reporter \"\(name)\"")
        }
        self.entry = entry
        self.shelf = shelf
        self.name = name
        self.caps = caps
        self.write = write
        findingLimit = limit
        mail.withLock { $0.letters.append(.begin(files)) }
        isRunning = WorkerThread.start { [self] in work() } != nil
        if !isRunning { mail.withLock { $0.failure = "there is no thread left for a reporter" } }
    }

    /// Why it could not write all; nil: it could.
    package var failure: String? { mail.withLock { $0.failure } }

    package func begin(file: String) {}

    package func add(_ finding: Finding) { send(.finding(finding)) }

    /// Returns once all findings of the file are written, so that what is said of it comes after.
    package func end(_ report: CheckReport) {
        reports.append(report)
        mail.wait(until: { $0.isIdle && $0.letters.isEmpty || $0.failure != nil }, { _ in })
    }

    /// Waits until everything is written.
    package func finish() {
        send(.finish(reports))
        mail.wait(until: { $0.isOver || $0.failure != nil }, { _ in })
    }

    private func send(_ letter: Letter) {
        mail.wait(
            until: { $0.letters.count < Self.patience || $0.failure != nil },
            { if $0.failure == nil { $0.letters.append(letter) } })
        mail.broadcast()
    }

    // MARK: The thread

    private func work() {
        do {
            var configuration = LuaState.Configuration()
            configuration.memoryLimit = caps.memory
            let state = try LuaState(configuration)
            defer { state.close() }
            let stack = try state.stack()
            let module = RulesModule(on: stack)
            let names = PluginNames(shelf, module, on: stack, loadLimit: caps.load)
            state.setCaps(call: 0, run: caps.load)
            _ = try names.load(entry, on: stack)
            state.setCaps(call: caps.call, run: 0)
            try obey(ReporterFunctions(names: names, entry: entry, name: name), stack)
            mail.withLock { $0.isOver = true }
        } catch {
            let text = String(describing: error)
            let isLimit = (error as? LuaError)?.kind == .callLimit
            mail.withLock {
                $0.failure =
                    "the reporter \"\(name)\" of the plugin \"\(entry.file.name)\" failed: "
                    + (isLimit ? "a call took longer than \(Double(caps.call) / 1000) s" : text)
            }
        }
        mail.broadcast()
    }

    private func obey(_ functions: ReporterFunctions, _ stack: LuaStack) throws {
        while true {
            mail.withLock { $0.isIdle = true }
            mail.broadcast()
            let letters = mail.wait(until: { !$0.letters.isEmpty }) { mail in
                defer { (mail.letters, mail.isIdle) = ([], false) }
                return mail.letters
            }
            mail.broadcast()
            var text: [UInt8] = []
            defer { if !text.isEmpty { write(text) } }
            for letter in letters {
                switch letter {
                case .begin(let files): text += try functions.begin(files, on: stack)
                case .finding(let finding): text += try functions.add(finding, on: stack)
                case .finish(let reports):
                    text += try functions.finish(reports, on: stack)
                    return
                }
            }
        }
    }
}
