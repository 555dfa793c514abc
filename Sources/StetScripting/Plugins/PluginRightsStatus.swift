import LuaKit
import StetStores

/// Whether a plugin may do what it asks for.
package enum PluginRightsStatus: Sendable {
    /// It asks for nothing.
    case noneNeeded
    case granted
    /// Why not, as the end of a sentence.
    case notGranted(String)

    /// Whether it may do all that it asks for.
    package var isGranted: Bool {
        if case .notGranted = self { false } else { true }
    }

    /// Looks up what was granted to a plugin.
    ///
    /// - Throws: a message if what it asks for is nothing that there is.
    static func of(_ plugin: Plugin) throws(RulesError) -> PluginRightsStatus {
        if plugin.needs.isEmpty { return .noneNeeded }
        guard let identity = try plugin.identity() else {
            return .notGranted(
                "but there is no project here that it could be trusted in; a folder \"plugins\" or "
                    + "a file \"stet.lua\" makes one")
        }
        switch try plugin.rights(in: identity.folder)
            .verdict(path: identity.path, texts: identity.texts)
        {
        case .granted: return .granted
        case .notGranted(_, let reason):
            return .notGranted("but \(reason); \(reason.advice(for: identity.folder))")
        }
    }

    /// The functions that were granted to the plugin.
    static func functions(
        for plugin: Plugin, on stack: LuaStack
    ) throws(LuaError) -> GrantedFunctions {
        guard let project = plugin.project else { return GrantedFunctions() }
        do throws(RulesError) {
            return try plugin.rights(in: project).functions(on: stack)
        } catch {
            throw LuaError(.runtime, error.description)
        }
    }
}

extension Plugin {
    /// The item that the plugin is if the user trusts it; nil: there is no project to trust it in.
    ///
    /// - Throws: a message if its files have gone.
    func identity() throws(RulesError) -> TrustedItem? {
        guard let project else { return nil }
        do throws(SystemError) {
            var real: [TrustedItem.Text] = []
            for text in texts {
                real.append(TrustedItem.Text(path: try realPath(of: text.path), bytes: text.bytes))
            }
            return TrustedItem(
                folder: project, path: try realPath(of: folder ?? file), kind: .plugin, name: name,
                grants: needs, texts: real, since: 0)
        } catch {
            throw RulesError("\(file): \(error)")
        }
    }

    func rights(in project: String) throws(RulesError) -> PluginRights {
        do throws(Need.Mistake) {
            var needs: [Need] = []
            for text in self.needs { needs.append(try Need(text)) }
            return PluginRights(plugin: name, project: project, needs: needs)
        } catch {
            throw RulesError("\(file): \(error.description)")
        }
    }
}
