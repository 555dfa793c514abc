import StetCore

/// What does not fit between the fields of a schema and the columns of a file.
struct ColumnComparison {
    let missing: [(field: String, message: String)]
    let unknown: [String]

    init(schema: Schema, columns: [ByteString]) {
        let declared = Set(schema.fields.map { ByteString($0.name) })
        let present = Set(columns)
        // A blank name has a finding of its own.
        let undeclared = columns.filter { !declared.contains($0) && !$0.isEmpty }
        let candidates = undeclared.compactMap(\.string)
        missing = schema.fields.filter { !present.contains(ByteString($0.name)) }.map { field in
            (
                field.name,
                "the rules declare \(CheckPlan.quoted(ByteString(field.name))) but the file has no "
                    + "such column" + Self.suggestion(for: field.name, in: candidates)
            )
        }
        guard !schema.fields.isEmpty, !undeclared.isEmpty else {
            unknown = []
            return
        }
        let names = undeclared.map { CheckPlan.quoted($0) }
        if schema.strict {
            unknown = names.map { "the rules do not declare the column \($0)" }
        } else if names.count == 1 {
            unknown = ["the rules do not declare the column \(names[0])"]
        } else {
            unknown = [
                "the rules do not declare \(names.count) columns: "
                    + names.joined(separator: ", ")
            ]
        }
    }

    /// The end of a sentence: the name that was probably meant, if any is near.
    static func suggestion(for name: String, in candidates: [String]) -> String {
        NearestName.of(name, among: candidates).map {
            "; did you mean \(CheckPlan.quoted(ByteString($0)))?"
        } ?? ""
    }
}
