import LuaKit
import StetSessions

/// A dialog as a script describes it: the request, and what its buttons do.
struct DialogReader {
    let request: DialogRequest
    /// For each button, what runs when it was chosen.
    private var actions: [LuaReference?] = []
    /// For each button, what `ask` returns for it; nil: its label.
    private var values: [LuaValue?] = []

    private static let known = ["kind", "title", "message", "buttons", "is_presented", "sheet"]

    /// - Parameter kind: nil: as the table says, or an alert if it has no buttons.
    init(_ options: ScriptOptions, kind: DialogRequest.Kind?) throws {
        var buttons: [DialogRequest.Button] = []
        var actions: [LuaReference?] = []
        var values: [LuaValue?] = []
        let stack = options.stack
        _ = try options.list("buttons") { _ in
            guard stack.type(at: -1) != .string else {
                buttons.append(.init(.default, stack.description(at: -1)))
                actions.append(nil)
                values.append(nil)
                return
            }
            let button = try ScriptOptions(
                stack, at: -1, of: "a button", known: ["role", "label", "action", "value"])
            let role = try button.word("role", DialogRequest.Role.self) ?? .default
            guard let label = try button.text("label") ?? (role == .cancel ? "Cancel" : nil) else {
                throw HostError("a button needs a label")
            }
            buttons.append(.init(role, label))
            actions.append(try button.function("action"))
            stack.pushField("value", of: button.table)
            let value = stack.value(at: -1)
            if case .nil = value { values.append(nil) } else { values.append(value) }
        }
        guard let title = try options.text("title") else {
            throw HostError("\(options.owner) needs a title")
        }
        let message = try options.text("message")
        let kind = try kind ?? options.word("kind", DialogRequest.Kind.self)
        if buttons.isEmpty, kind != .actionSheet {
            request = .alert(title: title, message: message)
            actions = [nil]
            values = [nil]
        } else {
            request = DialogRequest(
                kind ?? .actionSheet, title: title, message: message, buttons: buttons)
        }
        self.actions = actions
        self.values = values
        do throws(Refusal) {
            try request.checkAnswerable()
        } catch {
            throw HostError(error.message)
        }
    }

    static func options(_ call: LuaCall, at index: Int, of owner: String) throws -> ScriptOptions {
        try ScriptOptions(call, at: index, of: owner, known: known)
    }

    /// Runs the action of the button that was chosen, if it has one.
    func perform(_ answer: DialogMachine.Answer, _ flows: ScriptFlows) throws(Refusal) {
        guard case .button(let index) = answer, let action = actions[index] else { return }
        try flows.start(action) { _ in 0 }
    }

    /// What `ask` returns: the button's value or label, and its number; nil without a choice.
    func results(of answer: DialogMachine.Answer) -> [LuaValue] {
        guard case .button(let index) = answer else { return [.nil] }
        return [values[index] ?? .text(request.buttons[index].label), .integer(index + 1)]
    }
}

/// `stet.dialog`: shows dialogs.
enum DialogModule {
    static func install(in table: Int, of stack: LuaStack, _ module: StageModule) {
        stack.pushTable(hash: 3)
        let dialog = stack.top
        func add(_ name: String, _ kind: DialogRequest.Kind) {
            stack.pushFunction(name) { [unowned module] call in
                try show(call, at: 1, of: "stet.dialog.\(kind.rawValue)", kind: kind, module)
            }
            stack.setField(kind.rawValue, of: dialog)
        }
        add("alert", .alert)
        add("action_sheet", .actionSheet)
        stack.pushFunction("current") { [unowned module] call in
            if let handle = module.stage.dialogs.current {
                call.stack.push(object: DialogObject(module, handle))
            } else {
                call.stack.pushNil()
            }
            return 1
        }
        stack.setField("current", of: dialog)
        stack.pushTable(hash: 1)
        stack.pushFunction("dialog") { [unowned module] call in
            try show(call, at: 2, of: "stet.dialog", kind: nil, module)
        }
        stack.setField("__call", of: stack.top - 1)
        stack.setMetatable(of: dialog)
        stack.setField("dialog", of: table)
    }

    private static func show(
        _ call: LuaCall, at index: Int, of owner: String, kind: DialogRequest.Kind?,
        _ module: StageModule
    ) throws -> Int {
        let options = try DialogReader.options(call, at: index, of: owner)
        let reader = try DialogReader(options, kind: kind)
        let flag = try options.object("is_presented", as: RefObject.self, called: "a stet.ref")
        let sheet = try options.object("sheet", as: SheetObject.self, called: "a sheet")
        let flows = module.flows
        let owner = sheet?.handle?.number
        return attempt(call) { () throws(Refusal) in
            if let flag {
                let bound = try BoundDialog(flag.reference, reader, owner: owner, module)
                flag.bind(bound)
                call.stack.push(object: DialogObject(module, bound: bound))
                return 1
            }
            let handle = try module.stage.dialogs.ask(reader.request, owner: owner) {
                answer throws(Refusal) in
                try reader.perform(answer, flows)
            }
            call.stack.push(object: DialogObject(module, handle))
            return 1
        }
    }
}

