import Glibc
import StetStores

/// The folders that plugins are looked for in, in order: the project's, the user's own, and those
/// that the environment names.
package struct PluginPlaces: Sendable {
    package enum Origin: String, Sendable {
        /// `plugins/` of the project.
        case project
        /// The user's configuration folder.
        case user
        /// `STET_PLUGIN_PATH`.
        case path
    }

    package struct Place: Sendable {
        /// Absolute, without links.
        package var folder: String
        package var origin: Origin
    }

    /// The folder of the project, absolute; nil: there is none.
    package private(set) var project: String?
    package private(set) var places: [Place] = []
    /// The working directory, below which paths are shown without it.
    private let here: String

    /// - Parameter start: the folder from which upwards the project is looked for.
    package init(from start: String) {
        here = workingDirectory() ?? "/"
        project = Self.real(start.isEmpty ? "." : start).flatMap { ProjectFolder.nearest(to: $0) }
        if let project { add(project + "/plugins", .project) }
        if let configuration = Self.configuration { add(configuration + "/stet/plugins", .user) }
        for folder in (Self.variable("STET_PLUGIN_PATH") ?? "").split(separator: ":") {
            add(String(folder), .path)
        }
    }

    /// A path as messages show it.
    package func shown(_ path: String) -> String {
        path.hasPrefix(here + "/") ? String(path.dropFirst(here.count + 1)) : path
    }

    /// The folder of the modules that all code of the project may require.
    package var modules: String? { project.map { $0 + "/lua" } }

    private mutating func add(_ folder: String, _ origin: Origin) {
        guard Self.isFolder(folder) else { return }
        do throws(SystemError) {
            let real = try realPath(of: folder)
            if !places.contains(where: { $0.folder == real }) {
                places.append(Place(folder: real, origin: origin))
            }
        } catch {
            // It went away in between: then it is not there.
        }
    }

    private static func real(_ path: String) -> String? {
        do throws(SystemError) {
            return try realPath(of: path)
        } catch {
            return nil
        }
    }

    /// The folder of the user's settings. The standard says to ignore a relative path.
    private static var configuration: String? {
        if let folder = variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder }
        return variable("HOME").map { $0 + "/.config" }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
