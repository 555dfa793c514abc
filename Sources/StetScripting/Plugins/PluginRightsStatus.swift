import LuaKit

/// Whether a plugin may do what it asks for.
package enum PluginRightsStatus: Sendable {
    /// It asks for nothing.
    case noneNeeded
    case granted
    /// Why not, as the end of a sentence.
    case notGranted(String)

    /// Looks up what was granted to a plugin.
    static func of(_ plugin: Plugin) -> PluginRightsStatus {
        if plugin.needs.isEmpty { return .noneNeeded }
        return .notGranted("which nobody has granted: \"stet trust\" does")
    }

    /// Puts the functions that were granted into the plugin's environment.
    static func install(
        for plugin: Plugin, in environment: Int, of stack: LuaStack
    ) throws(LuaError) {}
}
