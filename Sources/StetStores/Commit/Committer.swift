import Glibc

/// One file of a commit.
package struct CommitRequest: Sendable {
    /// As the user gave it.
    package var path: String
    package var plan: SplicePlan
    /// What the file was when it was opened; the plan's offsets are that file's.
    package var base: FileFingerprint
    /// The old version is kept under the path with this suffix.
    package var backupSuffix: String?

    package init(
        path: String, plan: SplicePlan, base: FileFingerprint, backupSuffix: String? = nil
    ) {
        self.path = path
        self.plan = plan
        self.base = base
        self.backupSuffix = backupSuffix
    }
}

/// A file that was written.
package struct CommitReceipt: Sendable {
    /// As the user gave it.
    package var path: String
    /// What the file is now.
    package var fingerprint: FileFingerprint
    package var notes: [CommitNote]
}

/// Puts new versions of files in the place of the old ones: all of a set or, once whatever
/// interrupted it is over, none.
///
/// Each new version is written beside the old one and synchronised; then the journal notes that
/// the set is complete; then each is renamed into place. A crash before that note leaves the old
/// files, one after it is finished from the journal by `recoverInterruptedCommits`.
package struct Committer {
    private let journal: Journal?

    /// - Parameter journal: nil where the user has no state folder that can be written. One file
    ///   may then still be committed, without protection from a second Stet.
    package init(journal: Journal?) {
        self.journal = journal
    }

    /// Writes all the files or, on an error other than `unfinished`, none. Their pending changes
    /// leave the journal.
    ///
    /// - Returns: a receipt for each request, in order.
    package func commit(_ requests: [CommitRequest]) throws(CommitError) -> [CommitReceipt] {
        guard let first = requests.first else { return [] }
        let orders = try orders(for: requests)
        guard let journal else {
            guard requests.count == 1 else {
                throw CommitError(path: first.path, reason: .needsJournal)
            }
            let staged = try StagedFile(writing: orders[0])
            try install([staged], of: orders)
            return [receipt(for: staged, of: orders[0])]
        }
        let targets = orders.map(\.places.target)
        do {
            // What an earlier commit left comes first; it may change the files, and then this
            // commit is refused below.
            for target in targets { _ = try journal.recoverInterruptedCommits(of: target) }
        } catch {
            throw CommitError(path: first.path, reason: .journal(error))
        }
        let locks = try CommitLocks(orders, in: journal.state)
        defer { locks.release() }
        return try write(orders, with: journal)
    }

    /// With the locks held.
    private func write(_ orders: [StagedFile.Order], with journal: Journal) throws(CommitError)
        -> [CommitReceipt]
    {
        func journalled<Result>(
            _ body: () throws(JournalError) -> Result
        ) throws(CommitError) -> Result {
            do throws(JournalError) {
                return try body()
            } catch {
                throw CommitError(path: orders[0].path, reason: .journal(error))
            }
        }
        let targets = orders.map(\.places.target)
        let intent = try journalled { () throws(JournalError) in try journal.beginCommit(orders) }
        var staged: [StagedFile] = []
        do throws(CommitError) {
            for order in orders { staged.append(try StagedFile(writing: order)) }
            try journalled { () throws(JournalError) in
                try journal.prepareCommit(intent, staged.map(\.fingerprint))
            }
            try install(staged, of: orders)
        } catch {
            if case .unfinished = error.reason { throw error }
            for file in staged { file.places.discard() }
            // The first error is the one to report. If the journal keeps the intent, recovery
            // finds its temporary files gone and forgets it.
            do {
                try journal.endCommit(intent, written: [], of: journal.session)
            } catch {}
            throw error
        }
        // The files are written; if the journal cannot say so, recovery finds out by itself.
        do {
            try journal.endCommit(intent, written: targets, of: journal.session)
        } catch {}
        return zip(staged, orders).map { receipt(for: $0, of: $1) }
    }

    private func orders(for requests: [CommitRequest]) throws(CommitError) -> [StagedFile.Order] {
        var orders: [StagedFile.Order] = []
        for request in requests {
            do throws(SystemError) {
                orders.append(
                    StagedFile.Order(
                        path: request.path,
                        places: try StagedFile.Places(
                            for: request.path, backupSuffix: request.backupSuffix),
                        plan: request.plan, base: request.base))
            } catch {
                throw CommitError(
                    path: request.path,
                    reason: error.code == ENOENT ? .changedOnDisk : .system(error))
            }
        }
        var seen: Set<String> = []
        for order in orders where !seen.insert(order.places.target).inserted {
            throw CommitError(path: order.path, reason: .misuse("the commit names it twice"))
        }
        return orders
    }

    /// Renames all into place and makes that durable.
    private func install(_ staged: [StagedFile], of orders: [StagedFile.Order])
        throws(CommitError)
    {
        // As late as can be: writing took time in which the files may have changed.
        for order in orders {
            let hasChanged: Bool
            do throws(SystemError) {
                hasChanged = try order.base.hasChanged(at: order.places.target)
            } catch {
                throw CommitError(path: order.path, reason: .system(error))
            }
            if hasChanged { throw CommitError(path: order.path, reason: .changedOnDisk) }
        }
        for (index, file) in staged.enumerated() {
            do throws(SystemError) {
                try file.places.install()
            } catch {
                throw CommitError(
                    path: orders[index].path,
                    reason: index == 0
                        ? .system(error)
                        : .unfinished(replaced: index, of: staged.count, error))
            }
        }
        for place in Set(staged.map { folder(of: $0.places.target) }) {
            do throws(SystemError) {
                try synchroniseFolder(place)
            } catch {
                throw CommitError(
                    path: orders[0].path,
                    reason: .unfinished(replaced: staged.count, of: staged.count, error))
            }
        }
    }

    private func receipt(for file: StagedFile, of order: StagedFile.Order) -> CommitReceipt {
        CommitReceipt(path: order.path, fingerprint: file.fingerprint, notes: file.notes)
    }
}
