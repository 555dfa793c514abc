import LuaKit
import StetCore
import StetSessions
import StetText

/// A section as scripts see it: a value, like a row. Its rows are a list of Lua's, to be changed
/// as such.
final class SectionObject {
    private var section: ListSection
    private var rows: LuaReference
    private let module: ListModule

    static let names = ["header", "rows", "footer", "index_title"]

    init(
        _ section: ListSection, on stack: LuaStack, _ module: ListModule,
        _ table: TableObject? = nil
    ) {
        self.section = section
        self.module = module
        stack.pushTable(array: section.rows.count)
        for (index, row) in section.rows.enumerated() {
            stack.push(object: RowObject(row, module, table))
            stack.setElement(index + 1, of: stack.top - 1)
        }
        rows = stack.reference(at: -1)
        stack.pop()
    }

    /// `{ header =, rows =, footer =, index_title =, uuid = }`; rows may stand in the table itself.
    init(_ stack: LuaStack, at index: Int, _ module: ListModule) throws {
        self.module = module
        let options = try ListOptions(
            stack, module.state, at: index, of: "stet.section", known: Self.names + ["uuid"])
        let uuid = try options.read("uuid") { place in
            guard let uuid = stack.navigationIdentity(at: place) else {
                throw options.wrong("uuid", "a text or a whole number", at: place)
            }
            return uuid
        }
        section = ListSection(uuid: uuid ?? .fresh())
        let given = try options.read("rows") { place in
            guard stack.type(at: place) == .table else {
                throw options.wrong("rows", "a list", at: place)
            }
            return stack.reference(at: place)
        }
        if let given {
            rows = given
        } else {
            stack.pushTable()
            for item in 0..<stack.length(of: options.index) {
                stack.pushElement(item + 1, of: options.index)
                stack.setElement(item + 1, of: stack.top - 1)
            }
            rows = stack.reference(at: -1)
            stack.pop()
        }
        for name in options.names where name != "rows" && name != "uuid" {
            try set(name, options)
        }
        // What is wrong with a row is said here, where it is written.
        _ = try value(stack)
    }

    private func set(_ name: String, _ options: ListOptions) throws {
        switch name {
        case "header": section.header = try extremity(name, options)
        case "footer": section.footer = try extremity(name, options)
        case "index_title": section.indexTitle = try options.text(name)
        default:
            rows =
                try options.read("rows") { place in
                    guard options.stack.type(at: place) == .table else {
                        throw options.wrong("rows", "a list", at: place)
                    }
                    return options.stack.reference(at: place)
                } ?? rows
        }
    }

    private func extremity(_ name: String, _ options: ListOptions) throws -> Extremity? {
        try options.read(name) { place in
            guard let extremity = ExtremityObject.read(options.stack, at: place) else {
                throw options.wrong(name, "text or one of stet.extremity", at: place)
            }
            return extremity
        }
    }

    /// The section with the rows that its list holds now.
    func value(_ stack: LuaStack) throws -> ListSection {
        var result = section
        try stack.scope { () throws in
            stack.push(rows)
            let reader = RowReader(module)
            result.rows = try stack.elements(of: stack.top) { try reader.row(stack, at: $0) }
        }
        return result
    }

    static func register(on stack: LuaStack) {
        LuaType(
            SectionObject.self, name: "section", on: stack,
            metamethods: [
                ("__index", index), ("__newindex", newIndex), ("__eq", isEqual), ("__len", count),
                ("__tostring", text),
            ])
    }

    private static func index(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: SectionObject.self)
        let stack = call.stack
        let name = stack.string(at: 2) ?? stack.description(at: 2)
        switch name {
        case "uuid": stack.push(object.section.uuid)
        case "header": ExtremityObject.push(object.section.header, on: stack)
        case "footer": ExtremityObject.push(object.section.footer, on: stack)
        case "rows": stack.push(object.rows)
        case "index_title":
            if let title = object.section.indexTitle {
                stack.push(title.bytes)
            } else {
                stack.pushNil()
            }
        default: throw unknown(name)
        }
        return 1
    }

    private static func unknown(_ name: String) -> HostError {
        HostError(
            "a section has no \"\(name)\""
                + Suggestion.hint(for: name, among: names + ["uuid"]))
    }

    private static func newIndex(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: SectionObject.self)
        let stack = call.stack
        let name = stack.string(at: 2) ?? stack.description(at: 2)
        guard names.contains(name) else {
            if name == "uuid" {
                throw HostError("uuid is what the section is; it cannot be set")
            }
            throw unknown(name)
        }
        stack.pushTable(hash: 1)
        stack.pushCopy(3)
        stack.setField(name, of: stack.top - 1)
        let options = try ListOptions(
            stack, object.module.state, at: stack.top, of: "a section", known: names)
        try object.set(name, options)
        return 0
    }

    private static func count(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: SectionObject.self)
        call.stack.push(object.rows)
        call.stack.push(call.stack.length(of: call.stack.top))
        return 1
    }

    private static func isEqual(_ call: inout LuaCall) throws -> Int {
        let left = call.stack.object(at: 1, as: SectionObject.self)
        let right = call.stack.object(at: 2, as: SectionObject.self)
        call.stack.push(left.map { $0.section } == right.map { $0.section })
        return 1
    }

    private static func text(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: SectionObject.self)
        call.stack.push(object.rows)
        let count = English.count(call.stack.length(of: call.stack.top), "row")
        guard case .title(let title)? = object.section.header else {
            call.stack.push("section: \(count)")
            return 1
        }
        call.stack.push("section: \(SafeText.escaped(title.bytes)), \(count)")
        return 1
    }
}

extension ListModule {
    /// Pushes a list of sections that a script may change.
    func push(_ sections: [ListSection], of table: TableObject? = nil, on stack: LuaStack) {
        stack.pushTable(array: sections.count)
        for (index, section) in sections.enumerated() {
            stack.push(object: SectionObject(section, on: stack, self, table))
            stack.setElement(index + 1, of: stack.top - 1)
        }
    }

    /// The sections of a list; each a section or a table of what a section has.
    func sections(_ stack: LuaStack, at index: Int) throws -> [ListSection] {
        guard stack.type(at: index) == .table else {
            throw HostError("sections are a list, not a \(stack.typeName(at: index))")
        }
        return try stack.elements(of: index) { item in
            if let object = stack.object(at: item, as: SectionObject.self) {
                return try object.value(stack)
            }
            return try SectionObject(stack, at: item, self).value(stack)
        }
    }
}
