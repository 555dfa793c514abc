import Glibc
import StetCore
import StetStores

/// Edits of a file that a session made, and neither committed nor gave up before it ended.
package struct LeftOverEdits {
    /// What the journal says of them.
    package let changes: PendingChanges
    /// How the session read the file.
    package let reading: PendingChangeRecord.Reading?
    package let edits: Result<RecordedEdits, Unreadable>

    package struct Unreadable: Error, CustomStringConvertible {
        package var description: String
    }

    /// All that sessions of ended processes left of a file, the oldest first.
    ///
    /// - Parameter path: symbolic links resolved.
    package static func all(
        of path: String, in journal: Journal
    ) throws(JournalError) -> [LeftOverEdits] {
        var result: [LeftOverEdits] = []
        for changes in try journal.pending(for: path) where changes.isLeftOver {
            let edits = LeftOverEdits(changes, try journal.load(changes))
            if case .success(let edits) = edits.edits, edits.isEmpty { continue }
            result.append(edits)
        }
        return result
    }

    private init(_ changes: PendingChanges, _ batches: [[UInt8]]) {
        self.changes = changes
        var reading: PendingChangeRecord.Reading?
        do {
            let records = try PendingChangeBatch.records(of: batches)
            var edits: [EditRecord] = []
            for record in records {
                switch record {
                case .reading(let found): reading = found
                case .edit(let edit): edits.append(edit)
                }
            }
            self.edits = .success(try RecordedEdits(edits))
        } catch {
            self.edits = .failure(Unreadable(description: "\(error)"))
        }
        self.reading = reading
    }

    /// Makes the edits in a table that was just opened, without writing it.
    ///
    /// - Parameter preference: settles conflicts with what the file has by now; nil: none.
    /// - Returns: the conflicts; if there are any, nothing was changed.
    package func apply(
        to table: OpenedTable, preference: MergePreference? = nil
    ) throws -> [StetCore.MergeConflict] {
        try table.collection.recover(
            edits.get(), isUnchanged: table.base == changes.base, preference: preference)
    }

    // MARK: Words

    /// When the session began to edit, and what it did.
    package var summary: String {
        "\(Self.clock(changes.began)): \(counts)"
    }

    private var counts: String {
        do {
            return try edits.get().diff().summary
        } catch {
            return "changes that cannot be read: \(error)"
        }
    }

    /// What whoever opens a file should know; nil: nothing.
    static func notice(for path: String) -> String? {
        do {
            guard let journal = try Journal.ifPresent(in: try StateFolder.ofEdits()) else {
                return nil
            }
            let all = try all(of: place(of: path), in: journal)
            guard let last = all.last else { return nil }
            let others = all.count > 1 ? " (and \(all.count - 1) more)" : ""
            return "\(path): a session ended without committing its changes of \(last.summary)"
                + "\(others); \(command(for: path)) shows them"
        } catch let error as JournalError {
            return "\(path): whether there are changes to recover is unknown: \(error)"
        } catch {
            // No state folder, so nothing in it.
            return nil
        }
    }

    static func command(for path: String) -> String {
        let plain = path.utf8.allSatisfy { byte in
            byte >= 0x80 || "._-/+,=@%".utf8.contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        if plain, !path.isEmpty, !path.hasPrefix("-") { return "\"stet recover \(path)\"" }
        let quoted = path.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''")
        return "\"stet recover \(path.hasPrefix("-") ? "-- " : "")'\(quoted)'\""
    }

    /// The real path, also of a file that is gone.
    package static func place(of path: String) throws(SystemError) -> String {
        do throws(SystemError) {
            return try realPath(of: path)
        } catch  where error.code == ENOENT {
            let slash = path.lastIndex(of: "/")
            let folder = slash.map { String(path[...$0]) } ?? "."
            let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
            return try realPath(of: folder) + "/" + name
        }
    }

    /// `2026-05-31 17:04`, where the user is.
    private static func clock(_ seconds: Int64) -> String {
        var (time, parts) = (time_t(seconds), tm())
        localtime_r(&time, &parts)
        func digits(_ number: Int32, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return digits(parts.tm_year + 1900, 4) + "-" + digits(parts.tm_mon + 1, 2) + "-"
            + digits(parts.tm_mday, 2) + " " + digits(parts.tm_hour, 2) + ":"
            + digits(parts.tm_min, 2)
    }
}
