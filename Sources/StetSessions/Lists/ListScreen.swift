/// What shows a list: a terminal, a window, a test. It draws what it is told of and never looks
/// elsewhere.
package protocol ListScreen: AnyObject {
    /// The list that it shows; set when it is attached and detached. Hold it weakly.
    var source: DataSource? { get set }
    /// Rows with this cell will come. Once for each name, before any of them.
    func register(cell: String)
    /// Forget everything and show this.
    func reload(_ sections: [ListSection])
    func apply(_ diff: ListDiff)
    func show(selection: [Identity])
}

/// A screen that keeps what it is told, and how often.
package final class ListMirror: ListScreen {
    package weak var source: DataSource?
    package private(set) var cells: [String] = []
    package private(set) var sections: [ListSection] = []
    package private(set) var selection: [Identity] = []
    package private(set) var reloads = 0
    package private(set) var diffs: [ListDiff] = []

    package init() {}

    package func register(cell: String) { cells.append(cell) }

    package func reload(_ sections: [ListSection]) {
        self.sections = sections
        reloads += 1
    }

    package func apply(_ diff: ListDiff) {
        sections = diff.applied(to: sections)
        diffs.append(diff)
    }

    package func show(selection: [Identity]) { self.selection = selection }
}
