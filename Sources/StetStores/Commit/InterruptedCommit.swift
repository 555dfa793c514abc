import CSQLite
import Glibc

/// What became of a commit that a crash had interrupted.
package struct RecoveredCommit: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        /// All files have their new contents.
        case completed
        /// It had not got far enough: all files have their old contents, and the changes are
        /// still in the journal.
        case undone
        /// These files were changed by another program after the crash and stay as they are;
        /// their changes are still in the journal. The other files have their new contents.
        case partly(changedSince: [String])
    }

    /// Symbolic links resolved.
    package var paths: [String]
    package var outcome: Outcome
}

extension RecoveredCommit: CustomStringConvertible {
    package var description: String {
        let files = paths.joined(separator: ", ")
        return switch outcome {
        case .completed:
            "an interrupted commit of \(files) has been completed"
        case .undone:
            "an interrupted commit of \(files) has been taken back; its changes are kept: "
                + "stet recover shows them"
        case .partly(let changed):
            "an interrupted commit of \(files) could not be completed, for another program has "
                + "changed \(changed.joined(separator: ", ")) since; its changes are kept: "
                + "stet recover shows them"
        }
    }
}

extension Journal {
    /// Finishes, or takes back, the commits that a crash interrupted. One that a live process
    /// still works on is left alone.
    ///
    /// - Parameter path: only commits that this file belongs to, symbolic links resolved; nil:
    ///   all.
    /// - Returns: what there was to tell, the oldest first.
    package func recoverInterruptedCommits(of path: String? = nil) throws(JournalError)
        -> [RecoveredCommit]
    {
        var recovered: [RecoveredCommit] = []
        for intent in try intents() {
            let targets = intent.files.map(\.places.target)
            guard path.map(targets.contains) ?? true else { continue }
            do {
                guard let locks = try CommitLocks(targets: targets, in: state) else { continue }
                defer { locks.release() }
                // Between reading and locking, its own process may have finished it.
                guard let intent = try intents(intent.row).first else { continue }
                recovered.append(try recover(intent))
            } catch let error as JournalError {
                throw error
            } catch {
                throw JournalError(
                    path: database.path, message: "finishing an interrupted commit: \(error)",
                    code: SQLITE_IOERR)
            }
        }
        return recovered
    }

    /// With the locks held.
    private func recover(_ intent: CommitIntent) throws -> RecoveredCommit {
        var waiting: [CommitIntent.File] = []
        var replaced: [String] = []
        var changed: [String] = []
        for file in intent.files {
            switch try progress(of: file, in: intent) {
            case .waiting: waiting.append(file)
            case .replaced: replaced.append(file.places.target)
            case .changed: changed.append(file.places.target)
            }
        }
        let paths = intent.files.map(\.places.target)
        guard intent.isPrepared, replaced.count > 0 || changed.isEmpty else {
            for file in intent.files { file.places.discard() }
            try endCommit(intent.row, written: [], of: intent.session)
            return RecoveredCommit(paths: paths, outcome: .undone)
        }
        for file in waiting {
            try file.places.install()
            replaced.append(file.places.target)
        }
        // A folder that is gone since must not keep the commit in the journal for ever.
        for place in Set(paths.map { folder(of: $0) }) where access(place, F_OK) == 0 {
            try synchroniseFolder(place)
        }
        for file in intent.files { file.places.discard() }
        try endCommit(intent.row, written: replaced, of: intent.session)
        return RecoveredCommit(
            paths: paths, outcome: changed.isEmpty ? .completed : .partly(changedSince: changed))
    }

    private enum Progress {
        /// The old version has the name, and the new one is ready.
        case waiting
        /// The new version had the name, at least for a time.
        case replaced
        /// Another program changed the old version, or took the new one away.
        case changed
    }

    private func progress(of file: CommitIntent.File, in intent: CommitIntent)
        throws(SystemError) -> Progress
    {
        guard intent.isPrepared, let replacement = file.replacement else { return .waiting }
        let isReady = try !replacement.hasChanged(at: file.places.temporary)
        let isOld = try !file.base.hasChanged(at: file.places.target)
        if isReady { return isOld ? .waiting : .changed }
        return isOld || access(file.places.temporary, F_OK) == 0 ? .changed : .replaced
    }
}
