import LuaKit
import StetSessions

/// A question that a function of the script asks and whose answer it waits for.
final class QuestionObject {
    private let reader: DialogReader
    fileprivate(set) var answer: DialogMachine.Answer?
    fileprivate var thread: LuaReference?

    private init(_ reader: DialogReader) {
        self.reader = reader
    }

    static func register(on stack: LuaStack) {
        LuaType(QuestionObject.self, name: "question", on: stack)
    }

    /// Waiting is Lua's own: only a function of Lua can be gone on with in its middle. It may be
    /// resumed by others, too, so it looks whether there is an answer.
    private static let waiter = """
        local begin, answer, running, can_wait, wait = ...
        return function(sheet, request)
          local question, message = begin(sheet, request, running(), can_wait())
          if not question then error(message, 2) end
          while true do
            local is_answered, choice, number = answer(question)
            if is_answered then return choice, number end
            wait()
          end
        end
        """

    /// Installs `stet.ask{ … }` and the method `sheet:ask{ … }`: the label of the button that was
    /// chosen, or its value, and its number; nil if it was closed without a choice.
    static func installAsk(
        in table: Int, environment: Int, of stack: LuaStack, _ module: StageModule
    ) throws(LuaError) {
        let base = stack.top
        defer { stack.setTop(base) }
        stack.pushField("coroutine", of: environment)
        let coroutine = stack.top
        try stack.load(Array(waiter.utf8), name: "=stet", environment: environment)
        stack.pushFunction("ask") { [unowned module] call in begin(call, module) }
        stack.pushFunction("answer", result)
        for name in ["running", "isyieldable", "yield"] { stack.pushField(name, of: coroutine) }
        try stack.call(arguments: 5, results: 1)
        let ask = stack.top
        // As a method of sheets.
        stack.push(object: SheetObject(module, nil))
        _ = stack.pushMetatable(of: -1)
        stack.pushField("__index", of: -1)
        stack.pushCopy(ask)
        stack.setField("ask", of: stack.top - 1)
        // As a function, over whatever is there.
        try stack.load(
            Array("local ask = ... return function(request) return ask(nil, request) end".utf8),
            name: "=stet", environment: environment)
        stack.pushCopy(ask)
        try stack.call(arguments: 1, results: 1)
        stack.setField("ask", of: table)
    }

    /// Shows the dialog; a question, or nil and what is wrong with it.
    private static func begin(_ call: LuaCall, _ module: StageModule) -> Int {
        let stack = call.stack
        do {
            let owner = call.isNone(1) ? nil : try call.object(1, as: SheetObject.self).handle
            if let owner, !owner.isPresented, owner.state != .presenting {
                throw HostError("the sheet “\(owner.name)” is not presented")
            }
            let name = call.isNone(1) ? "stet.ask" : "ask"
            let reader = try DialogReader(
                DialogReader.options(call, at: 2, of: name), kind: nil)
            let question = QuestionObject(reader)
            let flows = module.flows
            let handle = try module.stage.dialogs.ask(reader.request, owner: owner?.number) {
                answer throws(Refusal) in
                question.answer = answer
                try reader.perform(answer, flows)
                if let thread = question.thread { try flows.answered(thread) }
            }
            if question.answer == nil {
                guard stack.boolean(at: 4) else {
                    try module.stage.dialogs.withdraw(handle)
                    throw HostError(
                        "the dialog “\(reader.request.title)” has no answer, and nothing can wait "
                            + "here: ask in a stet.flow, or let stet.script answer beforehand")
                }
                question.thread = flows.wait(threadAt: 3, of: stack)
            }
            stack.push(object: question)
            return 1
        } catch {
            return call.failure(String(describing: error))
        }
    }

    /// Whether there is an answer, and what it is.
    private static func result(_ call: inout LuaCall) throws -> Int {
        let question = try call.object(1, as: QuestionObject.self)
        call.stack.push(question.answer != nil)
        guard let answer = question.answer else { return 1 }
        let results = question.reader.results(of: answer)
        for result in results { call.stack.push(result) }
        return 1 + results.count
    }
}
