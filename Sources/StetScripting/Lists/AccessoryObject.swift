import LuaKit
import StetCore
import StetSessions
import StetText

/// What stands at the end of a row, as scripts see it. It never changes; the row gets another.
final class AccessoryObject {
    let accessory: Accessory

    init(_ accessory: Accessory) {
        self.accessory = accessory
    }

    static func register(on stack: LuaStack) {
        LuaType(
            AccessoryObject.self, name: "accessory", on: stack,
            metamethods: [
                ("__index", index), ("__newindex", newIndex), ("__tostring", text),
                ("__eq", isEqual),
            ])
    }

    /// `stet.accessory`: the four that are always the same as values, the others as functions.
    static func install(in table: Int, of stack: LuaStack, _ module: ListModule) {
        stack.pushTable(hash: 9)
        let accessories = stack.top
        for accessory in [
            Accessory.none, .disclosureIndicator, .checkmark, .checkmarkPlaceholder,
        ] {
            stack.push(object: AccessoryObject(accessory))
            stack.setField(accessory.kind.rawValue, of: accessories)
        }
        func add(_ kind: Accessory.Kind, _ make: @escaping (LuaCall) throws -> Accessory) {
            stack.pushFunction(kind.rawValue) { call in
                call.stack.push(object: AccessoryObject(try make(call)))
                return 1
            }
            stack.setField(kind.rawValue, of: accessories)
        }
        let handler = { [unowned module] (call: LuaCall, index: Int) throws -> ScriptFunction? in
            if call.isNone(index) { return nil }
            try call.requireFunction(index)
            return ScriptFunction(
                state: module.state, function: call.stack.reference(at: index))
        }
        add(.detailButton) { [unowned module] call in
            .detailButton(try handler(call, 1).map(module.rowHandler))
        }
        add(.detailDisclosureButton) { [unowned module] call in
            .detailDisclosureButton(try handler(call, 1).map(module.rowHandler))
        }
        add(.switchToggle) { [unowned module] call in
            let function = try handler(call, 2)
            return .switchToggle(
                try call.boolean(1),
                function.map { function in
                    { [unowned module] value, row, path in
                        try function.run { stack in
                            stack.push(value)
                            return module.push(row, path, on: stack) + 1
                        }
                    }
                })
        }
        add(.segmentedControl) { [unowned module] call in
            try segments(call, handler(call, 3), module)
        }
        add(.view) { [unowned module] call in
            try call.requireFunction(1)
            return .view(module.content(call.stack, at: 1))
        }
        stack.setField("accessory", of: table)
    }

    /// `segmented_control(titles[, chosen[, handler]])`
    private static func segments(
        _ call: LuaCall, _ function: ScriptFunction?, _ module: ListModule
    ) throws -> Accessory {
        try call.requireTable(1)
        let titles = try call.stack.elements(of: 1) { item in
            guard let text = call.stack.listText(at: item) else {
                throw HostError("'\(call.name)' wants a list of titles")
            }
            return text
        }
        let selected = call.isNone(2) ? nil : try call.integer(2)
        if let selected, !(1...max(1, titles.count)).contains(selected) || titles.isEmpty {
            throw HostError(
                "'\(call.name)': segment \(selected) is chosen, but there are \(titles.count)")
        }
        return .segmentedControl(
            titles, selected: selected.map { $0 - 1 },
            function.map { function in
                { [unowned module] index, title, row, path in
                    try function.run { stack in
                        stack.push(index + 1)
                        stack.push(title.bytes)
                        return module.push(row, path, on: stack) + 2
                    }
                }
            })
    }

    /// An accessory, or the name of one that is always the same.
    static func read(_ stack: LuaStack, at index: Int) -> Accessory? {
        if let object = stack.object(at: index, as: AccessoryObject.self) {
            return object.accessory
        }
        switch stack.string(at: index) {
        case "none": return Accessory.none
        case "disclosure_indicator": return .disclosureIndicator
        case "checkmark": return .checkmark
        case "checkmark_placeholder": return .checkmarkPlaceholder
        case "detail_button": return .detailButton()
        case "detail_disclosure_button": return .detailDisclosureButton()
        default: return nil
        }
    }

    private static let names = ["kind", "value", "items", "selected"]

    private static func index(_ call: inout LuaCall) throws -> Int {
        let accessory = try call.object(1, as: AccessoryObject.self).accessory
        let stack = call.stack
        let name = stack.string(at: 2) ?? stack.description(at: 2)
        switch (name, accessory) {
        case ("kind", _): stack.push(accessory.kind.rawValue)
        case ("value", .switchToggle(let value, _)): stack.push(value)
        case ("items", .segmentedControl(let items, _, _)): stack.pushTexts(items)
        case ("selected", .segmentedControl(_, let selected?, _)): stack.push(selected + 1)
        case _ where names.contains(name): stack.pushNil()
        default:
            throw HostError(
                "an accessory has no \"\(name)\"" + Suggestion.hint(for: name, among: names))
        }
        return 1
    }

    private static func newIndex(_ call: inout LuaCall) throws -> Int {
        throw HostError("an accessory does not change; give the row another")
    }

    private static func text(_ call: inout LuaCall) throws -> Int {
        let accessory = try call.object(1, as: AccessoryObject.self).accessory
        switch accessory {
        case .switchToggle(let value, _): call.stack.push("switch_toggle \(value)")
        case .segmentedControl(let items, let selected, _):
            call.stack.push(
                "segmented_control "
                    + items.enumerated().map { index, item in
                        let text = SafeText.escaped(item.bytes)
                        return index == selected ? "[\(text)]" : text
                    }.joined(separator: " "))
        default: call.stack.push(accessory.kind.rawValue)
        }
        return 1
    }

    private static func isEqual(_ call: inout LuaCall) throws -> Int {
        let left = call.stack.object(at: 1, as: AccessoryObject.self)
        let right = call.stack.object(at: 2, as: AccessoryObject.self)
        call.stack.push(left.map { $0.accessory } == right.map { $0.accessory })
        return 1
    }
}
