import StetCore
import StetText

/// One JSON object for each finding, with every member, null where it does not apply.
final class JSONLinesReporter: Reporter {
    let findingLimit: Int?
    let showsExcerpts = false
    private let write: ([UInt8]) -> Void
    private var json = JSONText()

    private static let flushSize = 64 << 10

    init(limit: Int?, write: @escaping ([UInt8]) -> Void) {
        findingLimit = limit
        self.write = write
    }

    func begin(file: String) {}

    func add(_ finding: Finding) {
        json.object { json in
            json.key("file")
            json.value(finding.file)
            json.key("record")
            json.value(finding.record)
            json.key("line")
            json.value(finding.line)
            json.key("column")
            json.value(finding.column)
            json.key("offset")
            json.value(finding.offset)
            json.key("key")
            if let key = finding.key, key.count > 1 {
                json.array { json in
                    for part in key { json.value(lossy: part.bytes) }
                }
            } else {
                json.value(lossy: finding.key?.first?.bytes)
            }
            json.key("field")
            json.value(finding.field)
            json.key("code")
            json.value(finding.code)
            json.key("severity")
            json.value(finding.severity.rawValue)
            json.key("message")
            json.value(finding.message)
            json.key("value")
            json.value(lossy: finding.value?.bytes)
        }
        json.newline()
        if json.bytes.count >= Self.flushSize { flush() }
    }

    func end(_ report: CheckReport) { flush() }

    func finish() { flush() }

    private func flush() {
        if !json.bytes.isEmpty { write(json.bytes) }
        json.removeAll()
    }
}
