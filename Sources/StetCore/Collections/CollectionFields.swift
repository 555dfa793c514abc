extension Collection {
    /// Adds a field; records hold `filler` in it until they are given something else.
    /// - Parameter index: its place among the fields, from 0; nil: after the last.
    package func addField(
        _ name: String, filler: FieldInput = .value(.missing), at index: Int? = nil
    ) throws(CollectionError) {
        try requireNew(name)
        let format = format(named: name)
        var cell = try format.cell(for: filler)
        if case .value(.missing) = filler { cell = format.absent }
        let column = CollectionColumn(
            id: ColumnID(nextColumn), name: ByteString(name), filler: cell, format: format)
        var columns = layout.columns
        columns.insert(column, at: min(max(0, index ?? columns.count), columns.count))
        try finish(.addField, columns)
        nextColumn += 1
    }

    /// Gives a field another name; the cells stay. Its type and rules go with it for the session.
    package func renameField(_ old: String, to new: String) throws(CollectionError) {
        let column = try layout.require(old)
        if old == new { return }
        try requireNew(new)
        try requireNoKey(column, "renamed")
        try requireNoReference(to: column, "renamed")
        let columns = layout.columns.map { each in
            guard each.id == column.id else { return each }
            var each = each
            each.name = ByteString(new)
            return each
        }
        try finish(.renameField, columns)
    }

    /// Takes a field and its cells out.
    package func dropField(_ name: String) throws(CollectionError) {
        let column = try layout.require(name)
        try requireNoKey(column, "dropped")
        try requireNoReference(to: column, "dropped")
        guard layout.columns.count > 1 else {
            throw CollectionError(.impossible, "“\(name)” is the last field")
        }
        try finish(.dropField, layout.columns.filter { $0.id != column.id })
    }

    private func requireNew(_ name: String) throws(CollectionError) {
        if layout.index(of: name) != nil {
            throw CollectionError(.fieldInUse, "there is a field “\(name)” already")
        }
        if let objection = source.objection(to: ByteString(name)) {
            throw CollectionError(.unwritable, objection)
        }
    }

    private func requireNoKey(
        _ column: CollectionColumn, _ action: String
    ) throws(CollectionError) {
        // Only the first column can be a key that is not declared.
        var isKey = schema.key.contains(column.name.description)
        if schema.key.isEmpty, column.id == ColumnID(0) {
            isKey = try key().columns.contains(column.id)
        }
        if isKey {
            throw CollectionError(
                .impossible, "“\(column.name)” names the records; it cannot be \(action)")
        }
    }

    private func requireNoReference(
        to column: CollectionColumn, _ action: String
    ) throws(CollectionError) {
        let field = column.name.description
        if let reference = try checker.reference(toField: field, of: snapshot) {
            throw CollectionError(.impossible, "\(reference); it cannot be \(action)")
        }
    }

    private func finish(
        _ kind: Change.Kind, _ columns: [CollectionColumn]
    ) throws(CollectionError) {
        var draft = try draft()
        draft.setLayout(columns)
        _ = try finish(kind, draft, ChangeOptions())
    }
}
