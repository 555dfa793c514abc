import LuaKit
import StetStores

/// What one plugin may do beyond what all Lua code may.
package struct PluginRights: Hashable, Sendable {
    /// What messages call the plugin.
    package var plugin: String
    /// What paths are seen from, and where programs run: a real path.
    package var project: String
    package var needs: [Need]

    package init(plugin: String, project: String, needs: [Need]) {
        self.plugin = plugin
        self.project = project
        self.needs = needs
    }

    package enum Verdict: Hashable, Sendable {
        case granted(PluginRights)
        case notGranted(needs: [Need], Trust.Reason)
    }

    /// Asks whether the user trusts the plugin with what it asks for.
    ///
    /// - Parameters:
    ///   - path: the real path of the plugin's file or folder.
    ///   - texts: the contents of its files, by real path.
    package func verdict(path: String, texts: [TrustedItem.Text]) -> Verdict {
        // What asks for nothing needs nobody's trust.
        guard !needs.isEmpty else { return .granted(self) }
        let trust = Trust.of(path: path, in: project, texts: texts) { granted in
            Set(needs.map(\.text)).isSubset(of: granted)
        }
        switch trust {
        case .granted: return .granted(self)
        case .notGranted(let reason): return .notGranted(needs: needs, reason)
        }
    }

    /// The functions that the rights give: parts of `io` and `os`, and `stet.run`. What is not
    /// granted is not there.
    package func functions(on stack: LuaStack) -> GrantedFunctions {
        let functions = GrantedFunctions()
        let files = needs.compactMap { $0.fileGrant(in: project) }
        if !files.isEmpty {
            GrantedFiles(rights: self, grants: files).add(to: functions, on: stack)
        }
        let variables = needs.compactMap { need -> String? in
            if case .variable(let name) = need { name } else { nil }
        }
        if !variables.isEmpty {
            GrantedVariables(plugin: plugin, names: variables).add(to: functions, on: stack)
        }
        if needs.contains(.run) {
            GrantedPrograms(rights: self).add(to: functions, on: stack)
        }
        return functions
    }
}
