import Glibc
import StetStores
import StetText

/// The folders that Stet keeps things in.
enum DoctorFolders {
    static func look(_ report: inout DoctorReport) {
        state(&report)
        configuration(&report)
        temporary(&report)
    }

    private static func state(_ report: inout DoctorReport) {
        let group = "State folder"
        let health = StateFolderHealth()
        let path = health.path
        switch health.place {
        case .absent where health.isWritable:
            report.add(group, "\(path) will be made when it is needed")
        case .absent:
            report.add(
                group, .error, "\(path) is not there and cannot be made",
                advice: "let XDG_STATE_HOME name a folder that this user may write in")
            return
        case .other:
            report.add(
                group, .error, "\(path) is no folder",
                advice: "move it away, or let XDG_STATE_HOME name another place")
            return
        case .folder:
            guard health.isWritable else {
                report.add(
                    group, .error, "\(path) cannot be written: nothing can be committed",
                    advice: "chown it to this user, chmod u+rwx it, or set XDG_STATE_HOME")
                return
            }
            report.add(group, "\(path) can be written")
            if health.isOpenToOthers {
                report.add(
                    group, .warning, "\(path) can be looked into by other users",
                    advice: "chmod 700 \(path)")
            }
        }
        for file in health.openFiles {
            report.add(
                group, .warning, "\(file) can be read by other users", advice: "chmod 600 \(file)")
        }
        journal(&report, group, health)
    }

    private static func journal(
        _ report: inout DoctorReport, _ group: String, _ health: StateFolderHealth
    ) {
        if let failure = health.journalFailure {
            report.add(
                group, .error, "the journal cannot be read: \(failure)",
                advice: "move journal.sqlite away and keep it: it may hold changes that are "
                    + "nowhere else")
        }
        for file in health.interrupted {
            report.add(
                group, .warning, "a commit of \(file) was interrupted",
                advice: "stet recover finishes it, or takes it back")
        }
        for file in health.leftOver {
            report.add(
                group, .warning, "changes of \(file) were not committed when their session ended",
                advice: "stet recover \(file)")
        }
        if health.hasJournal, health.leftOver.isEmpty, health.interrupted.isEmpty {
            report.add(group, "the journal holds nothing that was left behind")
        }
        guard health.lockCount > 0 else { return }
        let busy = health.committing.map { $0 == 0 ? "a process" : "process \($0)" }
        report.add(
            group,
            "\(English.count(health.lockCount, "lock file")), "
                + (busy.isEmpty ? "none is held" : "held by \(English.list(busy))"))
    }

    private static func configuration(_ report: inout DoctorReport) {
        let group = "Configuration folder"
        let given = DoctorTerminal.variable("XDG_CONFIG_HOME")
        if let given, !given.hasPrefix("/") {
            report.add(
                group, .warning, "XDG_CONFIG_HOME is \(given), which is ignored",
                advice: "let it name a folder from / on")
        }
        let base =
            given.flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? (DoctorTerminal.variable("HOME") ?? "") + "/.config"
        let path = base + "/stet"
        var status = stat()
        guard stat(path, &status) == 0 else {
            report.add(group, "\(path) is not there, and need not be")
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            report.add(group, .error, "\(path) is no folder", advice: "move it away")
            return
        }
        if access(path, R_OK | X_OK) != 0 {
            report.add(
                group, .error, "\(path) cannot be read: its plugins are not found",
                advice: "chmod u+rx \(path)")
        } else if status.st_mode & 0o022 != 0 {
            report.add(
                group, .warning, "\(path) can be changed by other users, and so can your plugins",
                advice: "chmod go-w \(path)")
        } else {
            report.add(group, "\(path) can be read")
        }
    }

    private static func temporary(_ report: inout DoctorReport) {
        let group = "Temporary folder"
        let path = DoctorTerminal.variable("TMPDIR") ?? "/tmp"
        if access(path, W_OK | X_OK) == 0 {
            report.add(group, "\(path) can be written")
        } else {
            report.add(
                group, .error, "\(path) cannot be written: sorting and compressed files need it",
                advice: "let TMPDIR name a folder that this user may write in")
        }
    }
}
