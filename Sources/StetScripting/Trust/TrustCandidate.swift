import StetStores

/// A plugin or a rules file of a project that asks for more than all may, as it is now, beside what
/// the user trusted it with.
package struct TrustCandidate: Sendable {
    /// The item that it is if the user says yes.
    package var item: TrustedItem
    /// What it asks for, in plain words.
    package var words: [String]
    /// What was trusted at its place.
    package var before: TrustedItem?

    package enum State: Hashable, Sendable {
        case new, changed, asksForMore, trusted
    }

    package var state: State {
        guard let before else { return .new }
        guard before.hasTexts(item.texts) else { return .changed }
        return isCovered(by: before) ? .trusted : .asksForMore
    }

    private func isCovered(by before: TrustedItem) -> Bool {
        switch item.kind {
        case .plugin: Set(item.grants).isSubset(of: before.grants)
        case .rules:
            RuleSettings(grants: item.grants).isCovered(by: RuleSettings(grants: before.grants))
        }
    }

    /// Whether the path is the candidate's own: its folder, or one of its files.
    func isAt(_ path: String) -> Bool {
        item.path == path || item.texts.contains { $0.path == path }
    }

    /// The files that are not as they were, by path: nil for one that was not, or is no more.
    package var changedTexts: [(path: String, old: [UInt8]?, new: [UInt8]?)] {
        guard let before else { return [] }
        let paths = Set((before.texts + item.texts).map(\.path)).sorted()
        return paths.compactMap { path in
            let old = before.texts.first { $0.path == path }?.bytes
            let new = item.texts.first { $0.path == path }?.bytes
            return old == new ? nil : (path, old, new)
        }
    }
}
