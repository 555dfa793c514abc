import Glibc
import StetStores
import StetText

/// A right that a plugin asks for.
package enum Need: Hashable, Sendable {
    /// Files: one, or those below a folder. Seen from the project, unless it begins with a slash.
    case read(String), write(String)
    /// A variable of the environment.
    case variable(String)
    /// Other programs.
    case run

    /// Why a text is no need.
    package struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
        package var description: String
    }

    private static let kinds = ["read", "write", "env", "run"]

    /// Reads `read:data/`, `write:out.csv`, `env:HOME`, `run`.
    package init(_ text: String) throws(Mistake) {
        func mistake(_ reason: String) -> Mistake {
            Mistake(description: "needs: \"\(text)\" \(reason)")
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let kind = parts.first.map(String.init) ?? ""
        guard Self.kinds.contains(kind) else {
            throw mistake(
                "is no need; there are \"read:PATH\", \"write:PATH\", \"env:NAME\" and \"run\""
                    + Suggestion.hint(for: kind, among: Self.kinds))
        }
        let rest = parts.count == 2 ? String(parts[1]) : nil
        switch kind {
        case "run":
            guard rest == nil else { throw mistake("is no need; it is \"run\", for any program") }
            self = .run
        case "env":
            guard let name = rest, name.isIdentifier else {
                throw mistake("must name a variable of the environment, as in \"env:HOME\"")
            }
            self = .variable(name)
        default:
            guard let path = rest, !path.isEmpty else {
                throw mistake("must name a file or a folder, as in \"\(kind):data/\"")
            }
            guard path.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
                throw mistake("has a control character in its path")
            }
            guard !path.hasPrefix("~") else {
                throw mistake("begins with ~, which means nothing here; write the whole path")
            }
            guard !path.split(separator: "/").contains("..") else {
                throw mistake(
                    "has \"..\" in its path; a need stays in the project, or begins with \"/\"")
            }
            self = kind == "read" ? .read(path) : .write(path)
        }
    }

    /// As it is asked for.
    package var text: String {
        switch self {
        case .read(let path): "read:\(path)"
        case .write(let path): "write:\(path)"
        case .variable(let name): "env:\(name)"
        case .run: "run"
        }
    }

    /// What it means, to follow the plugin's name: "may read files below data/".
    ///
    /// - Parameter project: the folder that paths are seen from.
    package func words(in project: String) -> String {
        switch self {
        case .read(let path): Self.words("read", path, project)
        case .write(let path): Self.words("create and overwrite", path, project)
        case .variable(let name): "may read the environment variable \(name)"
        case .run: "may run programs, which may do everything that you may"
        }
    }

    private static func words(_ verb: String, _ path: String, _ project: String) -> String {
        let names = path.split(separator: "/").filter { $0 != "." }
        if path.hasPrefix("/") {
            return names.isEmpty
                ? "may \(verb) every file on this computer that you may"
                : "may \(verb) \(place(path, at: path)), outside the project"
        }
        return names.isEmpty
            ? "may \(verb) every file of the project"
            : "may \(verb) \(place(path, at: project + "/" + path))"
    }

    private static func place(_ path: String, at full: String) -> String {
        var status = stat()
        let isFolder = stat(full, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        return isFolder || path.hasSuffix("/")
            ? "files below \(path.hasSuffix("/") ? path : path + "/")" : path
    }

    /// The right to files that it is, if it is one.
    package func fileGrant(in project: String) -> FileGrant? {
        switch self {
        case .read(let path): Self.grant(.read, path, project)
        case .write(let path): Self.grant(.write, path, project)
        case .variable, .run: nil
        }
    }

    private static func grant(
        _ access: FileGrant.Access, _ path: String, _ project: String
    ) -> FileGrant {
        path.hasPrefix("/")
            ? FileGrant(access, path: path, bound: nil)
            : FileGrant(access, path: project + "/" + path, bound: project)
    }
}
