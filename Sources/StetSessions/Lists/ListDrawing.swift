import StetCore
import StetText

extension DataSource {
    /// The list as lines of text, without the ends of lines; safe to write to a terminal.
    ///
    /// - Throws: a cell or a view raised, or the list is being drawn already.
    package func lines(_ layout: ListLayout = ListLayout()) throws(Refusal) -> [String] {
        try drawing { () throws(Refusal) in
            do throws(HandlerError) {
                return try ListPainter(list: state, cells: cells, layout: layout).lines()
            } catch {
                throw failure(error)
            }
        }
    }

    /// How many lines a header or footer takes.
    package func height(
        of extremity: Extremity?, _ layout: ListLayout = ListLayout()
    ) throws(Refusal) -> Int {
        try drawing { () throws(Refusal) in
            do throws(HandlerError) {
                return try layout.lines(of: extremity, "header or footer").count
            } catch {
                throw failure(error)
            }
        }
    }
}

private struct ListPainter {
    let list: ListState
    let cells: CellRegistry
    let layout: ListLayout

    func lines() throws(HandlerError) -> [String] {
        let selected = Set(list.selection)
        let paths = layout.showsPaths ? widestPath() : 0
        var result: [String] = []
        for (index, section) in list.sections.enumerated() {
            if let handler = list.delegate.willDisplayHeader {
                try calling("will_display_header of section \(index + 1)") {
                    try handler(section, index)
                }
            }
            result += try layout.lines(of: section.header, "header of section \(index + 1)")
                .map(layout.style.bold)
            for (place, row) in section.rows.enumerated() {
                let path = RowPath(index, place)
                if let handler = list.delegate.willDisplay {
                    try calling("will_display of \(row.label) (\(path))") {
                        try handler(row, path)
                    }
                }
                let mark = selected.contains(row.uuid) ? "> " : "  "
                let number = paths > 0 ? layout.padded("\(path)", to: paths) + "  " : ""
                result += try lines(of: row, path, after: mark + number)
            }
            result += try layout.lines(of: section.footer, "footer of section \(index + 1)")
                .map(layout.style.dim)
        }
        return result.map(Self.trimmed)
    }

    private func lines(
        of row: ListRow, _ path: RowPath, after lead: String
    ) throws(HandlerError) -> [String] {
        let name = "\(row.label) (\(path))"
        let accessory = try layout.lines(of: row.accessory, "accessory of \(name)")
        let aside = accessory.reduce(0) { max($0, layout.measure.columns(of: $1)) }
        let indent = layout.measure.columns(of: lead)
        let width = max(1, layout.width - indent - (aside > 0 ? aside + 1 : 0))
        let drawn = try lines(of: row, name, width: width)
        var result: [String] = []
        for index in 0..<max(1, drawn.count, accessory.count) {
            var line = index == 0 ? lead : String(repeating: " ", count: indent)
            let text = index < drawn.count ? drawn[index] : ""
            line += text
            if index < accessory.count {
                let used = index < drawn.count ? columns(of: text) : 0
                line += String(repeating: " ", count: max(0, width - used) + 1)
                line += layout.padded(accessory[index], to: aside, leading: true)
            }
            result.append(line)
        }
        return result
    }

    private func lines(
        of row: ListRow, _ name: String, width: Int
    ) throws(HandlerError) -> [String] {
        if let provided = CellRegistry.Provided(rawValue: row.cell) {
            return layout.lines(of: row, as: provided, width: width)
        }
        guard let cell = cells[row.cell] else { return [] }
        do {
            return try cell.lines(row, width).map { layout.cut($0, to: width) }
        } catch {
            throw HandlerError(handler: "cell \"\(row.cell)\" of \(name)", message: "\(error)")
        }
    }

    /// Colours take no columns.
    private func columns(of text: String) -> Int {
        guard layout.style.isColored else { return layout.measure.columns(of: text) }
        var plain = ""
        var isCode = false
        for scalar in text.unicodeScalars {
            if scalar == "\u{1B}" { isCode = true }
            if !isCode { plain.unicodeScalars.append(scalar) }
            if scalar == "m" { isCode = false }
        }
        return layout.measure.columns(of: plain)
    }

    private func calling(_ name: String, _ body: () throws -> Void) throws(HandlerError) {
        do {
            try body()
        } catch {
            throw HandlerError(handler: name, message: "\(error)")
        }
    }

    private func widestPath() -> Int {
        list.sections.enumerated().reduce(0) { width, each in
            max(width, "\(RowPath(each.offset, max(0, each.element.rows.count - 1)))".utf8.count)
        }
    }

    private static func trimmed(_ line: String) -> String {
        var line = line[...]
        while line.last == " " { line.removeLast() }
        return String(line)
    }
}
