import Glibc
import StetStores

/// The plugins that a project finds and that ask for rights.
package struct PluginCandidates {
    package private(set) var found: [TrustCandidate] = []
    /// What kept a plugin from being looked at, a line each.
    package private(set) var problems: [String] = []

    /// Runs each plugin once, restricted, to see what it asks for.
    ///
    /// - Parameter folder: the project's, a real path.
    package init(in folder: String) {
        for entry in PluginShelf(startingAt: folder).inventory.entries where entry.hiddenBy == nil {
            guard let plugin = entry.plugin else {
                if let failure = entry.failure { problems.append(failure) }
                continue
            }
            guard !plugin.needs.isEmpty else { continue }
            do throws(RulesError) {
                // Without a project there is nothing to trust it in.
                guard var item = try plugin.identity() else { continue }
                item.since = Int64(time(nil))
                let rights = try plugin.rights(in: item.folder)
                found.append(
                    TrustCandidate(
                        item: item, words: rights.needs.map { $0.words(in: item.folder) }))
            } catch {
                problems.append(error.description)
            }
        }
    }
}
