import LuaKit
import StetCore
import StetRules

/// What a host's object offers by name, known without running anything.
package struct HostShape {
    package enum Kind {
        case collection, view, record, draft, session, validators
    }

    package var kind: Kind
    /// Whose records it is about, if that is known.
    package var table: TableObject?

    package init(_ kind: Kind, of table: TableObject? = nil) {
        self.kind = kind
        self.table = table
    }

    /// nil for other values.
    package init?(at index: Int, of stack: LuaStack) {
        if let table = stack.object(at: index, as: TableObject.self) {
            self.init(.collection, of: table)
        } else if let view = stack.object(at: index, as: ViewObject.self) {
            self.init(.view, of: view.table)
        } else if let record = stack.object(at: index, as: RecordObject.self) {
            self.init(.record, of: record.table)
        } else if let draft = stack.object(at: index, as: DraftObject.self) {
            self.init(.draft, of: draft.table)
        } else if let session = stack.object(at: index, as: SessionObject.self) {
            self.init(.session, of: session.table)
        } else if stack.object(at: index, as: ValidatorTable.self) != nil {
            self.init(.validators)
        } else {
            return nil
        }
    }

    /// The names of its methods.
    package func methods(on stack: LuaStack) -> [String] {
        switch kind {
        case .collection: stack.methodNames(of: TableObject.self)
        case .view: stack.methodNames(of: ViewObject.self)
        case .record: stack.methodNames(of: RecordObject.self)
        case .draft: stack.methodNames(of: DraftObject.self)
        case .session: stack.methodNames(of: SessionObject.self)
        case .validators: []
        }
    }

    /// The names that stand behind its dot.
    package var members: [String] {
        switch kind {
        case .record, .draft: table?.collection.layout.names ?? []
        case .session: ["draft"]
        case .validators: ValidatorCatalog.names
        case .collection, .view: []
        }
    }

    /// What `object.name` is.
    package func member(_ name: String) -> HostShape? {
        switch kind {
        case .collection: HostShape(.record, of: table)
        case .session where name == "draft": HostShape(.draft, of: table)
        default: nil
        }
    }

    /// What `object:name(…)` gives.
    package func result(of method: String) -> HostShape? {
        let isReading = kind == .collection || kind == .view
        switch method {
        case "where", "sort", "find", "limit": return isReading ? HostShape(.view, of: table) : nil
        case "at": return isReading ? HostShape(.record, of: table) : nil
        case "get", "row": return kind == .collection ? HostShape(.record, of: table) : nil
        case "edit", "view", "add":
            return kind == .collection ? HostShape(.session, of: table) : nil
        default: return nil
        }
    }

    /// What a function of `stet` gives.
    package static func result(ofModule function: String) -> HostShape? {
        switch function {
        case "open", "collection": HostShape(.collection)
        case "edit", "view", "add": HostShape(.session)
        default: nil
        }
    }
}
