import Foundation
import StetCore

@testable import StetStores

/// A folder with data files and a state folder of its own, gone when the value is.
final class Workplace {
    let path: String

    /// - Parameter isInMemory: where files need not outlive the machine, which saves the wait
    ///   for the disk at each of thousands of synchronisations.
    init(isInMemory: Bool = false) throws {
        let memory = "/dev/shm/"
        let place =
            isInMemory && FileManager.default.isWritableFile(atPath: memory)
            ? memory : NSTemporaryDirectory()
        let folder = place + "stet-commit-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        path = try realPath(of: folder)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func state() throws -> StateFolder { try StateFolder(path: path + "/state/stet") }

    @discardableResult
    func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        try (bytes as? Data ?? Data(bytes)).write(to: URL(fileURLWithPath: path + "/" + name))
        return path + "/" + name
    }

    func data(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
    }

    func bytes(_ name: String) throws -> [UInt8] { [UInt8](try data(name)) }

    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    /// Files beside the state folder, hidden ones too.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != "state" }.sorted()
    }

    /// Commits edits of one file, with a journal.
    @discardableResult
    func commit(_ name: String, backup: String? = nil, _ edit: (inout SplicePlan) -> Void) throws
        -> CommitReceipt
    {
        let file = path + "/" + name
        var plan = SplicePlan()
        let base = try FileFingerprint(path: file)
        edit(&plan)
        let request = CommitRequest(path: file, plan: plan, base: base, backupSuffix: backup)
        return try Committer(journal: Journal(in: state())).commit([request])[0]
    }
}

/// A session that is no more: no process has the number.
let deadSession = ProcessIdentity(process: Int32.max, started: 1)
