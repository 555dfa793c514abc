import Glibc
import StetStores

/// Files whose paths begin with what was typed.
enum FileNames {
    /// Offers the entries of the folder that a path leads to.
    ///
    /// - Parameters:
    ///   - path: as it was typed.
    ///   - candidate: makes one of a whole path; `isFolder` ends in a slash.
    /// - Returns: nil if there is no such folder, or it cannot be read.
    static func list(
        _ path: String, _ budget: CompletionBudget,
        _ candidate: (_ path: String, _ label: String, _ isFolder: Bool) -> Candidate?
    ) -> CandidateList? {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let (folder, prefix) = (String(path[..<slash]), String(path[slash...]))
        var list = CandidateList(prefix, budget)
        let isRead = forEach(in: folder.isEmpty ? "." : folder) { name, isFolder in
            guard !name.hasPrefix(".") || prefix.hasPrefix(".") else { return true }
            let whole = name + (isFolder ? "/" : "")
            return list.offer(name) { _ in candidate(folder + whole, whole, isFolder) }
        }
        return isRead ? list : nil
    }

    /// Offers the modules that `require` finds below these folders.
    static func modules(_ prefix: String, below roots: [String], _ budget: CompletionBudget)
        -> CandidateList
    {
        let dot = prefix.lastIndex(of: ".").map { prefix.index(after: $0) } ?? prefix.startIndex
        let package = prefix[..<dot]
        let folder = package.map { $0 == "." ? "/" : String($0) }.joined()
        var list = CandidateList(String(prefix[dot...]), budget)
        for root in roots {
            forEach(in: "\(root)/\(folder)") { name, isFolder in
                var module = name
                if !isFolder {
                    guard name.hasSuffix(".lua") else { return true }
                    module.removeLast(4)
                }
                guard module.utf8.allSatisfy(LuaLexer.isWord), !module.isEmpty else { return true }
                return list.offer(module) { _ in
                    let text = package + module + (isFolder ? "." : "")
                    return Candidate(text: String(text), label: String(text))
                }
            }
        }
        return list
    }

    /// Calls the body with the entries of a folder until it returns false.
    @discardableResult
    private static func forEach(
        in folder: String, _ body: (_ name: String, _ isFolder: Bool) -> Bool
    ) -> Bool {
        do throws(SystemError) {
            try FolderEntries.forEach(in: folder) { entry in
                guard entry.isUTF8 else { return true }
                return body(entry.name, entry.isFolder ?? leadsToFolder("\(folder)/\(entry.name)"))
            }
            return true
        } catch {
            return false
        }
    }

    private static func leadsToFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
