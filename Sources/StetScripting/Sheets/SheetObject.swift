import LuaKit
import StetSessions

/// A presented sheet as its content and its handlers see it.
final class SheetObject {
    let module: StageModule
    /// nil: the root, which presents sheets and is none.
    let handle: SheetHandle?
    private let item: LuaValue?

    init(_ module: StageModule, _ handle: SheetHandle?, item: LuaValue? = nil) {
        self.module = module
        self.handle = handle
        self.item = item
    }

    static func register(on stack: LuaStack) {
        LuaType(
            SheetObject.self, name: "sheet", on: stack,
            methods: [
                ("name", name), ("id", identity), ("item", item), ("state", state),
                ("is_presented", isPresented), ("dismiss", dismiss),
                ("attempt_dismiss", attemptDismiss), ("set_modal", setModal),
                ("on_attempt", onAttempt), ("presenter", presenter), ("presented", presented),
                ("sheet", sheet), ("stack", sheetStack), ("page", page), ("next", next),
                ("back", back), ("messages", messages),
            ],
            metamethods: [("__eq", isEqual), ("__tostring", text)])
    }

    static func subject(_ call: LuaCall) throws -> SheetObject {
        try call.object(1, as: SheetObject.self)
    }

    /// The sheet; a mistake of the script if it is the root.
    private static func sheet(_ call: LuaCall) throws -> SheetHandle {
        guard let handle = try subject(call).handle else {
            throw HostError("the root presents sheets; it is none, and has no '\(call.name)'")
        }
        return handle
    }

    // MARK: What it is

    private static func name(_ call: inout LuaCall) throws -> Int {
        call.stack.push(try subject(call).handle?.name ?? "root")
        return 1
    }

    private static func identity(_ call: inout LuaCall) throws -> Int {
        if let identity = try subject(call).handle?.identity {
            call.stack.push(identity)
        } else {
            call.stack.pushNil()
        }
        return 1
    }

    private static func item(_ call: inout LuaCall) throws -> Int {
        call.stack.push(try subject(call).item ?? .nil)
        return 1
    }

    private static func state(_ call: inout LuaCall) throws -> Int {
        call.stack.push(try subject(call).handle?.state.rawValue ?? "root")
        return 1
    }

    private static func isPresented(_ call: inout LuaCall) throws -> Int {
        call.stack.push(try subject(call).handle?.isPresented ?? false)
        return 1
    }

    private static func isEqual(_ call: inout LuaCall) throws -> Int {
        let left = call.stack.object(at: 1, as: SheetObject.self)
        let right = call.stack.object(at: 2, as: SheetObject.self)
        call.stack.push(left != nil && right != nil && left?.handle === right?.handle)
        return 1
    }

    private static func text(_ call: inout LuaCall) throws -> Int {
        let handle = try subject(call).handle
        call.stack.push(handle.map { "sheet \($0.name) (\($0.state.rawValue))" } ?? "sheet root")
        return 1
    }

    // MARK: Going away

    /// `dismiss([result])`: true, or false and why not.
    private static func dismiss(_ call: inout LuaCall) throws -> Int {
        guard let handle = try subject(call).handle else { return refused(call, "the root stays") }
        do throws(Refusal) {
            try handle.dismiss(result: call.isNone(2) ? nil : call.stack.value(at: 2))
            call.stack.push(true)
            return 1
        } catch {
            return refused(call, error.message)
        }
    }

    /// `attempt_dismiss()`: true, or false and `modal`, or `queued` if a handler is running.
    private static func attemptDismiss(_ call: inout LuaCall) throws -> Int {
        let handle = try sheet(call)
        do throws(Refusal) {
            switch try handle.attemptDismiss() {
            case .dismissed:
                call.stack.push(true)
                return 1
            case .modal: return refused(call, "modal")
            case .queued: return refused(call, "queued")
            }
        } catch {
            return call.failure(error.message)
        }
    }

    private static func refused(_ call: LuaCall, _ message: String) -> Int {
        call.stack.push(false)
        call.stack.push(message)
        return 2
    }

    /// `set_modal(bool or function)`
    private static func setModal(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let handle = try sheet(call)
        handle.isModal = try modality(call.stack, at: 2, object.module)(handle)
        return 0
    }

    static func modality(
        _ stack: LuaStack, at index: Int, _ module: StageModule
    ) throws -> (SheetHandle) -> Modality {
        switch stack.type(at: index) {
        case .boolean:
            let isModal = stack.boolean(at: index)
            return { _ in .fixed(isModal) }
        case .function:
            let function = stack.reference(at: index)
            return { handle in
                .asked { [unowned handle] () throws(Refusal) in
                    try module.flows.call(function) { stack in
                        stack.push(object: SheetObject(module, handle))
                        return 1
                    } _: { stack, first in
                        stack.boolean(at: first)
                    }
                }
            }
        default:
            throw HostError(
                "modal is true, false or a function, not a \(stack.typeName(at: index))")
        }
    }

    /// `on_attempt(fn)`: one more handler of refused attempts.
    private static func onAttempt(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let handle = try sheet(call)
        try call.requireFunction(2)
        let function = call.stack.reference(at: 2)
        handle.onAttemptToDismiss { [unowned handle] () throws(Refusal) in
            try object.module.flows.start(function) { stack in
                stack.push(object: SheetObject(object.module, handle, item: object.item))
                return 1
            }
        }
        return 0
    }

