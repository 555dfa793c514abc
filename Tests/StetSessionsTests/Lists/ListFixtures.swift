import StetCore

@testable import StetSessions

struct Oops: Error, CustomStringConvertible {
    var description: String { "oops" }
}

/// What handlers did, in order.
final class Notes {
    var lines: [String] = []

    func note(_ text: String) -> RowHandler {
        { [unowned self] row, path in lines.append("\(text) \(row.uuid) \(path)") }
    }
}

func row(
    _ uuid: String, _ text: ByteString? = nil, selection: RowHandler? = nil,
    accessory: Accessory = .none, cell: String = CellRegistry.standard,
    actions: [EditAction] = [], copy: CopyRule = .never
) -> ListRow {
    ListRow(
        uuid: Identity(uuid), text ?? ByteString(uuid), selection: selection, accessory: accessory,
        cell: cell, editActions: actions, copy: copy)
}

func section(_ uuid: String, _ rows: [ListRow], header: Extremity? = nil) -> ListSection {
    ListSection(uuid: Identity(uuid), header: header, rows: rows)
}

extension RowTarget {
    static func at(_ section: Int, _ row: Int) -> RowTarget { .path(RowPath(section, row)) }
    static func id(_ uuid: String) -> RowTarget { .uuid(Identity(uuid)) }
}

/// What a refused call says.
func refusal(_ body: () throws(Refusal) -> Void) -> Refusal? {
    do throws(Refusal) {
        try body()
        return nil
    } catch {
        return error
    }
}

extension DataSource {
    /// A list with one section.
    convenience init(
        rows: [ListRow], mode: SelectionMode = .single, deselects: Bool = true,
        delegate: ListDelegate = ListDelegate()
    ) throws {
        self.init(mode: mode, deselectsAutomatically: deselects, delegate: delegate)
        try set([ListSection(uuid: Identity("s"), rows: rows)])
        log.removeAll()
    }
}
