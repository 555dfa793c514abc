import Glibc

/// Why changes could not be written to a file. The file itself is as it was, unless the reason
/// is `unfinished`.
package struct CommitError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// Another program changed the file since it was opened.
        case changedOnDisk
        /// Another Stet commits to it at this moment; its process, if it could be read.
        case locked(process: Int32?)
        /// A folder, a pipe, a device.
        case notAFile
        /// Its mode forbids this user to write it.
        case protected
        case system(SystemError)
        /// The journal could not be used.
        case journal(JournalError)
        /// Several files need the journal, and there is no state folder.
        case needsJournal
        /// One file is named twice, or the ranges of a plan are not in the file or out of order.
        case misuse(String)
        /// Some files of a set were replaced, the rest waits in the journal.
        case unfinished(replaced: Int, of: Int, SystemError)
    }

    /// The path as the user gave it.
    package var path: String
    package var reason: Reason

    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }
}

extension CommitError: CustomStringConvertible {
    /// What happened and what to do about it, in one line.
    package var description: String {
        "\(path): \(explanation)"
    }

    private var explanation: String {
        switch reason {
        case .changedOnDisk:
            "it was changed on disk since it was opened; nothing was written. Commit with rebase "
                + "to merge the changes"
        case .locked(let process):
            "another Stet\(process.map { " (process \($0))" } ?? "") is committing to it; nothing "
                + "was written. Try again when it is done"
        case .notAFile:
            "it is not a regular file and cannot be replaced; nothing was written"
        case .protected:
            "it is write-protected for this user; nothing was written. chmod u+w allows it"
        case .system(let error):
            "\(Self.cause(of: error)); the file is as it was. \(Self.remedy(for: error))"
        case .journal(let error):
            "\(error); the file is as it was"
        case .needsJournal:
            "a commit of several files needs the journal, and there is no folder for it; nothing "
                + "was written. Set XDG_STATE_HOME to a folder that can be written"
        case .misuse(let what):
            "\(what); nothing was written"
        case .unfinished(let replaced, let count, let error):
            "\(Self.cause(of: error)) when \(replaced) of \(count) files had been written; the "
                + "journal holds the rest, which is finished when Stet next opens one of them"
        }
    }

    private static func cause(of error: SystemError) -> String {
        let place = folder(of: error.path)
        return switch error.code {
        case ENOSPC: "the disk of \(place) is full"
        case EDQUOT: "this user's disk quota is used up in \(place)"
        case EROFS: "\(place) is on a read-only file system"
        case EACCES, EPERM: "this user may not create files in \(place)"
        case EFBIG: "the new file would be larger than this user or file system allows"
        case ENOENT where error.function == "realpath": "there is no such file"
        default: "\(error)"
        }
    }

    private static func remedy(for error: SystemError) -> String {
        switch error.code {
        case ENOSPC, EDQUOT:
            "The new file is written beside the old one: free some space, then commit again"
        case EROFS, EACCES, EPERM:
            "The new file is written beside the old one: make the folder writable, then commit "
                + "again"
        case EFBIG: "Raise the limit (ulimit -f), then commit again"
        default: "Commit again when the cause is gone"
        }
    }
}
