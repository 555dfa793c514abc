import StetCore
import StetText

/// Findings for people: where, what, and the line with the cell underlined; then the counts.
final class TextReporter: Reporter {
    let findingLimit: Int?
    let showsExcerpts = true
    private let style: Style
    private let write: ([UInt8]) -> Void
    private var buffer: [UInt8] = []
    private var shown = 0

    init(style: Style, limit: Int, write: @escaping ([UInt8]) -> Void) {
        findingLimit = limit
        self.style = style
        self.write = write
    }

    func begin(file: String) { shown = 0 }

    func add(_ finding: Finding) {
        shown += 1
        var place = SafeText.escaped(finding.file)
        if let line = finding.line {
            place += ":\(line)"
            if let column = finding.column { place += ":\(column)" }
        }
        let severity =
            switch finding.severity {
            case .error: style.red("error")
            case .warning: style.yellow("warning")
            case .info: style.cyan("info")
            }
        var code = finding.code
        if let field = finding.field { code = "\(SafeText.escaped(field)): \(code)" }
        line(
            "\(style.bold(place)): \(severity): \(SafeText.escaped(finding.message)) "
                + style.dim("[\(SafeText.escaped(code))]")
                + (key(finding.key).map { " \($0)" } ?? ""))
        if let excerpt = finding.excerpt, let number = finding.line {
            let renderer = ExcerptRenderer(style: style)
            renderer.lines(
                excerpt.text.bytes, marked: excerpt.marked, number: number,
                isCutAtStart: excerpt.isCutAtStart, isCutAtEnd: excerpt.isCutAtEnd
            ).forEach(line)
        }
        if buffer.count > 64 << 10 { flush() }
    }

    private func key(_ key: [ByteString]?) -> String? {
        guard let key else { return nil }
        return style.dim("key ") + key.map { SafeText.escaped($0.bytes) }.joined(separator: "/")
    }

    func end(_ report: CheckReport) {
        let total = report.counts.reduce(0) { $0 + $1.count }
        guard total > 0 else {
            flush()
            return
        }
        if shown < total {
            line("")
            line(
                "… and \(English.count(total - shown, "more finding")); "
                    + "--max-findings \(total) shows all")
        }
        line("")
        let rows = report.counts.map { item in
            (
                English.grouped(item.count), item.severity.rawValue,
                SafeText.escaped(item.field ?? ""), SafeText.escaped(item.code)
            )
        }
        let widths = (
            rows.map { DisplayWidth.of($0.0) }.max() ?? 0,
            rows.map { DisplayWidth.of($0.1) }.max() ?? 0,
            rows.map { DisplayWidth.of($0.2) }.max() ?? 0
        )
        for row in rows {
            let count = String(repeating: " ", count: widths.0 - row.0.count) + row.0
            let field = row.2 + String(repeating: " ", count: widths.2 - DisplayWidth.of(row.2))
            let severity = row.1 + String(repeating: " ", count: widths.1 - row.1.count)
            line("  \(count)  \(severity)  " + (widths.2 > 0 ? "\(field)  " : "") + row.3)
        }
        flush()
    }

    func finish() { flush() }

    private func line(_ text: String) {
        buffer.append(contentsOf: text.utf8)
        buffer.append(UInt8(ascii: "\n"))
    }

    private func flush() {
        if !buffer.isEmpty { write(buffer) }
        buffer.removeAll(keepingCapacity: true)
    }
}
