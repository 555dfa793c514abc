import LuaKit
import StetCore
import StetScripting
import StetSessions
import StetText

/// The prompt that a function of the user's makes: `stet.prompt`. It has little time, and where it
/// fails the usual prompt is shown until it is another function.
final class OwnPrompt {
    private let bench: Bench
    private let signals: PromptSignals
    private var failed: LuaReference?

    /// Milliseconds of processor time.
    private static let callTime = 50
    /// Columns that it leaves to type in.
    private static let room = 20

    init(_ bench: Bench, signals: PromptSignals) {
        self.bench = bench
        self.signals = signals
    }

    /// nil: the usual one is to be shown.
    func text() -> PromptText? {
        do throws(LuaError) {
            let stack = try bench.host.state.stack()
            let base = stack.top
            defer { stack.setTop(base) }
            stack.push(bench.host.environment)
            guard stack.pushField("stet", of: base + 1) == .table,
                stack.pushField("prompt", of: base + 2) == .function, !hasFailed(stack)
            else { return nil }
            return call(stack)
        } catch {
            // The world has ended; the usual prompt needs none.
            return nil
        }
    }

    /// Whether it is the function on top that failed before.
    private func hasFailed(_ stack: LuaStack) -> Bool {
        guard let failed else { return false }
        stack.push(failed)
        defer { stack.pop() }
        return stack.isRawEqual(-1, -2)
    }

    private func call(_ stack: LuaStack) -> PromptText? {
        let function = stack.top
        stack.pushCopy(function)
        pushState(on: stack)
        _ = bench.host.state.setCaps(call: Self.callTime, run: 0)
        let activity = signals.begin(.running)
        defer {
            signals.begin(activity)
            _ = bench.host.state.setCaps(call: 0, run: 0)
            bench.host.state.clearAbort()
        }
        var problem = "it gave no text"
        do throws(LuaError) {
            try stack.callCapped(arguments: 1, results: 1)
            if stack.type(at: -1) == .string, let bytes = stack.bytes(at: -1) {
                return shown(String(decoding: bytes, as: UTF8.self))
            }
        } catch {
            problem = error.kind == .callLimit ? "it took too long" : error.description
        }
        failed = stack.reference(at: function)
        bench.say("stet.prompt failed, and the usual prompt is shown: \(problem)")
        return nil
    }

    private func shown(_ text: String) -> PromptText {
        var result = PromptText(isColored: false)
        result.add(PromptText.name(text, width: max(8, bench.screen().columns - Self.room)))
        return result
    }

    /// `{ collection =, records =, is_dirty =, session =, is_session_dirty =, over =, has_failed = }`
    private func pushState(on stack: LuaStack) {
        stack.pushTable(hash: 7)
        let table = stack.top
        func set(_ name: String, _ value: LuaValue) {
            stack.push(value)
            stack.setField(name, of: table)
        }
        if let current = bench.table {
            set("collection", .text(current.globalName))
            set("records", .integer(current.collection.count))
            set("is_dirty", .boolean(current.collection.isDirty))
        }
        if let session = bench.session {
            set("session", .text(session.form.title))
            set("is_session_dirty", .boolean(session.form.isDirty))
        }
        if let over = bench.layersOverSession.last { set("over", .text(over)) }
        set("has_failed", .boolean(bench.hasFailed))
    }
}
