import StetCore

/// The commits of a script: written at once, or held until a transaction or the whole job ends.
package final class CommitQueue {
    /// One transaction that is open.
    private struct Level {
        let transaction: Transaction
        let staged: [OpenedTable]
        var states: [(table: OpenedTable, state: OpenedTable.FileState)] = []
    }

    /// Commits wait for the end of the job.
    package var isJob = false
    /// Where a commit names no suffix for a backup.
    package var backupSuffix: String?
    /// All tables that were committed and not yet written, in the order of their first commit.
    package private(set) var staged: [OpenedTable] = []
    /// Why a file may not be committed; nil: it may. Set where commits are watched over.
    package var objection: ((_ path: String) -> String?)?
    /// Hears of each commit that was refused for that.
    package var onObjection: ((_ path: String, _ reason: String) -> Void)?
    private var levels: [Level] = []

    /// - Returns: what the user should know.
    func commit(_ table: OpenedTable, _ options: CommitOptions) throws(TableError) -> [String] {
        if let reason = objection?(table.path) {
            onObjection?(table.path, reason)
            throw .collection(CollectionError(.impossible, "\(table.path): \(reason)"))
        }
        var options = options
        options.backupSuffix = options.backupSuffix ?? backupSuffix
        guard isJob || !levels.isEmpty else { return try table.commit(options) ?? [] }
        for index in levels.indices
        where !levels[index].states.contains(where: { $0.table === table }) {
            levels[index].states.append((table, table.fileState))
        }
        if try table.stage(options), !staged.contains(where: { $0 === table }) {
            staged.append(table)
        }
        return []
    }

    /// Writes what is held: all of it or, on an error, nothing.
    package func write() throws(TableError) -> [String] {
        let notes = try TableCommit.write(staged)
        staged.removeAll()
        return notes
    }

    // MARK: Transactions

    func join(_ collection: StetCore.Collection) {
        for level in levels { level.transaction.join(collection) }
    }

    /// Runs `body`; what it does to the collections is kept, and what it commits written, if it
    /// returns true, else all of it is taken back.
    ///
    /// - Returns: what the user should know.
    func transaction(
        over collections: [StetCore.Collection], _ body: () throws -> Bool
    ) throws -> [String] {
        let transaction = Transaction()
        for collection in collections { transaction.join(collection) }
        levels.append(Level(transaction: transaction, staged: staged))
        do {
            let isWanted = try body()
            let isOutermost = levels.count == 1
            let notes = isWanted && isOutermost && !isJob ? try write() : []
            if isWanted { end() } else { takeBack() }
            return notes
        } catch {
            takeBack()
            throw error
        }
    }

    private func end() {
        levels.removeLast().transaction.commit()
    }

    private func takeBack() {
        let level = levels.removeLast()
        level.transaction.rollback()
        for (table, state) in level.states { table.fileState = state }
        staged = level.staged
    }
}
