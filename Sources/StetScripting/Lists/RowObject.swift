import LuaKit
import StetCore
import StetSessions
import StetText

/// A row as scripts see it: a value. What is set on it shows in a list when the list is given it,
/// as in `ds:update`.
final class RowObject {
    var row: ListRow
    let module: ListModule
    /// In a list of records: whose.
    let table: TableObject?

    init(_ row: ListRow, _ module: ListModule, _ table: TableObject? = nil) {
        self.row = row
        self.module = module
        self.table = table
    }

    static func register(on stack: LuaStack) {
        LuaType(
            RowObject.self, name: "row", on: stack,
            methods: [("same_content", sameContent), ("clone", clone)],
            metamethods: [
                ("__index", index), ("__newindex", newIndex), ("__eq", isEqual),
                ("__tostring", text),
            ])
    }

    /// Pushes the record of a row as it is now; nil where it is gone.
    static func pushRecord(_ row: ListRow, of table: TableObject, on stack: LuaStack) {
        if case .number(let number) = row.uuid, table.collection.contains(RowID(number)) {
            table.push(RowID(number), on: stack)
        } else {
            stack.pushNil()
        }
    }

    private static func index(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: RowObject.self)
        let stack = call.stack
        let row = object.row
        func push(_ text: ByteString?) {
            if let text { stack.push(text.bytes) } else { stack.pushNil() }
        }
        let name = stack.string(at: 2) ?? stack.description(at: 2)
        switch name {
        case "uuid": stack.push(row.uuid)
        case "text": push(row.text)
        case "detail_text": push(row.detailText)
        case "image": push(row.image)
        case "cell": stack.push(row.cell)
        case "accessory": stack.push(object: AccessoryObject(row.accessory))
        case "context":
            if case .object(let object) = row.context, let reference = object as? LuaReference {
                stack.push(reference)
            } else {
                stack.pushNil()
            }
        case "edit_actions": pushActions(row.editActions, on: stack)
        case "copyable": stack.push(row.isCopyable)
        case "selectable": stack.push(row.isSelectable)
        case "editable": stack.push(row.canEdit)
        case "accessibility_identifier": push(row.accessibility.identifier)
        case "accessibility_label": push(row.accessibility.label)
        case "accessibility_traits":
            if let traits = row.accessibility.traits {
                stack.pushTexts(traits)
            } else {
                stack.pushNil()
            }
        case "record":
            if let table = object.table {
                pushRecord(row, of: table, on: stack)
            } else {
                stack.pushNil()
            }
        case "selection", "copy":
            throw HostError("a row does not give back its handlers; it has selectable and copyable")
        default: throw unknown(name)
        }
        return 1
    }

    private static func unknown(_ name: String) -> HostError {
        let names = RowReader.names + ["uuid", "editable", "record", "same_content", "clone"]
        return HostError("a row has no \"\(name)\"" + Suggestion.hint(for: name, among: names))
    }

    private static func newIndex(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: RowObject.self)
        let name = call.stack.string(at: 2) ?? call.stack.description(at: 2)
        guard RowReader.names.contains(name) else {
            if ["uuid", "editable", "record"].contains(name) {
                throw HostError("\(name) is what the row is; it cannot be set")
            }
            throw unknown(name)
        }
        let stack = call.stack
        stack.pushTable(hash: 1)
        stack.pushCopy(3)
        stack.setField(name, of: stack.top - 1)
        let options = try ListOptions(
            stack, object.module.state, at: stack.top, of: "a row", known: RowReader.names)
        try RowReader(object.module, object.table).set(name, of: &object.row, options)
        return 0
    }

    /// A list of `{ title =, style =, edge = }`, in order.
    static func pushActions(_ actions: [EditAction], on stack: LuaStack) {
        stack.pushTable(array: actions.count)
        for (index, action) in actions.enumerated() {
            stack.pushTable(hash: 5)
            let table = stack.top
            stack.push(action.title.bytes)
            stack.setField("title", of: table)
            stack.push(action.style.rawValue)
            stack.setField("style", of: table)
            stack.push(action.edge.rawValue)
            stack.setField("edge", of: table)
            for (name, text) in [
                ("background_color", action.backgroundColor),
                ("background_effect", action.backgroundEffect),
            ] {
                guard let text else { continue }
                stack.push(text.bytes)
                stack.setField(name, of: table)
            }
            stack.setElement(index + 1, of: table - 1)
        }
    }

    /// `same_content(other)`: whether both look the same, whichever rows they are.
    private static func sameContent(_ call: inout LuaCall) throws -> Int {
        let left = try call.object(1, as: RowObject.self)
        let right = try call.object(2, as: RowObject.self)
        call.stack.push(left.row.hasSameContent(as: right.row))
        return 1
    }

    /// `clone()`: the same row, to be changed apart from this one.
    private static func clone(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: RowObject.self)
        call.stack.push(object: RowObject(object.row, object.module, object.table))
        return 1
    }

    private static func isEqual(_ call: inout LuaCall) throws -> Int {
        let left = call.stack.object(at: 1, as: RowObject.self)
        let right = call.stack.object(at: 2, as: RowObject.self)
        call.stack.push(left.map { $0.row } == right.map { $0.row })
        return 1
    }

    private static func text(_ call: inout LuaCall) throws -> Int {
        let row = try call.object(1, as: RowObject.self).row
        let texts = [row.text, row.detailText].compactMap { $0 }.map { SafeText.escaped($0.bytes) }
        call.stack.push("row: " + texts.joined(separator: ", "))
        return 1
    }
}
