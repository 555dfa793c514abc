/// A plugin after it was run once to see what it has.
package struct PluginEntry: Sendable {
    package var file: PluginFile
    /// The place in the inventory.
    package var number: Int
    /// nil: it could not be run.
    package var plugin: Plugin?
    /// What can be used of it. Without a plugin, or without rights that it asks for, nothing can.
    package var offer = PluginOffer()
    package var rights = PluginRightsStatus.noneNeeded
    /// Why it cannot be used at all, as a sentence.
    package var failure: String?
    /// Why parts of it are not used, as sentences.
    package var problems: [String] = []
    /// Where the plugin of the same name is that comes first.
    package var hiddenBy: String?

    /// Whether what it has can be used.
    package var isUsable: Bool { failure == nil && hiddenBy == nil }

    /// The files that it may run; nil: any that it finds. What has rights runs what it was trusted
    /// with, and nothing that may have come since.
    var confinement: Set<String>? {
        guard let plugin, !plugin.needs.isEmpty else { return nil }
        return Set(plugin.texts.map(\.path))
    }
}
