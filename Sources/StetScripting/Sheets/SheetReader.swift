import LuaKit
import StetCore
import StetSessions

/// Makes a sheet's declaration of the table that `stet.sheet{ … }` and `sheet:sheet{ … }` take.
struct SheetReader {
    private let module: StageModule
    private let options: ScriptOptions

    private static let known = [
        "name", "is_presented", "item", "id", "modal", "content", "pages", "on_finish",
        "on_attempt", "on_dismiss",
    ]

    init(_ module: StageModule, _ call: LuaCall, at index: Int = 1) throws {
        self.module = module
        options = try ScriptOptions(call, at: index, of: "stet.sheet", known: Self.known)
    }

    /// Declares the sheet and pushes what stands for it.
    func declare(at presenter: Presenter, _ call: LuaCall) throws -> Int {
        let object = SheetDeclarationObject(module)
        let declaration = try declaration(for: object)
        let call = call
        return attempt(call) { () throws(Refusal) in
            object.registration = try presenter.sheet(declaration)
            call.stack.push(object: object)
            return 1
        }
    }

    private func declaration(for object: SheetDeclarationObject) throws -> SheetDeclaration {
        let flows = module.flows
        let name = try options.text("name") ?? "sheet"
        let flag = try options.object("is_presented", as: RefObject.self, called: "a stet.ref")
        let item = try options.object("item", as: RefObject.self, called: "a stet.ref")
        guard flag == nil || item == nil else {
            throw HostError("stet.sheet takes is_presented or item, not both")
        }
        let pages = try pages()
        let handlers = try attemptHandlers()
        let modality = try modality()
        let content = try options.function("content")
        let onFinish = try options.function("on_finish")
        let onDismiss = try options.function("on_dismiss")

        var declaration: SheetDeclaration
        if let item {
            declaration = try itemDeclaration(name, item)
        } else {
            let flag = flag?.reference
            if let flag {
                declaration = Self.flagDeclaration(name, flag)
            } else {
                // Its own flag: it is presented at once.
                let own = StetSessions.Reference(true)
                object.ownFlag = own
                declaration = SheetDeclaration(name, isPresented: own)
            }
        }
        let module = module
        declaration.content = { handle throws(Refusal) in
            let item = item?.reference.value?.value
            handle.isModal = modality.map { $0(handle) } ?? .free
            for handler in handlers {
                handle.onAttemptToDismiss { [unowned handle] () throws(Refusal) in
                    try flows.start(handler) { stack in
                        stack.push(object: SheetObject(module, handle, item: item))
                        return 1
                    }
                }
            }
            if !pages.isEmpty {
                _ = try handle.setPages(
                    pages.map { $0.page(of: handle, module) },
                    onFinish: PageReader.check(onFinish, of: handle, module))
            }
            guard let content else { return }
            try flows.start(content) { stack in
                if let item { stack.push(item) }
                stack.push(object: SheetObject(module, handle, item: item))
                return item == nil ? 1 : 2
            }
        }
        if let onDismiss {
            declaration.onDismiss = { handle, reason throws(Refusal) in
                try flows.run(onDismiss) { stack in
                    stack.push(reason.rawValue)
                    stack.push(handle.result as? LuaValue ?? .nil)
                    return 2
                }
            }
        }
        return declaration
    }

    private static func flagDeclaration(
        _ name: String, _ flag: StetSessions.Reference<RefValue?>
    ) -> SheetDeclaration {
        SheetDeclaration(
            name: name,
            read: { () throws(Refusal) in flag.value?.value.isTrue == true ? .flag : .nothing },
            reset: { _ in flag.value = RefValue(false) },
            watch: { changed in
                let token = flag.watch { _ in changed() }
                return { flag.stopWatching(token) }
            })
    }

    private func itemDeclaration(_ name: String, _ item: RefObject) throws -> SheetDeclaration {
        let reference = item.reference
        let identify = try ItemIdentity(options, module.flows)
        return SheetDeclaration(
            name: name,
            read: { () throws(Refusal) in
                guard let value = reference.value else { return .nothing }
                return .item(try identify(value.value))
            },
            reset: { wish in
                guard let value = reference.value else { return }
                do throws(Refusal) {
                    if try .item(identify(value.value)) == wish { reference.value = nil }
                } catch {
                    // It is another item by now, which is reported when it is read.
                }
            },
            watch: { changed in
                let token = reference.watch { _ in changed() }
                return { reference.stopWatching(token) }
            })
    }

    private func modality() throws -> ((SheetHandle) -> Modality)? {
        let stack = options.stack
        let base = stack.top
        defer { stack.setTop(base) }
        guard stack.pushField("modal", of: options.table) != .nil else { return nil }
        return try SheetObject.modality(stack, at: -1, module)
    }

