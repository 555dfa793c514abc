import Foundation
import StetCore
import Testing

@testable import StetStores

/// What a probe process did.
struct ProbeRun {
    var lines: [String]
    var status: Int32
    var wasKilled: Bool
}

/// Runs the probe, which stands beside the test's own executable.
func probe(_ arguments: [String], faults: [String: String] = [:]) throws -> ProbeRun {
    let own = URL(fileURLWithPath: try realPath(of: "/proc/self/exe"))
    let process = Process()
    process.executableURL = own.deletingLastPathComponent().appendingPathComponent(
        "CommitFaultProbe")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(faults) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return ProbeRun(
        lines: String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init),
        status: process.terminationStatus,
        wasKilled: process.terminationReason == .uncaughtSignal)
}

/// Files for a commit of a set, and what the probe makes of them.
struct CommittedSet {
    let workplace: Workplace
    let names: [String]
    let old: [Data]
    let new: [Data]

    /// - Parameter sizes: bytes of each file; from 256 KiB on they are copied by the kernel.
    init(sizes: [Int]) throws {
        workplace = try Workplace(isInMemory: true)
        names = sizes.indices.map { "file\($0).csv" }
        old = sizes.enumerated().map { Data(repeating: UInt8(97 + $0), count: $1) }
        new = old.map { bytes in
            var changed = bytes
            for offset in [10, bytes.count / 2, bytes.count - 3] {
                changed.replaceSubrange(offset..<offset + 3, with: Data("NEW".utf8))
            }
            return changed
        }
        for (name, bytes) in zip(names, old) { try workplace.file(name, bytes) }
    }

    var paths: [String] { names.map { workplace.path + "/" + $0 } }
    var state: String { workplace.path + "/state/stet" }

    /// How many files are new; nil if one is neither wholly old nor wholly new.
    func replaced() throws -> Int? {
        var count = 0
        for (index, name) in names.enumerated() {
            let bytes = try workplace.data(name)
            if bytes == new[index] {
                count += 1
            } else if bytes != old[index] {
                return nil
            }
        }
        return count
    }

    /// Finishes what was interrupted, and checks that the set is whole and the rest in the
    /// journal.
    ///
    /// - Parameter acknowledged: batches of changes that the probe knew to be journalled.
    func checkRecovery(acknowledged: Int) throws {
        let journal = try Journal(in: workplace.state())
        _ = try journal.recoverInterruptedCommits()
        let replaced = try #require(try replaced(), "a file is neither old nor new")
        #expect(replaced == 0 || replaced == names.count, "the set is half done")
        let pending = try journal.pending()
        if replaced == 0 {
            for path in paths {
                let changes = pending.first { $0.path == path }
                #expect(changes?.count ?? 0 >= acknowledged, "journalled changes are lost")
                #expect(changes?.isLeftOver ?? true)
                guard let changes else { continue }
                let records = try journal.load(changes).map { String(decoding: $0, as: UTF8.self) }
                #expect(records == (1...changes.count).map { "change \($0)" })
            }
        } else {
            #expect(pending.isEmpty, "changes are pending that were committed")
        }
        #expect(try journal.intents().isEmpty)
        let others = Set(try workplace.names()).subtracting(names)
        #expect(others.allSatisfy { $0.hasSuffix(".csv~") }, "left over: \(others)")
    }
}

@Suite("Crashes")
struct CrashTests {
    private let sizes = [900, 300_000, 4_000, 70_000, 200]

    @Test("Killed at every write, sync and rename of a commit, a set is old or new, never half")
    func killedCommit() throws {
        var points = 0
        while true {
            points += 1
            let set = try CommittedSet(sizes: sizes)
            let run = try probe(
                ["commit", set.state] + set.paths, faults: ["FAULT_KILL": "\(points)"])
            #expect(try set.replaced() != nil, "a file is torn at point \(points)")
            let acknowledged = run.lines.filter { $0.hasPrefix("journalled") }.count
            try set.checkRecovery(acknowledged: acknowledged)
            if run.lines.contains(where: { $0.hasPrefix("committed") }) {
                #expect(try set.replaced() == set.names.count)
            }
            guard run.wasKilled else {
                #expect(run.status == 0, "\(run.lines)")
                #expect(run.lines.last == "points \(points - 1)")
                break
            }
        }
        #expect(points > 200)
    }

