import Foundation
import Testing

@testable import StetStores

/// Files opened by right, and every way around it.
@Suite struct ConfinedFileTests {
    private let folder: TrustFolder
    private let project: String

    init() throws {
        folder = try TrustFolder()
        project = folder.path + "/project"
        try folder.write("project/data/a.txt", "one\ntwo\n")
        try folder.write("project/data/deep/b.txt", "b")
        try folder.write("project/other.txt", "other")
        try folder.write("secret.txt", "secret")
        try folder.write("project/out/old.txt", "old")
    }

    private var grants: [FileGrant] {
        [
            FileGrant(.read, path: project + "/data/", bound: project),
            FileGrant(.write, path: project + "/out", bound: project),
        ]
    }

    private func read(_ path: String, _ grants: [FileGrant]? = nil) throws -> String {
        let file = try ConfinedFile(
            path, mode: .read, from: project, grants: grants ?? self.grants)
        return String(decoding: try file.read(1 << 20), as: UTF8.self)
    }

    private func write(_ path: String, _ text: String, _ mode: ConfinedFile.Mode = .write) throws {
        let file = try ConfinedFile(path, mode: mode, from: project, grants: grants)
        try Array(text.utf8).withUnsafeBytes { bytes in
            Result { try file.write(bytes) }
        }.get()
        try file.close()
    }

    private func isOutside(_ path: String, _ grants: [FileGrant]? = nil) -> Bool {
        do {
            _ = try read(path, grants)
            return false
        } catch {
            return error as? ConfinedFileError == .outside(path: path)
        }
    }

    @Test func whatIsBelowIsRead() throws {
        #expect(try read("data/a.txt") == "one\ntwo\n")
        #expect(try read("data//./deep/b.txt") == "b")
        #expect(try read("data/deep/../a.txt") == "one\ntwo\n")
        #expect(try read(project + "/data/a.txt") == "one\ntwo\n")
    }

    @Test(arguments: [
        "other.txt", "../secret.txt", "data/../other.txt", "data/../../secret.txt",
        "data/deep/../../other.txt", "/etc/passwd", "out/old.txt", "", ".", "missing.txt",
        "data2/a.txt", "../missing", "data/../../missing", "data\0/a.txt",
    ])
    func whatIsNotBelowIsOutside(path: String) throws {
        #expect(isOutside(path))
    }

    @Test func aMissingFileBelowIsMissing() {
        #expect {
            try read("data/none.txt")
        } throws: { error in
            if case .system(let error)? = error as? ConfinedFileError {
                error.code == ENOENT
            } else {
                false
            }
        }
    }

    @Test func linksThatLeadOutAreOutside() throws {
        try folder.link("project/data/link.txt", to: "../../secret.txt")
        try folder.link("project/data/folder", to: folder.path)
        try folder.link("project/data/chain", to: "folder")
        try folder.link("project/data/passwd", to: "/etc/passwd")
        for path in ["link.txt", "folder/secret.txt", "chain/secret.txt", "passwd"] {
            #expect(isOutside("data/" + path), "data/\(path)")
        }
    }

    @Test func linksThatStayInsideAreFollowed() throws {
        try folder.link("project/data/link.txt", to: "deep/b.txt")
        try folder.link("project/data/absolute", to: project + "/data/a.txt")
        #expect(try read("data/link.txt") == "b")
        #expect(try read("data/absolute") == "one\ntwo\n")
    }

    @Test func aNamedFolderThatIsALinkOutOfTheProjectCoversNothing() throws {
        try folder.link("project/assets", to: folder.path)
        let grants = [FileGrant(.read, path: project + "/assets", bound: project)]
        #expect(isOutside("assets/secret.txt", grants))
    }

    @Test func anAbsoluteNeedCoversItsPlace() throws {
        let grants = [FileGrant(.read, path: folder.path, bound: nil)]
        #expect(try read("../secret.txt", grants) == "secret")
        #expect(isOutside("/etc/passwd", grants))
        #expect(!isOutside("/etc/passwd", [FileGrant(.read, path: "/", bound: nil)]))
    }

    @Test func pipesDevicesAndFoldersAreNoFiles() throws {
        mkfifo(project + "/data/pipe", 0o600)
        mkfifo(project + "/out/pipe", 0o600)
        let all = [FileGrant(.read, path: "/", bound: nil)]
        for (path, grants) in [("data/pipe", grants), ("data/deep", grants), ("/dev/zero", all)] {
            #expect(throws: ConfinedFileError.notAFile(path: path)) { try read(path, grants) }
        }
        #expect(throws: ConfinedFileError.notAFile(path: "out/pipe")) { try write("out/pipe", "x") }
    }

    @Test func filesAreWrittenBelowOnly() throws {
        try write("out/new.txt", "new")
        try write("out/old.txt", "x")
        try write("out/old.txt", "y", .append)
        #expect(try folder.text("project/out/new.txt") == "new")
        #expect(try folder.text("project/out/old.txt") == "xy")
        for path in ["new.txt", "data/a.txt", "out/../new.txt", "../new.txt", "out/../../new.txt"] {
            #expect(throws: ConfinedFileError.outside(path: path)) { try write(path, "x") }
        }
        #expect(try folder.text("project/data/a.txt") == "one\ntwo\n")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/new.txt"))
    }

    @Test func aLinkIsNotWrittenThrough() throws {
        try folder.link("project/out/secret", to: "../../secret.txt")
        try folder.link("project/out/nowhere", to: folder.path + "/created")
        for path in ["out/secret", "out/nowhere"] {
            #expect(throws: ConfinedFileError.self) { try write(path, "x") }
        }
        #expect(try folder.text("secret.txt") == "secret")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/created"))
    }

    @Test func linesAreReadWithinALimit() throws {
        try folder.write(
            "project/data/long", "a\n" + String(repeating: "x", count: 200_000) + "\nend")
        let file = try ConfinedFile("data/long", mode: .read, from: project, grants: grants)
        #expect(try file.readLine(limit: 10)?.line == [UInt8(ascii: "a")])
        #expect(throws: SystemError.self) { try file.readLine(limit: 1000) }
        #expect(try file.readLine(limit: 1 << 20)?.line.count == 200_000)
        let last = try file.readLine(limit: 10)
        #expect(last?.line == Array("end".utf8))
        #expect(last?.hasEnd == false)
        #expect(try file.readLine(limit: 10) == nil)
    }
}
