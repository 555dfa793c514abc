import Glibc

/// What there is to say of the user's state folder, found by looking: nothing is made or changed.
package struct StateFolderHealth {
    package enum Place: Hashable, Sendable {
        case absent
        case folder
        /// Something that is no folder.
        case other
    }

    package let path: String
    package private(set) var place = Place.absent
    /// The folder, or the nearest one above it that there is.
    package private(set) var isWritable = false
    /// Others may look into it.
    package private(set) var isOpenToOthers = false
    /// The user's files in it that others may read.
    package private(set) var openFiles: [String] = []
    package private(set) var hasJournal = false
    /// Why the journal cannot be read.
    package private(set) var journalFailure: String?
    /// Files with changes of sessions that ended without committing or dropping them.
    package private(set) var leftOver: [String] = []
    /// Files of commits whose process ended before they did.
    package private(set) var interrupted: [String] = []
    package private(set) var lockCount = 0
    /// Processes that hold a lock: they are committing.
    package private(set) var committing: [Int32] = []

    package init() {
        path = StateFolder.pathOfUser
        look()
        guard place == .folder, isWritable else { return }
        readJournal()
        readLocks()
    }

    private mutating func look() {
        var status = stat()
        guard stat(path, &status) == 0 else {
            var above = folder(of: path)
            while access(above, F_OK) != 0, above != "/" { above = folder(of: above) }
            isWritable =
                stat(above, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
                && access(above, W_OK | X_OK) == 0
            return
        }
        place = status.st_mode & S_IFMT == S_IFDIR ? .folder : .other
        isWritable = access(path, R_OK | W_OK | X_OK) == 0
        isOpenToOthers = status.st_mode & 0o077 != 0
        let names = ["journal.sqlite", "history.jsonl", "trust.sqlite"]
        openFiles = names.map { path + "/" + $0 }.filter { file in
            stat(file, &status) == 0 && status.st_mode & 0o077 != 0
        }
    }

    private mutating func readJournal() {
        do {
            guard let journal = try Journal.ifPresent(in: StateFolder(path: path)) else { return }
            hasJournal = true
            for changes in try journal.pending() where changes.isLeftOver {
                if !leftOver.contains(changes.path) { leftOver.append(changes.path) }
            }
            for intent in try journal.intents() where !intent.session.isAlive {
                interrupted += intent.files.map(\.places.target)
            }
        } catch {
            journalFailure = String(describing: error)
        }
    }

    private mutating func readLocks() {
        let names: [String]
        do throws(SystemError) {
            names = try FolderEntries.names(in: path)
        } catch {
            // That it cannot be read is told by `isWritable` or `place`.
            return
        }
        for name in names where name.hasSuffix(".lock") {
            lockCount += 1
            if let process = FileLock.owner(of: path + "/" + name) { committing.append(process) }
        }
    }
}
