import StetCore
import StetText

/// Writes a report: findings as they come, then what there is to say of each file.
package protocol Reporter: AnyObject {
    /// How many findings it wants at most; nil: all.
    var findingLimit: Int? { get }
    /// Whether it shows the lines that findings are about.
    var showsExcerpts: Bool { get }
    func begin(file: String)
    func add(_ finding: Finding)
    /// A file is done.
    func end(_ report: CheckReport)
    /// All files are done.
    func finish()
}

/// The report formats by the names that `--format` takes.
package enum ReportFormat: String, CaseIterable, Sendable {
    case text, jsonl

    /// - Parameters:
    ///   - limit: what `--max-findings` says; nil: the format's own.
    ///   - write: takes bytes for the output.
    package func reporter(
        style: Style, limit: Int?, write: @escaping ([UInt8]) -> Void
    ) -> any Reporter {
        switch self {
        case .text: TextReporter(style: style, limit: limit ?? 1000, write: write)
        case .jsonl: JSONLinesReporter(limit: limit, write: write)
        }
    }
}
