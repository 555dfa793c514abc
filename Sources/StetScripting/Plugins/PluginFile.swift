import Glibc
import LuaKit
import StetStores

/// A plugin that was found: where its text is. It has not been read.
package struct PluginFile: Sendable {
    /// That of the file without its ending, or of the folder.
    package var name: String
    /// The file that is run first; absolute.
    package var path: String
    /// The same as messages show it.
    package var shown: String
    /// The folder that is the plugin's own, where it has one.
    package var folder: String?
    package var origin: PluginPlaces.Origin

    /// What Lua calls its code. Of a longer name Lua would show the end alone.
    var chunkName: String {
        guard shown.utf8.count > 55 else { return shown }
        let parts = shown.split(separator: "/").suffix(folder == nil ? 2 : 3)
        return parts.joined(separator: "/")
    }

    /// The plugins of all places, in the order of search.
    static func all(in places: PluginPlaces) -> [PluginFile] {
        places.places.flatMap { files(in: $0, places) }
    }

    private static func files(in place: PluginPlaces.Place, _ places: PluginPlaces) -> [PluginFile]
    {
        var files: [PluginFile] = []
        for entry in entries(of: place.folder) {
            let path = place.folder + "/" + entry
            if entry.hasSuffix(".lua"), !isTest(entry) {
                files.append(
                    PluginFile(
                        name: String(entry.dropLast(4)), path: path, shown: places.shown(path),
                        origin: place.origin))
            } else if !entry.contains("."), access(path + "/init.lua", F_OK) == 0 {
                files.append(
                    PluginFile(
                        name: entry, path: path + "/init.lua",
                        shown: places.shown(path + "/init.lua"), folder: path,
                        origin: place.origin))
            }
        }
        return files
    }

    /// Whether a file beside plugins is a test of one, or rules: `NAME_test.lua`, `NAME.test.lua`.
    private static func isTest(_ entry: String) -> Bool {
        entry.hasSuffix("_test.lua") || entry.dropLast(4).contains(".")
    }

    /// The names in a folder in a settled order, without hidden ones.
    static func entries(of folder: String) -> [String] {
        let names: [String]
        do throws(SystemError) {
            names = try FolderEntries.names(in: folder)
        } catch {
            return []
        }
        // A file comes before a folder of its name.
        return names.filter { !$0.hasPrefix(".") }.sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
                && !($1 == $0 + ".lua") || $0 == $1 + ".lua"
        }
    }
}