    // MARK: Sheets under and over it

    /// The sheet that presents this one, or the root.
    private static func presenter(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let stack = object.module.stage.stack
        guard let index = stack.firstIndex(where: { $0 === object.handle }) else {
            return call.failure("the sheet is not presented")
        }
        let below = index > 0 ? stack[index - 1] : nil
        call.stack.push(object: SheetObject(object.module, below))
        return 1
    }

    /// The sheet over this one, if there is one.
    private static func presented(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let number = object.handle?.number ?? 0
        if let above = Presenter(number: number, stage: object.module.stage).presented {
            call.stack.push(object: SheetObject(object.module, above))
        } else {
            call.stack.pushNil()
        }
        return 1
    }

    /// `sheet{ … }`: as `stet.sheet`, over this one.
    private static func sheet(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let reader = try SheetReader(object.module, call, at: 2)
        let number = object.handle?.number ?? 0
        return try reader.declare(
            at: Presenter(number: number, stage: object.module.stage), call)
    }

    /// The sheets that are presented, outermost first.
    private static func sheetStack(_ call: inout LuaCall) throws -> Int {
        let module = try subject(call).module
        module.push(module.stage.stack, on: call.stack)
        return 1
    }

    // MARK: Pages

    private static func pages(_ call: LuaCall) throws -> SheetPages {
        let handle = try sheet(call)
        guard let pages = handle.pages else {
            throw HostError("the sheet “\(handle.name)” has no pages")
        }
        return pages
    }

    /// `page()`: the number of the page, its title, and how many there are; nil at the end.
    private static func page(_ call: inout LuaCall) throws -> Int {
        let pages = try pages(call)
        guard let index = pages.index else {
            call.stack.pushNil()
            return 1
        }
        call.stack.push(index + 1)
        call.stack.push(pages.pages[index].title)
        call.stack.push(pages.pages.count)
        return 3
    }

    /// `next()`: true, or nil and what is wrong with the page.
    private static func next(_ call: inout LuaCall) throws -> Int {
        try turn(call) { pages throws(Refusal) in try pages.next() }
    }

    private static func back(_ call: inout LuaCall) throws -> Int {
        try turn(call) { pages throws(Refusal) in try pages.back() }
    }

    private static func turn(
        _ call: LuaCall, _ turn: (SheetPages) throws(Refusal) -> Void
    ) throws -> Int {
        let pages = try pages(call)
        return attempt(call) { () throws(Refusal) in
            try turn(pages)
            call.stack.push(true)
            return 1
        }
    }

    /// What was wrong at the last step forward.
    private static func messages(_ call: inout LuaCall) throws -> Int {
        call.stack.push(texts: try pages(call).messages)
        return 1
    }
}

/// What `stet.sheet{ … }` returns: the sheet that is there while its reference wants it.
final class SheetDeclarationObject {
    private let module: StageModule
    var registration: SheetRegistration?
    /// Its own flag, where the script gave no reference.
    var ownFlag: StetSessions.Reference<Bool>?

    init(_ module: StageModule) {
        self.module = module
    }

    static func register(on stack: LuaStack) {
        LuaType(
            SheetDeclarationObject.self, name: "sheet declaration", on: stack,
            methods: [
                ("present", present), ("sheet", sheet), ("is_presented", isPresented),
                ("dismiss", dismiss), ("remove", remove),
            ])
    }

    private static func subject(_ call: LuaCall) throws -> SheetDeclarationObject {
        try call.object(1, as: SheetDeclarationObject.self)
    }

    /// `present()`: the sheet; nil and a message if it has to wait, or has a reference.
    private static func present(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        guard let flag = object.ownFlag else {
            throw HostError("this sheet is presented by setting its reference")
        }
        flag.value = true
        guard let sheet = object.registration?.sheet else {
            return call.failure("the sheet waits until the one that is there has gone")
        }
        call.stack.push(object: SheetObject(object.module, sheet))
        return 1
    }

    /// `sheet()`: the presented sheet, or nil.
    private static func sheet(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        if let sheet = object.registration?.sheet {
            call.stack.push(object: SheetObject(object.module, sheet))
        } else {
            call.stack.pushNil()
        }
        return 1
    }

    private static func isPresented(_ call: inout LuaCall) throws -> Int {
        call.stack.push(try subject(call).registration?.sheet?.isPresented ?? false)
        return 1
    }

    /// `dismiss([result])`: true, or false and why not.
    private static func dismiss(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        do throws(Refusal) {
            guard let sheet = object.registration?.sheet else {
                throw Refusal(.state, "the sheet is not presented")
            }
            try sheet.dismiss(result: call.isNone(2) ? nil : call.stack.value(at: 2))
            call.stack.push(true)
            return 1
        } catch {
            call.stack.push(false)
            call.stack.push(error.message)
            return 2
        }
    }

    /// `remove()`: the reference counts no longer; a sheet that is there goes.
    private static func remove(_ call: inout LuaCall) throws -> Int {
        try subject(call).registration?.remove()
        return 0
    }
}
