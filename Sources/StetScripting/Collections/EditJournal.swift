import StetCore
import StetStores

/// Keeps the uncommitted edits of one open file in the journal, from the first one until they are
/// committed, undone or given up.
///
/// What is kept is the difference from the file, row by row, and not a log of calls: an undo, a
/// redo and a revert then need nothing of their own, and recovery asks neither for the script nor
/// for the rules.
final class EditJournal {
    private let collection: Collection
    private let writer: JournalWriter
    /// Symbolic links resolved.
    private let path: String
    private let reading: PendingChangeRecord.Reading
    private let warn: (String) -> Void
    private var written: Snapshot
    private var base: FileFingerprint
    private var recorder: EditRecorder

    /// The next batch is the first.
    private var isNew = true
    /// Bytes that the journal has, and how many it had when all was told in one piece.
    private var size = 0
    private var wholeSize = 0
    private var isBroken = false

    /// Bytes from which on a long session's story is told again, shorter.
    private static let sizeLimit = 64 << 20

    /// - Parameters:
    ///   - written: what the file holds.
    ///   - warn: told once if edits cannot be kept.
    init(
        of collection: Collection, path: String, written: Snapshot, base: FileFingerprint,
        reading: PendingChangeRecord.Reading, writer: JournalWriter,
        warn: @escaping (String) -> Void
    ) {
        self.collection = collection
        self.path = path
        self.written = written
        self.base = base
        self.reading = reading
        self.writer = writer
        self.warn = warn
        recorder = EditRecorder(from: written)
        collection.onSettled = { [weak self] in self?.record() }
    }

    private func record() {
        guard !isBroken else { return }
        if collection.isAsCommitted, collection.snapshot.isSame(as: written) {
            forget()
        } else {
            do throws(CollectionError) {
                try handOver()
            } catch {
                giveUp(error.description)
            }
        }
        if let failure = writer.failure { giveUp(failure) }
    }

    private func handOver() throws(CollectionError) {
        var batch = PendingChangeBatch()
        try recorder.record { batch.append(.edit($0)) }
        if size + batch.count > max(Self.sizeLimit, 4 * wholeSize) {
            recorder.restart(from: written)
            batch = PendingChangeBatch()
            try recorder.record { batch.append(.edit($0)) }
            (isNew, size, wholeSize) = (true, 0, batch.count)
        }
        guard !batch.isEmpty else { return }
        size += batch.count
        if isNew { batch.append(.reading(reading)) }
        writer.hand(batch, for: path, base: base, startsAnew: isNew)
        isNew = false
    }

    private func giveUp(_ reason: String) {
        isBroken = true
        warn(
            "\(collection.name): a crash would lose what is not committed, for it cannot be kept: "
                + reason)
    }

    /// Has the journal know all, also of a transaction that is not over: a crash in the commit
    /// must not find less.
    func prepareCommit() {
        record()
        writer.flush()
    }

    /// The file was written, or another version of it was read: edits are compared with that
    /// from now on. A commit has taken them out of the journal.
    func fileChanged(to written: Snapshot, _ base: FileFingerprint) {
        forget()
        (self.written, self.base) = (written, base)
        recorder.restart(from: written)
        if collection.openTransactions == 0 { record() }
    }

    /// Takes the edits out of the journal.
    func forget() {
        if !isNew { writer.hand(.init(), for: path, base: base, startsAnew: true) }
        recorder.restart(from: written)
        (isNew, size) = (true, 0)
    }

    /// Whether the edits will be found when the file is opened again.
    var isKept: Bool { !isBroken && writer.failure == nil }
}

extension OpenedTable {
    /// What becomes of changes that are in no file when the session ends.
    ///
    /// - Parameter isKept: the user did not mean to end it.
    package func fateOfEdits(isKept: Bool) -> String {
        isKept && journal?.isKept == true
            ? "\(LeftOverEdits.command(for: path)) shows them" : "so they are lost"
    }
}

extension ScriptHost {
    /// The names of open tables with changes that the script did not commit.
    package var uncommittedTables: [String] {
        (collections?.files ?? []).filter(\.collection.isDirty).map(\.collection.name)
    }

    /// A line for each file with changes that were not committed.
    ///
    /// - Parameter isKept: they stay in the journal, for the user did not mean to end.
    package func uncommittedNotes(isKept: Bool) -> [String] {
        (collections?.files ?? []).filter(\.collection.isDirty).map { file in
            let fate = file.fateOfEdits(isKept: isKept)
            return
                "\(file.path): changes were not committed\(fate.hasPrefix("so") ? "," : ";") \(fate)"
        }
    }

    /// Ends the journal.
    func endEdits() {
        if !keepsEdits { for file in collections?.files ?? [] { file.journal?.forget() } }
        journalWriter.close()
    }
}
