import StetCore

/// How sessions over the records of collections begin.
extension DetailSession {
    /// What a session over a collection is given beside the record.
    package struct Settings {
        package var handlers = DetailHandlers()
        package var abilities = DetailAbilities()
        package var log = EventLog()
        /// The key that stands for “a new record” where a key is asked for.
        package var newKey: ByteString?
        /// Gets to know the session before any handler of it runs.
        package var willOpen: ((DetailSession) -> Void)?

        package init() {}
    }

    /// Begins to edit a record; with the key that stands for a new one, to add one.
    package static func edit(
        _ key: ByteString, of collection: Collection, _ settings: Settings = Settings()
    ) throws(Refusal) -> DetailSession {
        if key == settings.newKey { return try add(to: collection, settings) }
        return try begin(.edit, collection, try row(key, of: collection), settings)
    }

    package static func edit(
        _ row: RowID, of collection: Collection, _ settings: Settings = Settings()
    ) throws(Refusal) -> DetailSession {
        try begin(.edit, collection, row, settings)
    }

    package static func view(
        _ key: ByteString, of collection: Collection, _ settings: Settings = Settings()
    ) throws(Refusal) -> DetailSession {
        try begin(.view, collection, try row(key, of: collection), settings)
    }

    package static func view(
        _ row: RowID, of collection: Collection, _ settings: Settings = Settings()
    ) throws(Refusal) -> DetailSession {
        try begin(.view, collection, row, settings)
    }

    /// Begins a record that is to be added.
    package static func add(
        to collection: Collection, _ settings: Settings = Settings(),
        template: [FieldAssignment] = []
    ) throws(Refusal) -> DetailSession {
        try begin(.add, collection, nil, settings, template: template)
    }

    private static func row(
        _ key: ByteString, of collection: Collection
    ) throws(Refusal) -> RowID {
        do throws(CollectionError) {
            if let found = try collection.find(text: key) { return found.row }
            return try collection.require(RecordKey(key))
        } catch {
            throw Refusal(.value, error.message)
        }
    }

    private static func begin(
        _ kind: DetailKind, _ collection: Collection, _ row: RowID?, _ settings: Settings,
        template: [FieldAssignment] = []
    ) throws(Refusal) -> DetailSession {
        if kind == .add, settings.abilities.writesThrough {
            throw Refusal(.notAllowed, "only a record that exists can be written through to")
        }
        let target: CollectionTarget
        var original: Draft
        let key: RecordKey?
        do throws(CollectionError) {
            target = try CollectionTarget(collection, row: row)
            original = target.draft
            for assignment in template { try original.set(assignment.field, assignment.input) }
            key = try target.key()
        } catch {
            throw Refusal(.value, error.message)
        }
        let session = DetailSession(
            kind, original: original, name: key?.description ?? "new record", target: target,
            checker: target, handlers: settings.handlers, abilities: settings.abilities,
            context: DetailContext(originalKey: key), log: settings.log)
        settings.willOpen?(session)
        try session.open()
        return session
    }
}
