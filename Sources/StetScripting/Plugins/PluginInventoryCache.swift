import LuaKit
import Synchronization

/// What the plugins of a folder have, for whoever asks next in the same process: the rules of the
/// next file, a table that rules refer to. It holds as long as no file of theirs changes.
final class PluginInventoryCache: Sendable {
    static let shared = PluginInventoryCache()

    /// Which plugins: those that code in a folder finds, under caps.
    struct Key: Hashable {
        var places: [String]
        var project: String?
        var loadLimit: Int
        var memoryLimit: Int
    }

    private struct Known {
        var inventory: PluginInventory
        var texts: [String: ModuleFile]
        var stamps: [String: PluginStamp]
    }

    private let known = Mutex<[Key: Known]>([:])

    /// - Parameter files: the plugins that are found now.
    func inventory(
        _ key: Key, of files: [PluginFile]
    ) -> (inventory: PluginInventory, texts: [String: ModuleFile])? {
        guard let known = known.withLock({ $0[key] }),
            known.inventory.entries.map(\.file.path) == files.map(\.path),
            PluginStamp.all(of: Set(known.texts.keys).union(files.map(\.path))) == known.stamps
        else { return nil }
        return (known.inventory, known.texts)
    }

    /// - Parameter stamps: taken before anything was read.
    func keep(
        _ inventory: PluginInventory, _ texts: [String: ModuleFile],
        _ stamps: [String: PluginStamp], as key: Key
    ) {
        // What was read without having been stamped first has its stamp from now.
        let rest = PluginStamp.all(of: Set(texts.keys).subtracting(stamps.keys))
        let all = stamps.merging(rest) { old, _ in old }
        known.withLock { $0[key] = Known(inventory: inventory, texts: texts, stamps: all) }
    }
}