/// A dialog that is shown while a reference of the script is true.
final class BoundDialog {
    private let reference: StetSessions.Reference<RefValue?>
    private let flag: StetSessions.Reference<Bool>
    private var binding: DialogBinding?
    private var token = 0
    private var flagToken = 0

    init(
        _ reference: StetSessions.Reference<RefValue?>, _ reader: DialogReader, owner: Int?,
        _ module: StageModule
    ) throws(Refusal) {
        self.reference = reference
        let flag = StetSessions.Reference(reference.value?.value.isTrue == true)
        self.flag = flag
        flagToken = flag.watch { [reference] isShown in
            if !isShown, reference.value?.value.isTrue == true { reference.value = RefValue(false) }
        }
        let flows = module.flows
        binding = try DialogBinding(
            reader.request, on: module.stage.dialogs, owner: owner, isPresented: flag
        ) { answer throws(Refusal) in
            try reader.perform(answer, flows)
        }
        token = reference.watch { [weak flag] value in
            flag?.value = value?.value.isTrue == true
        }
    }

    var handle: DialogHandle? { binding?.handle }

    func remove() {
        reference.stopWatching(token)
        flag.stopWatching(flagToken)
        binding?.remove()
    }
}

/// A dialog that was shown, as scripts see it.
final class DialogObject {
    private let module: StageModule
    private let fixed: DialogHandle?
    private let bound: BoundDialog?

    init(_ module: StageModule, _ handle: DialogHandle) {
        self.module = module
        fixed = handle
        bound = nil
    }

    init(_ module: StageModule, bound: BoundDialog) {
        self.module = module
        fixed = nil
        self.bound = bound
    }

    private var handle: DialogHandle? { fixed ?? bound?.handle }

    static func register(on stack: LuaStack) {
        LuaType(
            DialogObject.self, name: "dialog", on: stack,
            methods: [
                ("title", title), ("message", message), ("labels", labels), ("is_shown", isShown),
                ("answer", answer), ("choose", choose), ("cancel", cancel), ("withdraw", withdraw),
                ("remove", remove),
            ])
    }

    private static func subject(_ call: LuaCall) throws -> DialogObject {
        try call.object(1, as: DialogObject.self)
    }

    private static func title(_ call: inout LuaCall) throws -> Int {
        call.stack.push(try subject(call).handle.map { .text($0.request.title) } ?? .nil)
        return 1
    }

    private static func message(_ call: inout LuaCall) throws -> Int {
        let message = try subject(call).handle?.request.message
        call.stack.push(message.map { .text($0) } ?? .nil)
        return 1
    }

    private static func labels(_ call: inout LuaCall) throws -> Int {
        call.stack.push(texts: try subject(call).handle?.request.buttons.map(\.label) ?? [])
        return 1
    }

    /// Whether it waits for an answer now; one that waits for another dialog is not shown yet.
    private static func isShown(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let handle = object.handle
        call.stack.push(handle != nil && object.module.stage.dialogs.current === handle)
        return 1
    }

    /// The label of the button that was chosen; nil before, and without a choice.
    private static func answer(_ call: inout LuaCall) throws -> Int {
        let handle = try subject(call).handle
        if let handle, case .button(let index)? = handle.answer {
            call.stack.push(handle.request.buttons[index].label)
        } else {
            call.stack.pushNil()
        }
        return 1
    }

    /// `choose(label or number)`: true, or nil and a message.
    private static func choose(_ call: inout LuaCall) throws -> Int {
        let answer = call.stack.integer(at: 2).map(String.init) ?? nil
        let meant = try answer ?? call.string(2)
        return try act(call) { dialogs throws(Refusal) in try dialogs.choose(meant) }
    }

    /// Escape.
    private static func cancel(_ call: inout LuaCall) throws -> Int {
        try act(call) { dialogs throws(Refusal) in try dialogs.escape() }
    }

    private static func act(
        _ call: LuaCall, _ act: (DialogBoard) throws(Refusal) -> Void
    ) throws -> Int {
        let object = try subject(call)
        let dialogs = object.module.stage.dialogs
        return attempt(call) { () throws(Refusal) in
            guard let handle = object.handle, dialogs.current === handle else {
                throw Refusal(.state, "the dialog is not shown")
            }
            try act(dialogs)
            call.stack.push(true)
            return 1
        }
    }

    /// It closes, and no action runs.
    private static func withdraw(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        return attempt(call) { () throws(Refusal) in
            guard let handle = object.handle else {
                throw Refusal(.state, "the dialog is not shown")
            }
            try object.module.stage.dialogs.withdraw(handle)
            call.stack.push(true)
            return 1
        }
    }

    /// The reference of the dialog counts no longer.
    private static func remove(_ call: inout LuaCall) throws -> Int {
        try subject(call).bound?.remove()
        return 0
    }
}
