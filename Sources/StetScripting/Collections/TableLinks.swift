import StetCheck
import StetCore
import StetRules
import StetStores

/// What ties a table to those that its rules refer to: open ones, with their pending edits, and
/// files.
final class TableLinks {
    let tables: OpenTables
    /// Of the table's file; empty: it is in memory.
    let path: String
    /// The collection that the table's own one will be replaced with, and which stands for it in
    /// what is judged meanwhile, belongs to this.
    private weak var replaced: StetCore.Collection?
    /// Files that were read, and what they were like.
    private var files: [Reference: (fingerprint: FileFingerprint, table: ReferenceTable)] = [:]

    init(_ tables: OpenTables, path: String, replacing replaced: StetCore.Collection? = nil) {
        self.tables = tables
        self.path = path
        self.replaced = replaced
    }

    /// Whether a collection is the one that a change is about.
    func isSubject(_ collection: StetCore.Collection, of change: ProposedChange) -> Bool {
        collection === change.before.collection || collection === replaced
    }

    /// The open table that a reference leads to.
    func table(for reference: Reference) -> OpenedTable? {
        tables.table(at: reference.path(from: path))
    }

    /// The values in a file that is not open, read again when it has changed.
    fileprivate func fileTarget(
        of reference: Reference, from table: String
    ) throws(CheckError) -> any ReferenceTarget {
        let path = reference.path(from: self.path)
        let fingerprint: FileFingerprint
        do throws(SystemError) {
            fingerprint = try FileFingerprint(path: path)
        } catch {
            return try FileReferences.withRules.target(of: reference, from: self.path)
        }
        if let known = files[reference], known.fingerprint == fingerprint { return known.table }
        let target = try FileReferences.withRules.target(of: reference, from: self.path)
        if let table = target as? ReferenceTable { files[reference] = (fingerprint, table) }
        return target
    }
}

extension FileReferences {
    /// Files are read by the rules beside them, if there are any.
    package static let withRules = FileReferences { (path) throws(CheckError) in
        guard let rules = RulesDiscovery.rules(for: path) else { return Schema() }
        return try LuaRules(path: rules).schema
    }
}

/// References for the check of a few records on the calling thread: open tables are asked by their
/// indexes.
struct IndexedReferences: References {
    let links: TableLinks

    func target(
        of reference: Reference, from table: String
    ) throws(CheckError) -> any ReferenceTarget {
        guard let open = links.table(for: reference) else {
            return try links.fileTarget(of: reference, from: table)
        }
        return try OpenTarget(open.collection.snapshot, reference, from: table)
    }
}

/// References for a check of a whole table by all processors: the values of open tables are read
/// from front to back.
struct WholeReferences: References {
    let links: TableLinks

    func target(
        of reference: Reference, from table: String
    ) throws(CheckError) -> any ReferenceTarget {
        guard let open = links.table(for: reference) else {
            return try links.fileTarget(of: reference, from: table)
        }
        let schema = CollectionRules(of: open.collection).schema
        do {
            let (file, _) = try open.pending(chunkSize: TableFile.chunkSize)
            return try ReferenceTable(file, schema: schema, reference: reference, from: table)
        } catch let error as CheckError {
            throw error
        } catch {
            throw .reference("\(table) refers to \(error)")
        }
    }
}

/// The values that an open table has at one moment. For its own thread only.
final class OpenTarget: ReferenceTarget {
    private let snapshot: Snapshot
    private let columns: LinkedColumns

    init(
        _ snapshot: Snapshot, _ reference: Reference, from table: String
    ) throws(CheckError) {
        self.snapshot = snapshot
        do throws(CollectionError) {
            columns = try LinkedColumns(reference.targetFields, of: snapshot.layout)
        } catch {
            throw .reference("\(table) refers to \(snapshot.source.name): \(error)")
        }
    }

    func contains(_ key: ReferenceKey) throws(StoreError) -> Bool {
        do throws(CollectionError) {
            return try !columns.rows(with: key.values, of: snapshot).isEmpty
        } catch {
            throw StoreError(path: snapshot.source.name, reason: error.message)
        }
    }

    /// Read when a message wants them.
    lazy var suggestions: [String] = {
        guard columns.columns.count == 1, let column = columns.columns.first else { return [] }
        var known: Set<String> = []
        do throws(CollectionError) {
            try snapshot.scan([column.id]) { _, cells in
                if let cell = cells[0], case .value = column.format.read(cell),
                    let text = cell.text.string
                {
                    known.insert(text)
                }
                return known.count <= CheckPlan.suggestionLimit
            }
        } catch {
            // A message without a suggestion will do.
            return []
        }
        return known.count <= CheckPlan.suggestionLimit ? known.sorted() : []
    }()
}

/// Some columns of a collection that a reference leads to or comes from.
struct LinkedColumns {
    let columns: [CollectionColumn]

    init(_ columns: [CollectionColumn]) {
        self.columns = columns
    }

    init(_ fields: [String], of layout: ColumnLayout) throws(CollectionError) {
        var columns: [CollectionColumn] = []
        for field in fields { columns.append(try layout.require(field)) }
        self.columns = columns
    }

    /// The values of a record; nil where one is missing or ill-typed.
    func values(of row: RowID, in snapshot: Snapshot) throws(CollectionError) -> [ByteString]? {
        var values: [ByteString] = []
        for column in columns {
            guard let cell = try snapshot.cell(row, column.id),
                case .value = column.format.read(cell)
            else { return nil }
            values.append(Self.value(cell, column))
        }
        return values
    }

    /// The records with these values, in no order.
    func rows(
        with values: [ByteString], of snapshot: Snapshot
    ) throws(CollectionError) -> [RowID] {
        var found: [RowID] = []
        if columns.contains(where: \.format.field.trim) {
            // Blanks that do not count are in no index.
            try snapshot.scan(columns.map(\.id)) { row, cells in
                let isSame = zip(zip(columns, cells), values).allSatisfy { pair, value in
                    pair.1.map { Self.value($0, pair.0) == value } ?? false
                }
                if isSame { found.append(row) }
                return true
            }
        } else {
            found = try snapshot.collection.rows(
                with: values, in: columns.map(\.id), of: snapshot)
        }
        var present: [RowID] = []
        for row in found where try self.values(of: row, in: snapshot) == values {
            present.append(row)
        }
        return present
    }

    private static func value(_ cell: Cell, _ column: CollectionColumn) -> ByteString {
        guard column.format.field.trim else { return cell.text }
        var bytes = cell.text.bytes[...]
        func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
        while isBlank(bytes.first) { bytes.removeFirst() }
        while isBlank(bytes.last) { bytes.removeLast() }
        return ByteString(bytes)
    }
}
