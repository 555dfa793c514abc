import LuaKit
import StetStores
import Synchronization

/// The plugins that code in one folder may use. What is read of them is read once, so that all
/// workers of a run see the same; nothing is read before somebody asks.
package final class PluginShelf: Sendable {
    private let start: String
    private let caps: RuleCaps
    private let knownPlaces = Mutex<PluginPlaces?>(nil)
    private let knownFiles = Mutex<[PluginFile]?>(nil)
    private let known = Mutex<PluginInventory?>(nil)
    private let hasGivenTexts: Bool
    private let texts: Mutex<[String: ModuleFile]>

    /// - Parameters:
    ///   - start: the folder from which upwards the project is looked for; empty: the working
    ///     directory.
    ///   - texts: files that count as read, by path.
    package init(
        startingAt start: String, caps: RuleCaps = RuleCaps(), texts: [String: ModuleFile] = [:]
    ) {
        self.start = start
        self.caps = caps
        self.texts = Mutex(texts)
        hasGivenTexts = !texts.isEmpty
    }

    /// For the rules in a file.
    package convenience init(besideRules path: String, caps: RuleCaps = RuleCaps()) {
        self.init(
            startingAt: path.lastIndex(of: "/").map { String(path[...$0]) } ?? "", caps: caps)
    }

    package var places: PluginPlaces {
        knownPlaces.withLock { known in
            if let known { return known }
            let places = PluginPlaces(from: start)
            known = places
            return places
        }
    }

    /// The plugins that are found, those of the same name included. None is read.
    var files: [PluginFile] {
        let places = places
        return knownFiles.withLock { known in
            if let known { return known }
            let files = PluginFile.all(in: places)
            known = files
            return files
        }
    }

    /// All that was read so far, by path.
    var readTexts: [String: ModuleFile] { texts.withLock { $0 } }

    /// What plugins there are and what they have: runs each of them once, in a state of its own.
    package var inventory: PluginInventory {
        let places = places
        return known.withLock { known in
            if let known { return known }
            let files = files
            let key = PluginInventoryCache.Key(
                places: places.places.map(\.folder), project: places.project,
                loadLimit: caps.load, memoryLimit: caps.memory)
            // Texts that count as read may not be those of the files.
            let isShared = !hasGivenTexts
            if isShared, let shared = PluginInventoryCache.shared.inventory(key, of: files) {
                texts.withLock { $0.merge(shared.texts) { old, _ in old } }
                known = shared.inventory
                return shared.inventory
            }
            let stamps = PluginStamp.all(of: Set(files.map(\.path)))
            let inventory = PluginInventory(of: self, places, caps: caps)
            // Whether rights are granted may change without any file of a plugin's.
            if isShared, inventory.entries.allSatisfy({ $0.plugin?.needs.isEmpty ?? true }) {
                PluginInventoryCache.shared.keep(inventory, readTexts, stamps, as: key)
            }
            known = inventory
            return inventory
        }
    }

    /// The inventory, if somebody has asked for it.
    package var knownInventory: PluginInventory? { known.withLock { $0 } }

    /// The text of a file below a folder, as it was when it was first read.
    func text(_ path: String, below root: String) -> ModuleFile {
        texts.withLock { texts in
            if let known = texts[path] { return known }
            let text = ModuleFile.read(path, below: root)
            texts[path] = text
            return text
        }
    }
}
