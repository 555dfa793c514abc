import Glibc
import LuaKit
import StetCore
import StetSessions
import StetText

/// What `stet` has for sheets and dialogs in a trusted script.
final class StageModule {
    let stage: Stage
    let flows: ScriptFlows
    private(set) weak var host: ScriptHost?
    private var reporter = 0

    /// - Parameters:
    ///   - table: where `stet` is on the stack.
    ///   - environment: where the environment is.
    static func install(
        in table: Int, environment: Int, of stack: LuaStack, host: ScriptHost
    ) throws(LuaError) -> StageModule {
        let module = StageModule(
            stage: host.stage, ScriptFlows(host.state, environment: environment, of: stack))
        module.host = host
        SheetObject.register(on: stack)
        SheetDeclarationObject.register(on: stack)
        DialogObject.register(on: stack)
        QuestionObject.register(on: stack)
        ListenerObject.register(on: stack)
        SplitViewObject.register(on: stack)
        LinkObject.register(on: stack)
        func add(_ name: String, _ body: @escaping HostFunction) {
            stack.pushFunction(name, body)
            stack.setField(name, of: table)
        }
        add("sheet") { [unowned module] call in
            try SheetReader(module, call).declare(at: module.stage.root, call)
        }
        add("sheets") { [unowned module] call in
            module.push(module.stage.stack, on: call.stack)
            return 1
        }
        add("script") { [unowned module] call in try module.script(call) }
        add("flow") { [unowned module] call in try module.flow(call) }
        add("events") { [unowned module] call in
            call.stack.push(texts: module.stage.log.descriptions)
            return 1
        }
        add("on_event") { [unowned module] call in try module.onEvent(call) }
        add("split_view") { [unowned module] call in
            try SplitViewReader(module, call).make(call)
        }
        DialogModule.install(in: table, of: stack, module)
        try QuestionObject.installAsk(in: table, environment: environment, of: stack, module)
        return module
    }

    private init(stage: Stage, _ flows: ScriptFlows) {
        self.stage = stage
        self.flows = flows
        reporter = stage.log.listen { [unowned self] announcement in
            guard let error = announcement as? HandlerError, !self.flows.isEnding else { return }
            Self.report(error)
        }
    }

    /// Says on standard error what a handler did wrong; nobody else would hear of it.
    private static func report(_ error: HandlerError) {
        // What Lua code printed comes first.
        fflush(nil)
        let line = "stet: \(error.handler): \(error.message)"
        let bytes = Array((SafeText.escaped(line) + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// A list of sheets.
    func push(_ sheets: [SheetHandle], on stack: LuaStack) {
        stack.pushTable(array: sheets.count)
        for (index, sheet) in sheets.enumerated() {
            stack.push(object: SheetObject(self, sheet))
            stack.setElement(index + 1, of: stack.top - 1)
        }
    }

    /// `stet.script{ "swipe", "choose Discard" }`: true, or nil and what was refused. What nothing
    /// wants yet waits.
    private func script(_ call: LuaCall) throws -> Int {
        var inputs: [ScriptedInput] = []
        let stack = call.stack
        func read(_ line: String?) throws {
            guard let line else { throw HostError("stet.script takes lines of text") }
            do throws(Refusal) {
                inputs.append(try ScriptedInput(line))
            } catch {
                throw HostError(error.message)
            }
        }
        if stack.type(at: 1) == .string {
            try read(stack.string(at: 1))
        } else {
            try call.requireTable(1)
            for index in 0..<stack.length(of: 1) {
                try stack.scope {
                    stack.pushElement(index + 1, of: 1)
                    try read(stack.string(at: -1))
                }
            }
        }
        stage.input.feed(inputs)
        if let failure = stage.input.takeFailures().first {
            return call.failure("\(failure.input): \(failure.refusal)")
        }
        stack.push(true)
        return 1
    }

    /// `stet.flow(fn, …)`: runs a function that may wait for answers; the script goes on when it
    /// first waits. True, or nil and what it raised.
    private func flow(_ call: LuaCall) throws -> Int {
        try call.requireFunction(1)
        let function = call.stack.reference(at: 1)
        return attempt(call) { () throws(Refusal) in
            try flows.start(function) { stack in
                for index in 1..<max(call.count, 1) { stack.push(call.stack.value(at: index + 1)) }
                return call.count - 1
            }
            call.stack.push(true)
            return 1
        }
    }

    /// `stet.on_event(fn)`: calls `fn(name, …)` with each event; what it returns ends that.
    private func onEvent(_ call: LuaCall) throws -> Int {
        try call.requireFunction(1)
        let function = call.stack.reference(at: 1)
        let log = stage.log
        let token = log.listen { [flows] announcement in
            do throws(Refusal) {
                try flows.run(function) { stack in
                    stack.push(announcement.name)
                    for detail in announcement.details { stack.push(detail) }
                    return announcement.details.count + 1
                }
            } catch {
                // Not in the log: its listeners would hear of it, and fail again.
                guard !flows.isEnding else { return }
                Self.report(HandlerError(handler: "on_event", message: error.message))
            }
        }
        call.stack.push(object: ListenerObject { log.stopListening(token) })
        return 1
    }

    /// What the script leaves behind that somebody would have to answer; for batch runs, in which
    /// nobody is there.
    var unfinished: [String] {
        var result: [String] = []
        for failure in stage.input.takeFailures() {
            result.append("the input “\(failure.input)” was refused: \(failure.refusal)")
        }
        for dialog in stage.dialogs.unanswered {
            let labels = dialog.request.buttons.map(\.label)
            result.append(
                "the dialog “\(dialog.request.title)” was not answered; stet.script{ \"choose …\" } "
                    + "chooses \(English.list(labels, joiner: "or"))")
        }
        let waiting = stage.input.waiting
        if let input = waiting.first {
            let others =
                waiting.count == 1
                ? "" : ", nor \(English.count(waiting.count - 1, "input")) after it"
            result.append(
                "the input “\(input)” was not used\(others): nothing was there to take it")
        }
        return result
    }
}

/// What ends something when it is called, or by `:stop()`. Twice is once.
final class ListenerObject {
    private var end: (() -> Void)?

    init(_ end: @escaping () -> Void) {
        self.end = end
    }

    static func register(on stack: LuaStack) {
        let stop: HostFunction = { call in
            let listener = try call.object(1, as: ListenerObject.self)
            listener.end?()
            listener.end = nil
            return 0
        }
        LuaType(
            ListenerObject.self, name: "listener", on: stack, methods: [("stop", stop)],
            metamethods: [("__call", stop)])
    }
}
