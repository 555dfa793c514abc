import LuaKit
import StetCore
import StetText

/// A plugin that is run in a state of its own, so that whatever it does ends with that state: to
/// see what it returns.
struct PluginTrial {
    let plugin: Plugin
    let offer: PluginOffer
    let rights: PluginRightsStatus

    /// - Throws: why it cannot be used.
    init(
        of file: PluginFile, _ shelf: PluginShelf, _ places: PluginPlaces, caps: RuleCaps
    ) throws(RulesError) {
        guard file.name.isIdentifier else {
            throw RulesError(
                "\(file.shown): the name of a plugin is made of letters, digits and _, and begins "
                    + "with a letter")
        }
        do {
            var configuration = LuaState.Configuration()
            configuration.memoryLimit = caps.memory
            let state = try LuaState(configuration)
            defer { state.close() }
            state.setCaps(call: 0, run: caps.load)
            let stack = try state.stack()
            let module = RulesModule(on: stack)
            let loader = PluginLoader(module, shelf, loadLimit: caps.load)
            let loaded = try loader.load(file, on: stack)
            offer = try PluginReader(file, stack).read(loaded.table)
            if let module = loader.sharedModules.first, !offer.needs.isEmpty {
                throw RulesError(
                    "\(file.shown): it asks for rights, so all its code must be in its own folder, "
                        + "but it requires \(module)")
            }
        } catch let error as RulesError {
            throw error
        } catch {
            throw RulesError("\(file.shown): \(error)")
        }
        plugin = Plugin(
            name: file.name, version: offer.version, file: file.path, folder: file.folder,
            project: places.project, texts: Self.texts(of: file, shelf), needs: offer.needs)
        rights = try .of(plugin)
    }

    /// All that the plugin may run: its file, and the modules of its folder.
    private static func texts(of file: PluginFile, _ shelf: PluginShelf) -> [Plugin.Text] {
        var texts: [Plugin.Text] = []
        func add(_ path: String, below root: String) {
            guard case .text(let bytes) = shelf.text(path, below: root) else { return }
            texts.append(Plugin.Text(path: path, bytes: bytes))
        }
        add(file.path, below: PluginLoader.root(of: file))
        func walk(_ folder: String, depth: Int) {
            // Deeper than this are no modules.
            guard depth < 8, texts.count < 1000 else { return }
            for entry in PluginFile.entries(of: folder) {
                let path = folder + "/" + entry
                if entry.hasSuffix(".lua") {
                    if path != file.path { add(path, below: file.folder ?? folder) }
                } else if !entry.contains(".") {
                    walk(path, depth: depth + 1)
                }
            }
        }
        if let folder = file.folder { walk(folder, depth: 0) }
        return texts
    }
}
