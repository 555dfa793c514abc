import Glibc
import Synchronization

/// The folder where Stet keeps locks and the journal of one user, readable by that user only.
package struct StateFolder: Hashable, Sendable {
    package let path: String

    /// `$XDG_STATE_HOME/stet`, else `.local/state/stet` in the home folder. Created if missing.
    package static func ofUser() throws(SystemError) -> StateFolder {
        try StateFolder(path: pathOfUser)
    }

    private static let elsewhere = Mutex<String?>(nil)

    /// Where this process keeps its locks and its journal of edits: the user's folder, unless they
    /// are of no use to anyone once the process ends.
    package static func ofEdits() throws(SystemError) -> StateFolder {
        try StateFolder(path: elsewhere.withLock { $0 } ?? pathOfUser)
    }

    /// Has this process keep locks and its journal of edits in another folder. To be called before
    /// anything is opened.
    package static func keepEdits(in path: String) {
        elsewhere.withLock { $0 = path }
    }

    /// Where it is, or would be.
    static var pathOfUser: String {
        // The standard says to ignore a relative path.
        if let state = getenv("XDG_STATE_HOME").map({ String(cString: $0) }), state.hasPrefix("/") {
            return state + "/stet"
        }
        let home =
            getenv("HOME").map { String(cString: $0) }
            ?? getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) } ?? "/"
        return home + "/.local/state/stet"
    }

    /// Creates the folder, and those above it, if missing.
    package init(path: String) throws(SystemError) {
        self.path = path
        try Self.create(path)
    }

    /// Where the journal is.
    var journal: String { path + "/journal.sqlite" }

    /// The file that a commit to `realPath` locks. Two paths with one digest share a lock, which
    /// is harmless.
    func lock(for realPath: String) -> String {
        "\(path)/\(ContentDigest.of(realPath).hexadecimal).lock"
    }

    private static func create(_ path: String) throws(SystemError) {
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw SystemError(function: "mkdir", path: path, code: ENOTDIR)
            }
            return
        }
        let parent = folder(of: path)
        if parent != path { try create(parent) }
        do throws(SystemError) {
            try systemCall("mkdir", on: path) { mkdir(path, 0o700) }
        } catch  where error.code == EEXIST {
            // Another process was quicker.
        }
    }
}
