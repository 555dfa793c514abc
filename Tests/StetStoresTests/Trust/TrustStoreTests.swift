import Foundation
import Testing

@testable import StetStores

/// What the user trusts, on the disk.
@Suite struct TrustStoreTests {
    private let folder: TrustFolder
    private let store: TrustStore

    init() throws {
        folder = try TrustFolder()
        store = TrustStore(in: folder.path + "/state")
    }

    private func item(_ path: String, _ text: String = "return {}", in project: String = "/p")
        -> TrustedItem
    {
        TrustedItem(
            folder: project, path: path, kind: .plugin, name: "prices",
            grants: ["read:data/", "run"],
            texts: [TrustedItem.Text(path: path, bytes: Array(text.utf8))], since: 12)
    }

    @Test func withoutAStoreNothingIsTrusted() throws {
        #expect(try store.items() == [])
        #expect(try store.remove(in: "/p") == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/state"))
    }

    @Test func whatIsAddedIsThere() throws {
        try store.add([item("/p/a.lua"), item("/p/b.lua", "x\0y"), item("/q/a.lua", in: "/q")])
        #expect(try store.items(in: "/p") == [item("/p/a.lua"), item("/p/b.lua", "x\0y")])
        #expect(try store.items().count == 3)
        #expect(try store.item(at: "/p/a.lua", in: "/q") == nil)
    }

    @Test func trustingAgainReplaces() throws {
        try store.add([item("/p/a.lua", "old")])
        try store.add([item("/p/a.lua", "new")])
        #expect(try store.items() == [item("/p/a.lua", "new")])
    }

    @Test func trustIsTakenBackFromOneOrAll() throws {
        try store.add([item("/p/a.lua"), item("/p/b.lua"), item("/q/a.lua", in: "/q")])
        #expect(try store.remove(in: "/p", at: "/p/a.lua") == 1)
        #expect(try store.items(in: "/p") == [item("/p/b.lua")])
        #expect(try store.remove(in: "/p") == 1)
        #expect(try store.items() == [item("/q/a.lua", in: "/q")])
    }

    @Test func onlyTheUserMayReadIt() throws {
        try store.add([item("/p/a.lua")])
        let mode = try FileManager.default.attributesOfItem(atPath: store.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func whatIsNoDatabaseIsRefused() throws {
        try store.add([item("/p/a.lua")])
        try Data("this is no database, but long enough to be taken for one".utf8)
            .write(to: URL(fileURLWithPath: store.path))
        let error = #expect(throws: TrustStoreError.self) { try store.items() }
        #expect(error?.description.contains("nothing is trusted") == true)
        #expect(throws: TrustStoreError.self) { try store.add([item("/p/a.lua")]) }
    }

    @Test func aDamagedDatabaseIsRefused() throws {
        try store.add([item("/p/a.lua", String(repeating: "-- text\n", count: 5000))])
        var bytes = try Data(contentsOf: URL(fileURLWithPath: store.path))
        for index in stride(from: 200, to: bytes.count, by: 7) { bytes[index] ^= 0x5A }
        try bytes.write(to: URL(fileURLWithPath: store.path))
        #expect(throws: TrustStoreError.self) { try store.items() }
    }

    @Test func anotherVersionsStoreIsRefused() throws {
        try store.add([item("/p/a.lua")])
        try Database(path: store.path).execute("PRAGMA user_version = 99")
        let error = #expect(throws: TrustStoreError.self) { try store.items() }
        #expect(error?.reason.contains("another version") == true)
    }

    @Test func whatOthersMayWriteIsRefused() throws {
        try store.add([item("/p/a.lua")])
        chmod(store.path, 0o666)
        let error = #expect(throws: TrustStoreError.self) { try store.items() }
        #expect(error?.reason == "other users may write it")
    }

    @Test func aLinkOrAFolderInItsPlaceIsRefused() throws {
        mkdir(folder.path + "/state", 0o700)
        try folder.link("state/trust.sqlite", to: folder.path + "/elsewhere")
        #expect(throws: TrustStoreError.self) { try store.items() }
        #expect(throws: TrustStoreError.self) { try store.add([item("/p/a.lua")]) }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/elsewhere"))
        unlink(store.path)
        mkdir(store.path, 0o700)
        #expect(throws: TrustStoreError.self) { try store.items() }
    }

    @Test func anEmptyFileIsAnEmptyStore() throws {
        try folder.write("state/trust.sqlite", "")
        chmod(store.path, 0o600)
        #expect(try store.items() == [])
        try store.add([item("/p/a.lua")])
        #expect(try store.items() == [item("/p/a.lua")])
    }

    @Test func manyAtOnceLoseNothing() async throws {
        let path = folder.path + "/state"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let store = TrustStore(in: path)
                    try store.add([
                        TrustedItem(
                            folder: "/p", path: "/p/\(number).lua", kind: .rules, name: "n",
                            grants: [], texts: [], since: 0)
                    ])
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.items().count == 8)
    }
}
