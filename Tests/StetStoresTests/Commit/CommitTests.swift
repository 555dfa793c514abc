import CLinux
import Foundation
import Glibc
import StetCore
import TestSupport
import Testing

@testable import StetStores

@Suite("Commit")
struct CommitTests {
    private func reason(_ body: () throws -> Void) -> CommitError.Reason? {
        do {
            try body()
            return nil
        } catch {
            return (error as? CommitError)?.reason
        }
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test("Bytes outside the edits stay, in every combination of runs short and long")
    func splices() throws {
        let place = try Workplace(isInMemory: true)
        var random = SeededGenerator(seed: 3)
        for round in 0..<30 {
            let size = Int.random(in: 0...3_000_000, using: &random) >> (round % 10)
            let old = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
            try place.file("data", old)
            var new: [UInt8] = []
            var reached = 0
            try place.commit("data") { plan in
                for _ in 0..<Int.random(in: 1...20, using: &random) {
                    let start = Int.random(in: reached...size, using: &random)
                    let end = min(size, start + Int.random(in: 0...2_000, using: &random))
                    let count = Int.random(in: 0...9, using: &random) == 0 ? 1_200_000 : 3
                    let bytes = [UInt8](repeating: 0x2A, count: count)
                    new += old[reached..<start]
                    if Bool.random(using: &random) {
                        plan.replace(
                            start..<end, with: bytes,
                            whoseDigestWas: ContentDigest.of(Array(old[start..<end])))
                        new += bytes
                        reached = end
                    } else {
                        let copy = Int.random(in: 0...size, using: &random)
                        plan.insertCopy(of: copy..<size, at: start)
                        new += old[copy..<size]
                        reached = start
                    }
                }
                new += old[reached...]
                #expect(plan.newSize(of: size) == new.count)
            }
            #expect(try place.bytes("data") == new)
        }
    }

    @Test("Mode, extended attributes and symbolic links stay; hard links are told of")
    func attributes() throws {
        let place = try Workplace()
        let path = try place.file("data.csv", "a\n1\n".utf8)
        chmod(path, 0o640)
        let descriptor = open(path, O_RDONLY)
        // Not every file system has them.
        let hasAttributes = clinux_set_attribute(descriptor, "user.origin", "here", 4) == 0
        close(descriptor)
        symlink("data.csv", place.path + "/link.csv")
        #expect(link(path, place.path + "/other.csv") == 0)
        let receipt = try place.commit("link.csv") { $0.replace(2..<3, with: "2".utf8) }
        #expect(receipt.notes == [.otherNames(1)])
        #expect(receipt.notes[0].description.contains("keeps the old contents"))
        #expect(try place.text("data.csv") == "a\n2\n")
        #expect(try place.text("other.csv") == "a\n1\n")
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: place.path + "/link.csv")
                == "data.csv")
        #expect(mode(path) == 0o640)
        #expect(receipt.fingerprint == (try FileFingerprint(path: path)))
        if hasAttributes {
            let descriptor = open(path, O_RDONLY)
            defer { close(descriptor) }
            #expect(clinux_get_attribute(descriptor, "user.origin", nil, 0) == 4)
        }
    }

    @Test("The owner stays where this user may give files away", .enabled(if: getuid() == 0))
    func owner() throws {
        let place = try Workplace()
        let path = try place.file("data.csv", "a\n1\n".utf8)
        chown(path, 1234, 4321)
        let receipt = try place.commit("data.csv") { $0.replace(2..<3, with: "2".utf8) }
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_uid == 1234 && status.st_gid == 4321)
        #expect(receipt.notes.isEmpty)
    }

    @Test("A backup is the old version, also when there was one before")
    func backup() throws {
        let place = try Workplace()
        try place.file("data.csv", "a\n1\n".utf8)
        for digit in ["2", "3"] {
            try place.commit("data.csv", backup: ".bak") {
                $0.replace(2..<3, with: digit.utf8)
            }
        }
        #expect(try place.text("data.csv") == "a\n3\n")
        #expect(try place.text("data.csv.bak") == "a\n2\n")
        #expect(try place.names() == ["data.csv", "data.csv.bak"])
    }

    @Test("A long name, and one that begins with a dot")
    func names() throws {
        let place = try Workplace()
        for name in [String(repeating: "🍌", count: 62) + ".csv", ".hidden"] {
            try place.file(name, "a\n1\n".utf8)
            try place.commit(name) { $0.replace(2..<3, with: "2".utf8) }
            #expect(try place.text(name) == "a\n2\n")
        }
    }

    @Test("A file changed since it was opened is left alone, however small the change")
    func changedOnDisk() throws {
        let place = try Workplace()
        let changes: [(String) throws -> Void] = [
            { _ in try place.file("data.csv", "a\n12\n".utf8) },
            { _ in try place.file("data.csv", "a\n9\n".utf8) },
            { path in utimes(path, [timeval(), timeval()]) },
            { path in unlink(path) },
            { path in
                try place.file("new.csv", "a\n1\n".utf8)
                rename(place.path + "/new.csv", path)
            },
        ]
        for change in changes {
            let path = try place.file("data.csv", "a\n1\n".utf8)
            let base = try FileFingerprint(path: path)
            #expect(try !base.hasChanged(at: path))
            try change(path)
            #expect(try base.hasChanged(at: path))
            let now = try? place.bytes("data.csv")
            var plan = SplicePlan()
            plan.replace(2..<3, with: "2".utf8)
            let request = CommitRequest(path: path, plan: plan, base: base)
            let found = reason { _ = try Committer(journal: nil).commit([request]) }
            #expect(found == .changedOnDisk)
            #expect((try? place.bytes("data.csv")) == now)
        }
        #expect("\(CommitError(path: "data.csv", reason: .changedOnDisk))".contains("rebase"))
    }

    @Test("A record whose bytes are not those that were read is not replaced")
    func changedRecord() throws {
        let place = try Workplace()
        try place.file("data.csv", "a\n1\n".utf8)
        let found = reason {
            try place.commit("data.csv") {
                $0.replace(2..<3, with: "2".utf8, whoseDigestWas: ContentDigest.of([0x39]))
            }
        }
        #expect(found == .changedOnDisk)
        #expect(try place.names() == ["data.csv"])
    }

    @Test("While one commits another is refused, and told who it is")
    func locked() throws {
        let place = try Workplace()
        let path = try place.file("data.csv", "a\n1\n".utf8)
        let lock = try FileLock(path: place.state().lock(for: path))
        let found = reason { try place.commit("data.csv") { $0.replace(2..<3, with: "2".utf8) } }
        #expect(found == .locked(process: getpid()))
        let message = "\(CommitError(path: path, reason: .locked(process: 77)))"
        #expect(message.contains("process 77"))
        lock.release()
        try place.commit("data.csv") { $0.replace(2..<3, with: "2".utf8) }
        #expect(try place.text("data.csv") == "a\n2\n")
    }

    @Test("Only this user can read the state folder")
    func privacy() throws {
        let place = try Workplace()
        try place.file("data.csv", "a\n1\n".utf8)
        try place.commit("data.csv") { $0.replace(2..<3, with: "2".utf8) }
        let state = try place.state()
        #expect(mode(state.path) == 0o700)
        for name in try FileManager.default.contentsOfDirectory(atPath: state.path) {
            #expect(mode(state.path + "/" + name) == 0o600, "\(name)")
        }
    }

    @Test("What is no file, two names of one file, edits out of order: refused")
    func misuse() throws {
        let place = try Workplace()
        let path = try place.file("data.csv", "a\n1\n".utf8)
        symlink("data.csv", place.path + "/link.csv")
        mkfifo(place.path + "/pipe", 0o600)
        let base = try FileFingerprint(path: path)
        func request(_ name: String, _ edit: (inout SplicePlan) -> Void = { _ in })
            -> CommitRequest
        {
            var plan = SplicePlan()
            edit(&plan)
            return CommitRequest(path: place.path + "/" + name, plan: plan, base: base)
        }
        func found(_ requests: [CommitRequest]) throws -> CommitError.Reason? {
            let committer = Committer(journal: try Journal(in: place.state()))
            return reason { _ = try committer.commit(requests) }
        }
        #expect(try found([request("pipe")]) == .notAFile)
        #expect(
            try found([request("data.csv"), request("link.csv")])
                == .misuse("the commit names it twice"))
        let disorder = request("data.csv") {
            $0.delete(2..<3)
            $0.delete(1..<2)
        }
        let outside = request("data.csv") { $0.delete(2..<9) }
        for wrong in [disorder, outside] {
            #expect(try found([wrong]) == .misuse("the edits are out of order or outside the file"))
        }
        let both = [request("data.csv"), request("pipe")]
        #expect(reason { _ = try Committer(journal: nil).commit(both) } == .needsJournal)
        #expect(try place.text("data.csv") == "a\n1\n")
        #expect(try place.names() == ["data.csv", "link.csv", "pipe"])
    }

    @Test("Files that are gone after a crash do not keep their commit in the journal")
    func goneAfterCrash() throws {
        let set = try CommittedSet(sizes: [900, 800])
        _ = try probe(
            ["commit", set.state] + set.paths,
            faults: ["FAULT_CALL": "rename", "FAULT_PATH": "file1.csv"])
        let kept = try Workplace(isInMemory: true)
        let state = kept.path + "/state"
        try FileManager.default.moveItem(atPath: set.state, toPath: state)
        try FileManager.default.removeItem(atPath: set.workplace.path)
        let journal = try Journal(in: StateFolder(path: state))
        #expect(try journal.recoverInterruptedCommits().count == 1)
        #expect(try journal.recoverInterruptedCommits().isEmpty)
    }

    @Test("A target that another program changed after a crash keeps its change")
    func changedAfterCrash() throws {
        let set = try CommittedSet(sizes: [900, 800])
        // The second rename fails as a crash would stop it.
        _ = try probe(
            ["commit", set.state] + set.paths,
            faults: ["FAULT_CALL": "rename", "FAULT_PATH": "file1.csv"])
        #expect(try set.replaced() == 1)
        try set.workplace.file("file1.csv", "other\n".utf8)
        let journal = try Journal(in: set.workplace.state())
        let recovered = try journal.recoverInterruptedCommits(of: set.paths[1])
        #expect(recovered.map(\.outcome) == [.partly(changedSince: [set.paths[1]])])
        #expect(try set.workplace.text("file1.csv") == "other\n")
        #expect(try journal.pending().map(\.path) == [set.paths[1]])
        #expect(try set.workplace.names().filter { $0.contains(".stet-") }.isEmpty)
    }
}
