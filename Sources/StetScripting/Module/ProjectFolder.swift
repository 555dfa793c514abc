import Glibc
import StetStores

/// The project that a folder belongs to.
package enum ProjectFolder {
    /// What makes a folder a project's. Only a folder has `/.` in it.
    private static let marks = ["plugins/.", "stet.lua", ".git"]

    /// The nearest folder, from this one upwards, that has a mark of a project; nil: none has.
    ///
    /// - Parameters:
    ///   - folder: an absolute path without links.
    ///   - exists: whether there is something at a path.
    package static func nearest(
        to folder: String, exists: (String) -> Bool = { access($0, F_OK) == 0 }
    ) -> String? {
        guard folder.hasPrefix("/") else { return nil }
        var candidate = folder
        while true {
            let base = candidate == "/" ? "" : candidate
            if marks.contains(where: { exists("\(base)/\($0)") }) { return candidate }
            guard candidate != "/", let slash = candidate.lastIndex(of: "/") else { return nil }
            candidate = slash == candidate.startIndex ? "/" : String(candidate[..<slash])
        }
    }

    /// The folder of the project that a file or folder is trusted in: where none is marked, the
    /// folder itself.
    ///
    /// - Returns: a real path.
    package static func containing(_ folder: String) throws(SystemError) -> String {
        let real = try realPath(of: folder)
        return nearest(to: real) ?? real
    }
}
