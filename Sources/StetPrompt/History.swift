import Glibc

/// What was typed at prompts, kept in a file that several of them may share.
///
/// Each entry is appended as soon as it has run, under a lock. Lines of the file that are no
/// entries are passed over. Only the user can read it.
package final class History {
    /// Why the history could not be kept.
    package struct Failure: Error, CustomStringConvertible {
        package var path: String
        package var action: String
        package var reason: String

        package var description: String {
            "the history cannot be \(action): \(path): \(reason)"
        }
    }

    let path: String
    private var last: String?

    /// Entries that Up reaches.
    static let recalled = 2_000
    /// Entries that are kept when the file has grown to twice as many.
    static let kept = 10_000

    package init(path: String) {
        self.path = path
    }

    /// The user's history by the environment: `STET_HISTORY` names the file, or is empty for none;
    /// else it lies in the state folder. nil: there is none.
    package static func standard(environment: (String) -> String?) -> History? {
        if let path = environment("STET_HISTORY") {
            return path.isEmpty ? nil : History(path: path)
        }
        if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
            return History(path: state + "/stet/history.jsonl")
        }
        guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
        return History(path: home + "/.local/state/stet/history.jsonl")
    }

    /// The last entries: those of other projects first, then those of the given one, each the
    /// oldest first, so that Up finds the project's own. Shortens a file that has grown too long.
    func load(project: String = "", kept: Int = History.kept) throws(Failure) -> [HistoryLine] {
        guard access(path, F_OK) == 0 else {
            // Not yet; whether it can be made is found out at the first entry.
            return []
        }
        let file = try LockedFile(path)
        defer { file.close() }
        let lines = try file.read().split(separator: UInt8(ascii: "\n"))
        if lines.count > 2 * kept {
            try file.replace(with: lines.suffix(kept).flatMap { $0 + [UInt8(ascii: "\n")] })
        }
        // What is older is not read: whoever types waits for the prompt.
        let recent = lines.suffix(min(kept, 2 * Self.recalled)).compactMap { HistoryLine($0) }
        last = recent.last?.code
        let own = recent.filter { $0.project == project }.suffix(Self.recalled)
        let others = recent.filter { $0.project != project }.suffix(Self.recalled - own.count)
        return Array(others + own)
    }

    /// Whether an entry is one to keep: not a repeat, not one that begins with a space.
    func wants(_ code: String) -> Bool {
        !code.hasPrefix(" ") && code != last && !code.unicodeScalars.contains("\0")
    }

    /// Keeps an entry, if it is one to keep.
    func append(_ entry: HistoryLine) throws(Failure) {
        guard wants(entry.code) else { return }
        last = entry.code
        try Self.makeFolders(for: path)
        let file = try LockedFile(path)
        defer { file.close() }
        // A line that a crash cut short must not take this one with it.
        let isCut = try file.lastByte().map { $0 != UInt8(ascii: "\n") } ?? false
        try file.append((isCut ? [UInt8(ascii: "\n")] : []) + Self.text([entry]))
    }

    private static func text(_ entries: some Sequence<HistoryLine>) -> [UInt8] {
        entries.flatMap { $0.encoded + [UInt8(ascii: "\n")] }
    }

    private static func makeFolders(for path: String) throws(Failure) {
        var end = path.startIndex
        while let slash = path[end...].dropFirst().firstIndex(of: "/") {
            let folder = String(path[..<slash])
            if mkdir(folder, 0o700) != 0, errno != EEXIST {
                let reason = String(cString: strerror(errno))
                // What stands above may be there and yet not ours to make.
                guard access(folder, F_OK) == 0 else {
                    throw Failure(path: folder, action: "kept", reason: reason)
                }
            }
            end = slash
        }
    }
}
