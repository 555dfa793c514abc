import Glibc

/// The folder that a person works in, and the project that it belongs to.
enum ProjectFolder {
    /// What lies in the folder of a project.
    private static let marks = ["stet.lua", ".git", ".hg"]

    /// The path of the present folder; empty if it is gone.
    static var current: String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }

    /// The nearest folder, from the present one upwards, that is a project's; else the present one.
    static var name: String { name(of: current) { access($0, F_OK) == 0 } }

    static func name(of folder: String, exists: (String) -> Bool) -> String {
        var candidate = folder[...]
        while !candidate.isEmpty {
            if marks.contains(where: { exists("\(candidate)/\($0)") }) { return String(candidate) }
            guard let slash = candidate.lastIndex(of: "/") else { break }
            candidate = candidate[..<slash]
        }
        return folder
    }
}
