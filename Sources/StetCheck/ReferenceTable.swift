import Glibc
import StetCore
import StetRules
import StetStores
import Synchronization

/// The values of some fields of a table, for looking up.
///
/// The distinct values are kept as text as long as they are few; beyond `textLimit` only digests
/// are, eight bytes each, and a value that seems to be there is read in the file.
///
/// Unsafe code: everything but `verified`, which has a lock, is left alone after `init`, so that
/// threads may share it; reading a record by its place is for any thread.
package final class ReferenceTable: ReferenceTarget, @unchecked Sendable {
    private let table: DigestTable
    /// The keys' bytes, one after the other; nil: a position in the table is one in the file.
    private let texts: [UInt8]?
    private let file: TableFile
    private let values: UniqueRule
    package let suggestions: [String]
    /// Keys that were read in the file.
    private let verified = Mutex<Set<[UInt8]>>([])

    /// Bytes of text that are kept at most.
    package static let textLimit = 32 << 20
    private static let verifiedLimit = 1 << 16

    /// - Parameters:
    ///   - file: not read yet.
    ///   - schema: that of the file, for how its cells are read.
    ///   - table: the table that refers to it, for messages.
    package init(
        _ file: TableFile, schema: Schema, reference: Reference, from table: String,
        textLimit: Int = ReferenceTable.textLimit
    ) throws(CheckError) {
        values = try Self.values(of: file, schema, reference, table)
        var reader = Reader(file: file, values: values)
        do throws(StoreError) {
            if let texts = try reader.readTexts(limit: textLimit) {
                self.texts = texts
                self.file = file
            } else {
                texts = nil
                self.file = try TableFile(again: file)
                reader = Reader(file: self.file, values: values)
                try reader.readPositions(verifiedLimit: Self.verifiedLimit)
            }
        } catch {
            throw .reference("\(table) refers to \(error)")
        }
        self.table = reader.table
        suggestions = reader.suggestions
    }

    private static func values(
        of file: TableFile, _ schema: Schema, _ reference: Reference, _ table: String
    ) throws(CheckError) -> UniqueRule {
        let names = file.columns.map(\.name)
        for field in reference.targetFields where !names.contains(ByteString(field)) {
            let near = NearestName.of(field, among: names.compactMap(\.string))
            throw .reference(
                "\(table) refers to the field \(CheckPlan.quoted(ByteString(field))) of "
                    + "\(file.path), which has no such column"
                    + (near.map { "; did you mean \(CheckPlan.quoted(ByteString($0)))?" } ?? ""))
        }
        var schema = schema
        let declared = schema.fields
        (schema.key, schema.recordRules, schema.folds) = ([], [], [])
        schema.fields = reference.targetFields.map { name in
            var field = declared.first { $0.name == name } ?? Field(name: name)
            field.constraints = []
            return field
        }
        do throws(PlanError) {
            return UniqueRule(
                rule: 0, fields: try CheckPlan(schema: schema, columns: names).fields)
        } catch {
            throw .plan(error)
        }
    }

    package func contains(_ key: ReferenceKey) throws(StoreError) -> Bool {
        if let texts {
            return table.contains(key.digest) { texts.holds(key.bytes, at: $0) }
        }
        if verified.withLock({ $0.contains(key.bytes) }) { return true }
        let isThere = try table.contains(key.digest) { (position: Int) throws(StoreError) in
            try values.key(atFileOffset: position, of: file) == key.bytes
        }
        guard isThere else { return false }
        verified.withLock { verified in
            if verified.count >= Self.verifiedLimit { verified.removeAll(keepingCapacity: true) }
            verified.insert(key.bytes)
        }
        return true
    }

    /// Reads the table from front to back.
    private struct Reader {
        let file: TableFile
        let values: UniqueRule
        let table = DigestTable()
        private(set) var suggestions: [String] = []
        private let chunk = Chunk()
        private let block = RecordBlock()
        private let workspace = CompiledField.Workspace()

        init(file: TableFile, values: UniqueRule) {
            self.file = file
            self.values = values
        }

        /// - Returns: nil if there is more text than the limit.
        mutating func readTexts(limit: Int) throws(StoreError) -> [UInt8]? {
            var texts: [UInt8] = []
            var known: [String] = []
            let isSingle = values.fields.count == 1
            let isDone = try forEachKey { (key, _) throws(StoreError) in
                let position = texts.count
                let earlier = table.insert(key.digest, at: position) {
                    texts.holds(key.bytes, at: $0)
                }
                guard earlier == nil else { return true }
                texts += key.bytes
                if isSingle, known.count <= CheckPlan.suggestionLimit,
                    let name = key.values[0].string
                {
                    known.append(name)
                }
                return texts.count <= limit
            }
            guard isDone else { return nil }
            if known.count <= CheckPlan.suggestionLimit { suggestions = known }
            return texts
        }

        mutating func readPositions(verifiedLimit: Int) throws(StoreError) {
            var seen: Set<[UInt8]> = []
            _ = try forEachKey { (key, position) throws(StoreError) in
                guard seen.insert(key.bytes).inserted else { return true }
                if seen.count > verifiedLimit { seen = [key.bytes] }
                guard position < DigestTable.positionLimit else {
                    throw StoreError(
                        path: file.path, reason: "references only reach its first TiB")
                }
                _ = try table.insert(key.digest, at: position) {
                    (earlier: Int) throws(StoreError) in
                    try values.key(atFileOffset: earlier, of: file) == key.bytes
                }
                return true
            }
        }

        /// - Parameter body: gets a key, and where its record begins in the file; false ends it.
        private func forEachKey(
            _ body: (ReferenceKey, Int) throws(StoreError) -> Bool
        ) throws(StoreError) -> Bool {
            let parser = RecordParser(dialect: file.dialect, width: file.columns.count)
            let quote = file.dialect.quote ?? 0
            var failures: [StructuralFailure] = []
            var digests: [KeyDigest] = []
            var key = ReferenceKey()
            while try file.nextChunk(into: chunk) {
                while parser.parse(chunk, into: block, failures: &failures) {
                    failures.removeAll(keepingCapacity: true)
                    digests.removeAll(keepingCapacity: true)
                    values.digests(of: block, quote: quote, workspace: workspace, into: &digests)
                    var record = 0
                    for entry in digests {
                        while Int(block.recordStart[record]) < entry.position { record += 1 }
                        values.read(
                            &key, digest: entry.digest, ofRecord: record, in: block, quote: quote,
                            workspace: workspace)
                        guard try body(key, chunk.fileOffset(of: entry.position)) else {
                            return false
                        }
                    }
                }
            }
            return true
        }
    }
}

extension UniqueRule {
    /// The key of the record that begins at a place in a file.
    fileprivate func key(
        atFileOffset offset: Int, of file: TableFile
    ) throws(StoreError) -> [UInt8] {
        let cells = try file.record(atFileOffset: offset)
        return ReferenceKey(
            fields.compactMap { field in
                guard let column = field.column, cells.indices.contains(column) else { return nil }
                return field.valueText(cells[column])
            }
        ).bytes
    }
}

extension [UInt8] {
    /// Whether a key begins at a position. Since keys tell their lengths, it also ends there.
    fileprivate func holds(_ key: [UInt8], at position: Int) -> Bool {
        guard position + key.count <= count else { return false }
        return withUnsafeBytes { all in
            key.withUnsafeBytes { key in
                guard let text = all.baseAddress, let wanted = key.baseAddress else { return true }
                return memcmp(text + position, wanted, key.count) == 0
            }
        }
    }
}
