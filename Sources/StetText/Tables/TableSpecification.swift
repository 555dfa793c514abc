/// All that decides how a table is written. One value, so that it can be kept, shown and changed
/// in parts.
package struct TableSpecification: Hashable, Sendable {
    /// The form of the output.
    package enum Mode: String, Hashable, Sendable, CaseIterable {
        /// For people.
        case box, ascii, column, record, list
        /// For programs and pages.
        case csv, tsv, json, jsonl, markdown, html, lua
        /// Only the number of rows, and nothing at all.
        case count, off
    }

    /// Where a cell that is too wide is broken.
    package enum Wrap: String, Hashable, Sendable, CaseIterable {
        case word, character
    }

    /// Which cells of CSV and TSV are quoted.
    package enum Quoting: String, Hashable, Sendable, CaseIterable {
        /// Those that need it.
        case relaxed
        /// All that are not missing.
        case always
    }

    package var mode: Mode
    /// Whether the names of the columns are written. JSON always has them.
    package var showsHeader = true
    /// What stands for a missing cell. Nil: a dash for people; for programs the text of the cell,
    /// which is usually empty, and `null` in JSON.
    package var nullText: String?
    /// The columns of the screen; nil or 0 for no limit.
    package var widthLimit: Int?
    /// Settings of single columns by their position, from 0.
    package var columnFormats: [Int: ColumnFormat] = [:]
    package var wrap = Wrap.word
    /// The most lines that a cell of a grid may take; the last then ends with a cut mark.
    package var lineLimit = 5
    package var quoting = Quoting.relaxed
    /// How control characters are shown to people.
    package var escape = SafeText.Escape.caret
    /// The most rows shown to people: the first half and the last half. Nil for all, and then
    /// rows are written as they come.
    package var rowLimit: Int?
    /// Whether a rule with its number stands over each record of the mode `record`.
    package var numbersRecords = true
    /// The widest heading, in columns; nil for no limit.
    package var titleLimit: Int?
    /// How many rows decide the widths before the first is written.
    package var sampleSize = 200
    /// What parts cells; nil for the mode's own: a comma, a tab, or `|` in a list.
    package var delimiter: UInt8?
    package var style = Style(isColored: false)
    package var measure = DisplayWidth()

    package init(mode: Mode) {
        self.mode = mode
    }

    /// A renderer for one table.
    package func renderer() -> any TableRenderer {
        switch mode {
        case .box, .ascii, .column: GridRenderer(self)
        case .record: RecordRenderer(self)
        case .list: ListRenderer(self)
        case .csv: DelimitedRenderer(self, delimiter: delimiter ?? UInt8(ascii: ","))
        case .tsv: DelimitedRenderer(self, delimiter: delimiter ?? UInt8(ascii: "\t"))
        case .json: JSONTableRenderer(isLines: false)
        case .jsonl: JSONTableRenderer(isLines: true)
        case .markdown: MarkdownRenderer(self)
        case .html: HTMLRenderer(self)
        case .lua: LuaTableRenderer()
        case .count: CountRenderer()
        case .off: SilentRenderer()
        }
    }

    /// A small table at once.
    package func text(columns: [TableColumn], rows: [[TableCell]]) -> String {
        var output: [UInt8] = []
        var renderer = renderer()
        renderer.begin(columns, into: &output)
        for row in rows { renderer.row(row, into: &output) }
        renderer.end(into: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// The limit of the screen, or nil for none.
    var screenWidth: Int? { widthLimit.flatMap { $0 > 0 ? $0 : nil } }
}

/// Settings of one column.
package struct ColumnFormat: Hashable, Sendable {
    /// Exactly so many columns of the screen; nil to fit what is in it.
    package var width: Int?
    package var alignment: ColumnAlignment

    package init(width: Int? = nil, alignment: ColumnAlignment = .automatic) {
        self.width = width
        self.alignment = alignment
    }
}

/// Where text stands in its column.
package enum ColumnAlignment: String, Hashable, Sendable, CaseIterable {
    /// Numbers on their decimal points, everything else at the left.
    case automatic
    case left, right, center
}
