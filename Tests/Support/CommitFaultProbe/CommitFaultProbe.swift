import CFaultShim
import Glibc
import LuaKit
import StetScripting
import StetStores

/// Commits changes to files while `CFaultShim` makes things go wrong.
///
///     CommitFaultProbe commit STATE FILE…    journals changes to the files, then commits them
///     CommitFaultProbe recover STATE         finishes interrupted commits
///     CommitFaultProbe edit STATE FILE       edits records of a table as a script does, and
///                                            commits it; STATE ends in /stet
///     CommitFaultProbe leave STATE FILE      the same, but is killed before it commits
///     CommitFaultProbe apply STATE FILE      puts what a session left into the file, as
///                                            `stet recover FILE --apply` does
///
/// A change puts `NEW` in the place of the three bytes at 10, the middle and the end. Each step
/// that is done is a line of output, the last `points N`; an error is a line of its own, status 1.
@main
enum CommitFaultProbe {
    static func main() {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            let state = try StateFolder(path: arguments[1])
            if arguments[0] == "recover" {
                cfaultshim_arm()
                for commit in try Journal(in: state).recoverInterruptedCommits() {
                    say("\(commit)")
                }
            } else if arguments[0] == "edit" {
                try edit(arguments[2], state: state)
            } else if arguments[0] == "leave" {
                try edit(arguments[2], state: state, commits: false)
            } else if arguments[0] == "apply" {
                try apply(arguments[2], state: state)
            } else {
                try commit(Array(arguments.dropFirst(2)), state: state)
            }
            say("points \(cfaultshim_points())")
        } catch {
            say("error: \(error)")
            exit(1)
        }
    }

    static func commit(_ files: [String], state: StateFolder) throws {
        var requests: [CommitRequest] = []
        for file in files {
            let base = try FileFingerprint(path: file)
            var plan = SplicePlan()
            for offset in [10, Int(base.size) / 2, Int(base.size) - 3] {
                plan.replace(offset..<offset + 3, with: Array("NEW".utf8))
            }
            requests.append(
                CommitRequest(path: file, plan: plan, base: base, backupSuffix: "~"))
        }
        cfaultshim_arm()
        let journal = try Journal(in: state)
        for batch in 1...12 {
            for request in requests {
                try journal.append(
                    [Array("change \(batch)".utf8)], for: realPath(of: request.path),
                    base: request.base)
            }
            say("journalled \(batch)")
        }
        for receipt in try Committer(journal: journal).commit(requests) {
            say("committed \(receipt.path)")
            for note in receipt.notes { say("note: \(note)") }
        }
    }

    /// Puts `NEW1`, `NEW2` … into the second field of the first records.
    static func edit(_ file: String, state: StateFolder, commits: Bool = true) throws {
        setenv("XDG_STATE_HOME", String(state.path.dropLast("/stet".count)), 1)
        let script = """
            local table = assert(stet.open((...)))
            local function say(...) print(...) io.stdout:flush() end
            for number = 1, 5 do
              assert(table:set(table:row(number), { [table:fields()[2]] = "NEW" .. number }))
              say("edited", number)
            end
            assert(table:delete(table:row(7)))
            if commit then
              assert(table:commit())
              say("committed")
            end
            """
        let host = try ScriptHost()
        defer { host.close() }
        host.onNotice = { say("error: \($0)") }
        cfaultshim_arm()
        _ = try host.run(
            Array("local commit = \(commits)\n\(script)".utf8), name: "=edit", arguments: [file])
        if !commits { kill(getpid(), SIGKILL) }
    }

    static func apply(_ file: String, state: StateFolder) throws {
        setenv("XDG_STATE_HOME", String(state.path.dropLast("/stet".count)), 1)
        cfaultshim_arm()
        let journal = try Journal(in: state)
        _ = try journal.recoverInterruptedCommits(of: file)
        for left in try LeftOverEdits.all(of: file, in: journal) {
            let outcome = try left.recover(in: OpenedTable(path: file), journal)
            guard case .written(let summary, _) = outcome else {
                say("error: \(outcome)")
                continue
            }
            say("recovered \(summary)")
        }
    }

    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}