    private func attemptHandlers() throws -> [LuaReference] {
        let stack = options.stack
        let base = stack.top
        defer { stack.setTop(base) }
        guard stack.pushField("on_attempt", of: options.table) == .table else {
            return try options.function("on_attempt").map { [$0] } ?? []
        }
        var handlers: [LuaReference] = []
        _ = try options.list("on_attempt") { _ in
            guard stack.type(at: -1) == .function else {
                throw HostError("on_attempt of stet.sheet is a function or a list of functions")
            }
            handlers.append(stack.reference(at: -1))
        }
        return handlers
    }

    private func pages() throws -> [PageReader] {
        var pages: [PageReader] = []
        let isThere = try options.list("pages") { index in
            pages.append(try PageReader(options.stack, at: -1, number: index + 1))
        }
        guard !isThere || !pages.isEmpty else {
            throw HostError("pages of stet.sheet is a list with at least one page")
        }
        guard isThere || !options.has("on_finish") else {
            throw HostError("on_finish of stet.sheet belongs to pages, and there are none")
        }
        return pages
    }
}

/// What the items of a sheet are known by: a field, what a function makes of them, the key of a
/// record, or themselves.
private struct ItemIdentity {
    private var field = "id"
    private var isGiven = false
    private var function: LuaReference?
    private let flows: ScriptFlows

    init(_ options: ScriptOptions, _ flows: ScriptFlows) throws {
        self.flows = flows
        let stack = options.stack
        let base = stack.top
        defer { stack.setTop(base) }
        switch stack.pushField("id", of: options.table) {
        case .nil: break
        case .string:
            field = stack.string(at: -1) ?? field
            isGiven = true
        case .function: function = stack.reference(at: -1)
        default: throw HostError("id of stet.sheet is the name of a field, or a function")
        }
    }

    func callAsFunction(_ item: LuaValue) throws(Refusal) -> Identity {
        if let function {
            return try flows.call(function) { stack in
                stack.push(item)
                return 1
            } _: { stack, first throws(Refusal) in
                try Self.identity(stack, at: first, "what id returned")
            }
        }
        return try flows.withStack { stack throws(Refusal) in
            stack.push(item)
            let index = stack.top
            if let record = stack.object(at: index, as: RecordObject.self), !isGiven {
                return try Self.key(of: record)
            }
            guard stack.type(at: index) == .table else {
                return try Self.identity(stack, at: index, "an item without fields")
            }
            stack.pushField(field, of: index)
            return try Self.identity(stack, at: -1, "the item's \(field)")
        }
    }

    private static func key(of record: RecordObject) throws(Refusal) -> Identity {
        do {
            return Identity(try record.view.key().description)
        } catch {
            throw Refusal(.value, String(describing: error))
        }
    }

    private static func identity(
        _ stack: LuaStack, at index: Int, _ what: String
    ) throws(Refusal) -> Identity {
        guard let identity = stack.navigationIdentity(at: index) else {
            throw Refusal(
                .value,
                "\(what) is a \(stack.typeName(at: index)), and an id is a text or a "
                    + "whole number")
        }
        return identity
    }
}

/// A page of a sheet, as a script describes it.
struct PageReader {
    private let title: String
    private let validate: LuaReference?

    init(_ stack: LuaStack, at index: Int, number: Int) throws {
        let options = try ScriptOptions(
            stack, at: index, of: "page \(number)", known: ["title", "validate"])
        title = try options.text("title") ?? "Page \(number)"
        validate = try options.function("validate")
    }

    func page(of handle: SheetHandle, _ module: StageModule) -> SheetPage {
        SheetPage(title: title, validate: Self.check(validate, of: handle, module))
    }

    /// Runs a function that says what is wrong: nothing, nil, true or an empty list if nothing is;
    /// a text, a list of texts, or false with or without a text.
    static func check(
        _ function: LuaReference?, of handle: SheetHandle, _ module: StageModule
    ) -> () throws(Refusal) -> [String] {
        guard let function else { return { () throws(Refusal) in [] } }
        return { [unowned handle] () throws(Refusal) in
            try module.flows.call(function) { stack in
                stack.push(object: SheetObject(module, handle))
                return 1
            } _: { stack, first throws(Refusal) in
                try problems(stack, first)
            }
        }
    }

    private static func problems(_ stack: LuaStack, _ first: Int) throws(Refusal) -> [String] {
        let second = stack.top > first ? stack.string(at: first + 1) : nil
        switch stack.type(at: first) {
        case .none, .nil: return second.map { [$0] } ?? []
        case .boolean: return stack.boolean(at: first) ? [] : [second ?? "it is not valid"]
        case .string: return [stack.description(at: first)]
        case .table:
            var problems: [String] = []
            for index in 0..<stack.length(of: first) {
                stack.pushElement(index + 1, of: first)
                guard let text = stack.string(at: -1) else {
                    throw Refusal(
                        .handler,
                        "it returned a list with a \(stack.typeName(at: -1)) in it; it "
                            + "holds texts")
                }
                problems.append(text)
                stack.pop()
            }
            return problems
        default:
            throw Refusal(
                .handler, "it returned a \(stack.typeName(at: first)); a text says what is wrong")
        }
    }
}
