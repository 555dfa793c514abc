import StetStores

/// How changes are committed.
package struct CommitOptions: Sendable {
    /// The old version is kept under the file's name with this suffix.
    package var backupSuffix: String?
    /// Where the file was changed on disk, the changes are merged into that version.
    package var rebases = false
    /// A merge is let through, whatever the rules say of it.
    package var force = false

    package init(backupSuffix: String? = nil, rebases: Bool = false, force: Bool = false) {
        self.backupSuffix = backupSuffix
        self.rebases = rebases
        self.force = force
    }
}

/// Writes what was staged in some open tables.
package enum TableCommit {
    /// All the files are written or, on an error, none.
    ///
    /// - Returns: what the user should know.
    package static func write(_ tables: [OpenedTable]) throws(TableError) -> [String] {
        var requests: [CommitRequest] = []
        var wanted: [OpenedTable] = []
        for table in tables {
            guard let request = try table.commitRequest() else { continue }
            requests.append(request)
            wanted.append(table)
        }
        guard !requests.isEmpty else { return [] }
        let (journal, notes) = OpenedTable.journal()
        do throws(CommitError) {
            let receipts = try Committer(journal: journal).commit(requests)
            for (table, receipt) in zip(wanted, receipts) { table.wasWritten(receipt) }
            return wanted.flatMap(\.foldWarnings) + notes
                + receipts.flatMap { receipt in
                    receipt.notes.map { "\(receipt.path): \($0.description)" }
                }
        } catch {
            throw .commit(error)
        }
    }
}
