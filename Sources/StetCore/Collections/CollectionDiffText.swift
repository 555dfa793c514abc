/// One line of a diff as people read it. What screens it colours it by its kind.
package struct DiffLine: Hashable, Sendable {
    package enum Kind: Sendable {
        /// Names a record or a field that changed.
        case heading
        case removed, added
    }

    package var kind: Kind
    package var text: String
}

extension CollectionDiff {
    /// The diff line by line: a heading for each record, then its fields, old before new. Texts
    /// are as they are, control bytes too: whoever prints them escapes them.
    package var lines: [DiffLine] {
        var result: [DiffLine] = []
        for column in columns {
            switch column {
            case .added(let name, _, _):
                result.append(DiffLine(kind: .added, text: "+ field \(name)"))
            case .dropped(let name):
                result.append(DiffLine(kind: .removed, text: "- field \(name)"))
            case .renamed(let old, let new):
                result.append(DiffLine(kind: .heading, text: "field \(old) → \(new)"))
            }
        }
        for record in records {
            result.append(DiffLine(kind: .heading, text: Self.heading(of: record)))
            for field in record.fields {
                if let old = field.old {
                    result.append(
                        DiffLine(kind: .removed, text: "- \(field.field): \(old.text)"))
                }
                if let new = field.new {
                    result.append(DiffLine(kind: .added, text: "+ \(field.field): \(new.text)"))
                }
            }
        }
        return result
    }

    private static func heading(of record: RecordChange) -> String {
        var text = (record.oldKey ?? record.key).description
        if record.oldKey != nil { text += " → \(record.key)" }
        switch record.kind {
        case .inserted: return "\(text) inserted"
        case .removed: return "\(text) removed"
        case .changed: return record.isMoved ? "\(text) changed, moved" : "\(text) changed"
        case .moved: return "\(text) moved"
        }
    }

    /// The numbers in a few words: `1 inserted, 2 changed`; empty without changes.
    package var summary: String {
        let counts = [
            (columns.count, columns.count == 1 ? "field changed" : "fields changed"),
            (count(.inserted), "inserted"), (count(.changed), "changed"),
            (count(.removed), "removed"), (count(.moved), "moved"),
        ]
        return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }

    /// The diff as one JSON object. Bytes that are no UTF-8 are written as `\xNN` in the text.
    package var json: String {
        var fields: [String] = []
        for column in columns {
            switch column {
            case .added(let name, let filler, _):
                let text = Self.cell(filler)
                fields.append("{\"added\":\(Self.quoted(name)),\"filler\":\(text)}")
            case .dropped(let name): fields.append("{\"dropped\":\(Self.quoted(name))}")
            case .renamed(let old, let new):
                fields.append("{\"renamed\":\(Self.quoted(old)),\"to\":\(Self.quoted(new))}")
            }
        }
        let records = records.map(Self.json(of:)).joined(separator: ",")
        return "{\"fields\":[\(fields.joined(separator: ","))],\"records\":[\(records)]}"
    }

    private static func json(of record: RecordChange) -> String {
        func text(_ key: RecordKey) -> String {
            let parts = key.parts.map { quoted($0.description) }
            return parts.count == 1 ? parts[0] : "[\(parts.joined(separator: ","))]"
        }
        func position(_ position: Int?) -> String { position.map { String($0 + 1) } ?? "null" }
        let fields = record.fields.map { field in
            let (old, new) = (cell(field.old), cell(field.new))
            return "{\"field\":\(quoted(field.field)),\"old\":\(old),\"new\":\(new)}"
        }
        return "{\"kind\":\"\(record.kind.rawValue)\",\"key\":\(text(record.key)),"
            + "\"old_key\":\(record.oldKey.map(text) ?? "null"),\"row\":\(record.row.number),"
            + "\"moved\":\(record.isMoved),\"old_position\":\(position(record.oldPosition)),"
            + "\"position\":\(position(record.newPosition)),"
            + "\"changes\":[\(fields.joined(separator: ","))]}"
    }

    private static func cell(_ cell: Cell?) -> String {
        cell.map { quoted($0.text.description) } ?? "null"
    }

    /// Control characters, line separators and marks that reorder text.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
            0xFEFF:
            true
        default: false
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isHidden(scalar):
                let hexadecimal = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