    @Test("Killed at every point of the recovery too, the set is completed by the next")
    func killedRecovery() throws {
        let whole = try CommittedSet(sizes: sizes)
        let all = try probe(["commit", whole.state] + whole.paths).lines.last ?? ""
        var last = try #require(Int(all.dropFirst("points ".count)))
        // From the end back to a point at which some files had been replaced, and others not.
        var replaced = 0
        while true {
            let set = try CommittedSet(sizes: sizes)
            _ = try probe(["commit", set.state] + set.paths, faults: ["FAULT_KILL": "\(last)"])
            replaced = try set.replaced() ?? 0
            if replaced < set.names.count { break }
            last -= 1
        }
        #expect(replaced > 0)
        for point in 1... {
            let set = try CommittedSet(sizes: sizes)
            _ = try probe(["commit", set.state] + set.paths, faults: ["FAULT_KILL": "\(last)"])
            let run = try probe(["recover", set.state], faults: ["FAULT_KILL": "\(point)"])
            #expect(try set.replaced() != nil)
            try set.checkRecovery(acknowledged: 0)
            #expect(try set.replaced() == set.names.count)
            guard run.wasKilled else {
                #expect(run.lines.first?.contains("has been completed") == true, "\(run.lines)")
                break
            }
        }
    }

    private struct Fault {
        var call: String
        var code: Int32
        var path: String
        var message: String
    }

    @Test("What the system refuses leaves the old files, and the message says what to do")
    func refused() throws {
        let space = "free some space, then commit again"
        let folder = "make the folder writable"
        let faults = [
            Fault(call: "write", code: ENOSPC, path: ".stet-", message: "is full"),
            Fault(call: "write", code: ENOSPC, path: ".stet-", message: space),
            Fault(call: "copy_file_range", code: ENOSPC, path: ".stet-", message: "is full"),
            Fault(call: "write", code: EDQUOT, path: ".stet-", message: "quota is used up"),
            Fault(call: "fsync", code: EDQUOT, path: "file2", message: "quota is used up"),
            Fault(call: "fsync", code: EIO, path: ".stet-", message: "Input/output error"),
            Fault(call: "open", code: EROFS, path: ".stet-", message: "read-only file system"),
            Fault(call: "open", code: EACCES, path: ".stet-", message: "may not create files"),
            Fault(call: "open", code: EACCES, path: ".stet-", message: folder),
            Fault(call: "write", code: EFBIG, path: ".stet-", message: "ulimit -f"),
            Fault(call: "access", code: EACCES, path: "file1", message: "write-protected"),
            Fault(call: "rename", code: EPERM, path: "file0.csv", message: "the file is as it was"),
        ]
        for fault in faults {
            let set = try CommittedSet(sizes: [900, 600_000, 4_000])
            let run = try probe(
                ["commit", set.state] + set.paths,
                faults: [
                    "FAULT_CALL": fault.call, "FAULT_ERRNO": "\(fault.code)",
                    "FAULT_PATH": fault.path,
                ])
            #expect(run.status == 1, "\(fault)")
            #expect(run.lines.last?.contains(fault.message) == true, "\(run.lines)")
            #expect(try set.replaced() == 0)
            try set.checkRecovery(acknowledged: 12)
            let left = try set.workplace.names().filter { $0.contains(".stet-") }
            #expect(left.isEmpty)
        }
    }

    @Test("A set that the system stops half-way is finished later")
    func stoppedHalfWay() throws {
        let set = try CommittedSet(sizes: [900, 600, 4_000])
        let run = try probe(
            ["commit", set.state] + set.paths,
            faults: [
                "FAULT_CALL": "rename", "FAULT_ERRNO": "\(EIO)", "FAULT_PATH": "file1.csv",
            ])
        #expect(run.lines.last?.contains("1 of 3 files had been written") == true)
        #expect(try set.replaced() == 1)
        try set.checkRecovery(acknowledged: 12)
        #expect(try set.replaced() == 3)
    }

    @Test("A journal on a full disk is named, and nothing is written")
    func journalFull() throws {
        let set = try CommittedSet(sizes: [900])
        let run = try probe(
            ["commit", set.state] + set.paths,
            faults: [
                "FAULT_CALL": "write", "FAULT_ERRNO": "\(ENOSPC)", "FAULT_PATH": "journal.sqlite",
            ])
        #expect(run.status == 1)
        #expect(run.lines.last?.contains("journal.sqlite cannot be used") == true, "\(run.lines)")
        #expect(run.lines.last?.contains("free some space") == true, "\(run.lines)")
        #expect(try set.replaced() == 0)
    }
}
