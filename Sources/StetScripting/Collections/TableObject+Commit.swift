import LuaKit
import StetCore
import StetText

/// How scripts commit.
enum TableCommits {
    private static let options = ["backup", "rebase", "force"]

    /// `commit([{ backup = suffix, rebase = true, force = true }])`: true once all pending
    /// changes are in the file (in a job or a transaction: once they are sure to be written with
    /// the rest), with a note as second result if there is one; else nil, a message and, after a
    /// rebase, the list of conflicts.
    static func commit(_ call: inout LuaCall) throws -> Int {
        let table = try call.object(1, as: TableObject.self)
        let call = call
        let options = try options(call)
        return try attempt(call) {
            guard let file = table.file else {
                return call.failure("\(table.collection.name) is in memory only: it has no file")
            }
            let notes: [String]
            do throws(TableError) {
                notes = try table.commit(file, options)
            } catch {
                guard case .conflicts(_, let conflicts) = error else { throw error }
                call.stack.pushNil()
                call.stack.push(error.description)
                push(conflicts, on: call.stack)
                return 3
            }
            call.stack.push(true)
            guard !notes.isEmpty else { return 1 }
            call.stack.push(notes.joined(separator: "\n"))
            return 2
        }
    }

    private static func options(_ call: LuaCall) throws -> CommitOptions {
        var result = CommitOptions()
        guard !call.isNone(2) else { return result }
        try call.requireTable(2)
        let stack = call.stack
        try stack.forEachPair(of: 2) {
            switch stack.string(at: -2) {
            case "backup":
                guard let suffix = stack.string(at: -1), !suffix.isEmpty, !suffix.contains("/")
                else { throw HostError("backup is a suffix such as \".old\"") }
                result.backupSuffix = suffix
            case "rebase": result.rebases = stack.boolean(at: -1)
            case "force": result.force = stack.boolean(at: -1)
            default:
                let name = stack.description(at: -2)
                throw HostError(
                    "commit has no option \"\(name)\"" + Suggestion.hint(for: name, among: options))
            }
        }
        return result
    }

    /// `{ key =, field =, reason =, base =, mine =, theirs = }` for each.
    private static func push(_ conflicts: [MergeConflict], on stack: LuaStack) {
        stack.pushTable(array: conflicts.count)
        let list = stack.top
        for (index, conflict) in conflicts.enumerated() {
            stack.pushTable(hash: 6)
            let texts = [
                ("key", ByteString(conflict.key.description)),
                ("field", conflict.field.map { ByteString($0) }),
                ("reason", ByteString(conflict.reason.rawValue)), ("base", conflict.base?.text),
                ("mine", conflict.mine?.text), ("theirs", conflict.theirs?.text),
            ]
            for case (let name, let text?) in texts {
                stack.push(text.bytes)
                stack.setField(name, of: stack.top - 1)
            }
            stack.setElement(index + 1, of: list)
        }
    }
}

extension TableObject {
    /// Commits what is pending, with the hooks of plugins before and after.
    ///
    /// - Returns: what the user should know.
    func commit(_ file: OpenedTable, _ options: CommitOptions) throws(TableError) -> [String] {
        guard let plugins = host?.plugins, plugins.callsHooks, collection.isDirty else {
            return try commits.commit(file, options)
        }
        var notes: [String] = []
        do throws(CollectionError) {
            try plugins.beforeCommit(of: self, &notes)
        } catch {
            throw .collection(error)
        }
        notes += try commits.commit(file, options)
        return notes + plugins.afterCommit(of: self)
    }
}
