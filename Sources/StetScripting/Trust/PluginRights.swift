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

    /// Puts the functions that the rights give into the plugin's environment: parts of `io` and
    /// `os`, and `stet.run`. What is not granted is not there.
    package func install(in environment: Int, of stack: LuaStack) {
        let environment = stack.absolute(environment)
        let files = needs.compactMap { $0.fileGrant(in: project) }
        if !files.isEmpty {
            GrantedFiles(rights: self, grants: files).install(in: environment, of: stack)
        }
        let variables = needs.compactMap { need -> String? in
            if case .variable(let name) = need { name } else { nil }
        }
        if !variables.isEmpty {
            GrantedVariables(plugin: plugin, names: variables)
                .install(in: environment, of: stack)
        }
        if needs.contains(.run) {
            GrantedPrograms(rights: self).install(in: environment, of: stack)
        }
    }
}

extension LuaStack {
    /// Puts the value on top into a table of an environment, which is made if it is missing, and
    /// takes it off.
    func setField(_ name: String, ofTable table: String, in environment: Int) {
        let value = top
        if pushField(table, of: environment) != .table {
            pop()
            pushTable(hash: 4)
            pushCopy(top)
            setField(table, of: environment)
        }
        pushCopy(value)
        setField(name, of: value + 1)
        setTop(value - 1)
    }
}
