import Glibc
import StetCheck
import StetStores
import StetText

/// The rules files of a project that ask for higher caps.
package struct RulesCandidates {
    package private(set) var found: [TrustCandidate] = []
    /// What kept a file or a folder from being looked at, a line each.
    package private(set) var problems: [String] = []
    private let folder: String
    private var left = 50_000

    /// Looks through a project, but not into folders whose names begin with a dot, and not along
    /// links.
    ///
    /// - Parameter folder: a real path.
    package init(in folder: String) {
        self.folder = folder
        look(into: folder, depth: 0)
        if left <= 0 {
            problems.append(
                "\(folder): it has too many files to look for rules in all; name the rules file")
        }
        found.sort { $0.item.path < $1.item.path }
    }

    /// One file.
    ///
    /// - Parameter path: a real path.
    package init(file path: String, in folder: String) {
        self.folder = folder
        examine(path)
    }

    private mutating func look(into place: String, depth: Int) {
        guard depth < 32, left > 0 else { return }
        let names: [String]
        do throws(SystemError) {
            names = try FolderEntries.names(in: place)
        } catch {
            if depth == 0 || error.code != EACCES {
                let reason = StoreError(path: place, call: error.function, code: error.code).reason
                problems.append("\(place): \(reason)")
            }
            return
        }
        var folders: [String] = []
        for name in names where !name.hasPrefix(".") {
            left -= 1
            let path = place == "/" ? "/" + name : place + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: folders.append(path)
            case S_IFREG where name.hasSuffix(".rules.lua"): examine(path)
            default: break
            }
        }
        for folder in folders { look(into: folder, depth: depth + 1) }
    }

    private mutating func examine(_ path: String) {
        do throws(CheckError) {
            let text: [UInt8]
            do throws(StoreError) {
                text = try FileText.read(path)
            } catch {
                throw .store(error)
            }
            guard RulesTrust.mayHaveSettings(text) else { return }
            let settings = try LuaRules.Loaded(
                text, name: path, caps: RulesTrust.generousCaps,
                shelf: PluginShelf(besideRules: path)
            ).settings
            let lifted = settings.above(RuleCaps())
            guard !lifted.isEmpty else { return }
            let item = TrustedItem(
                folder: folder, path: path, kind: .rules, name: path, grants: lifted.grants,
                texts: [TrustedItem.Text(path: path, bytes: text)], since: Int64(time(nil)))
            found.append(TrustCandidate(item: item, words: lifted.words))
        } catch {
            problems.append("\(error)")
        }
    }
}

extension RuleSettings {
    /// What each lifted cap means.
    var words: [String] {
        let usual = RuleCaps()
        return [
            call.map {
                "a call of its rules may take \(Self.seconds($0)) s of processor time "
                    + "(usually \(Self.seconds(usual.call)) s)"
            },
            load.map {
                "it may take \(Self.seconds($0)) s to load (usually \(Self.seconds(usual.load)) s)"
            },
            memory.map {
                "its rules may hold \(ByteSize.text($0)) of memory a worker "
                    + "(usually \(ByteSize.text(usual.memory)))"
            },
        ].compactMap { $0 }
    }
}
