import StetCheck
import StetCore
import StetRules
import StetStores

/// Why a table could not be opened or written.
package enum TableError: Error {
    /// The data could not be read.
    case store(StoreError)
    /// The rules did not load, or make no sense.
    case rules(CheckError)
    case collection(CollectionError)
    case commit(CommitError)
    /// The file was changed on disk, and so were the same records or fields here.
    case conflicts(path: String, [MergeConflict])
}

extension TableError {
    /// Runs `body`, and gives what it throws the case that it belongs to.
    static func wrapping<Result>(_ body: () throws -> Result) throws(TableError) -> Result {
        do {
            return try body()
        } catch let error as TableError {
            throw error
        } catch let error as StoreError {
            throw .store(error)
        } catch let error as CheckError {
            throw .rules(error)
        } catch let error as CommitError {
            throw .commit(error)
        } catch let error as CollectionError {
            throw .collection(error)
        } catch {
            throw .collection(CollectionError(.impossible, String(describing: error)))
        }
    }
}

extension TableError: CustomStringConvertible {
    /// A sentence that names the file.
    package var description: String {
        switch self {
        case .store(let error): error.description
        case .rules(let error): error.description
        case .collection(let error): error.description
        case .commit(let error): error.description
        case .conflicts(let path, let conflicts): Self.text(of: conflicts, in: path)
        }
    }
}

extension TableError {
    /// Conflicts that a message lists; it counts the others.
    private static let conflictLimit = 20

    private static func text(of conflicts: [MergeConflict], in path: String) -> String {
        var lines = [
            "\(path): it was changed on disk since it was opened, and these changes cannot be laid "
                + "over that; nothing was written"
        ]
        for conflict in conflicts.prefix(conflictLimit) {
            var line = "  \(conflict)"
            if let theirs = conflict.theirs {
                let mine = conflict.mine.map { "“\($0.text)” here, " } ?? ""
                line += " (\(mine)“\(theirs.text)” in the file)"
            }
            lines.append(line)
        }
        let rest = conflicts.count - conflictLimit
        if rest > 0 { lines.append("  and \(rest) more") }
        return lines.joined(separator: "\n")
    }
}
