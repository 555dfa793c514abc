import StetScripting
import StetText

/// Prints what a commit of a table would change, to standard output. On a terminal it is coloured,
/// and no control byte of the data reaches it.
struct DiffPrinter {
    private let format: DiffFormat
    private let extent: DiffExtent
    private let style: Style
    private let isForScreen: Bool

    init(
        _ format: DiffFormat, of extent: DiffExtent = .pending, _ color: Style.Choice
    ) {
        self.format = format
        self.extent = extent
        style = Output.style(color)
        isForScreen = Output.isTerminal || style.isColored
    }

    /// Prints the diff; nothing, if there is none.
    func print(_ table: OpenedTable) throws(TableError) {
        try table.writeDiff(
            format, of: extent, style: style, isForScreen: isForScreen
        ) { Output.write($0) }
    }

    /// What `print` would print.
    func bytes(of table: OpenedTable) throws(TableError) -> [UInt8] {
        var result: [UInt8] = []
        try table.writeDiff(
            format, of: extent, style: style, isForScreen: isForScreen
        ) { result += $0 }
        return result
    }
}
