import StetStores

/// The project that a file belongs to.
package enum ProjectFolder {
    /// The nearest folder, from this one upwards, that looks like a project's; else this one.
    ///
    /// - Returns: a real path.
    package static func containing(_ folder: String) throws(SystemError) -> String {
        let real = try realPath(of: folder)
        return PluginPlaces(from: real).project ?? real
    }
}

/// Parts of paths.
enum PathParts {
    /// The folder that holds a path, `.` if none is named.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
