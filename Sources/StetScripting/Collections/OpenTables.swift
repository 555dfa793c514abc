import StetStores

/// The tables that one script or command has open, by the real paths of their files: those that
/// refer to each other see each other's pending edits.
package final class OpenTables {
    private struct Entry {
        weak var table: OpenedTable?
    }

    private var entries: [String: Entry] = [:]
    /// References are not judged while a change of several tables is under way.
    var isSuspended = false

    package init() {}

    func add(_ table: OpenedTable) {
        guard let identity = Self.identity(of: table.path) else { return }
        entries[identity] = Entry(table: table)
    }

    /// The open table whose file a path names.
    func table(at path: String) -> OpenedTable? {
        Self.identity(of: path).flatMap { entries[$0]?.table }
    }

    /// In the order of their paths.
    var all: [OpenedTable] {
        entries.sorted { $0.key < $1.key }.compactMap(\.value.table)
    }

    /// The real path; nil: there is no such file, or it is standard input.
    static func identity(of path: String) -> String? {
        guard path != "-" else { return nil }
        do throws(SystemError) {
            return try realPath(of: path)
        } catch {
            // Whoever opens it says what is wrong.
            return nil
        }
    }
}
