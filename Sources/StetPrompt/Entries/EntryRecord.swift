import Glibc
import StetStores

/// What was typed: kept for this session, in the history, and in a log if one is wanted.
final class EntryRecord {
    struct Entry {
        var place: EntryPlace
        var code: String
        var isSuccess: Bool
    }

    /// Those of this session, the oldest first.
    private(set) var entries: [Entry] = []
    /// Entries of this session so far.
    private(set) var entryCount = 0
    /// nil: nothing is kept beyond the session.
    private(set) var history: History?
    private var log: ResultFile?
    /// The project that is worked in.
    let project: String

    private static let remembered = 1_000

    init(history: History? = nil, project: String = "") {
        self.history = history
        self.project = project
    }

    /// - Returns: entries of earlier sessions, the oldest first, and a warning.
    func recall() -> (lines: [HistoryLine], problem: String?) {
        guard let history else { return ([], nil) }
        do throws(History.Failure) {
            return (try history.load(project: project), nil)
        } catch {
            self.history = nil
            return ([], error.description)
        }
    }

    /// All that Up could reach, and what was typed here.
    func all() throws -> [HistoryLine] {
        if let history { return try history.load(project: project) }
        return entries.map {
            HistoryLine(time: 0, code: $0.code, directory: "", isSuccess: $0.isSuccess)
        }
    }

    /// Whether the entry is one that Up should find.
    func wants(_ code: String) -> Bool { history?.wants(code) ?? !code.hasPrefix(" ") }

    /// Keeps an entry that was run.
    ///
    /// - Returns: what could not be kept, and why; said once.
    func keep(_ code: String, at place: EntryPlace, isSuccess: Bool, isTyped: Bool) -> String? {
        entryCount += 1
        entries.append(Entry(place: place, code: code, isSuccess: isSuccess))
        if entries.count > 2 * Self.remembered { entries.removeFirst(Self.remembered) }
        var problem = isSuccess ? writeLog(code) : nil
        guard isTyped, let history else { return problem }
        do throws(History.Failure) {
            try history.append(
                HistoryLine(
                    time: time(nil), code: code, directory: workingDirectory() ?? "",
                    project: project, isSuccess: isSuccess))
        } catch {
            self.history = nil
            problem = error.description
        }
        return problem
    }

    /// A line that was typed.
    func source(of chunk: String, line: Int) -> String? {
        for entry in entries.reversed() where entry.place.chunk == chunk {
            let number = line - entry.place.padding
            let lines = entry.code.split(separator: "\n", omittingEmptySubsequences: false)
            if lines.indices.contains(number - 1) { return String(lines[number - 1]) }
        }
        return nil
    }

    // MARK: The log

    var logPath: String? { log?.path }

    /// From here on what is typed and succeeds is appended to a file; nil: no longer.
    func writeLog(to path: String?) throws(CommandError) {
        let problem = log?.finish()
        log = nil
        if let path { log = try ResultFile.open(path, appends: true).get() }
        if let problem { throw CommandError(problem) }
    }

    private func writeLog(_ code: String) -> String? {
        // Run again, the log would write into itself.
        guard let log, !code.trimmed.hasPrefix(".log") else { return nil }
        guard let problem = log.write(Array((code + "\n").utf8)) ?? log.flush() else { return nil }
        self.log = nil
        return problem
    }
}
