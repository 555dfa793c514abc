import StetCore

/// Values of a list that somebody keeps.
struct CodeList: CellValidator {
    private let set: ByteSet
    private let members: [String]
    /// How a member is written, for a text that is like none.
    private let example: String

    /// - Parameter members: apart by blanks.
    init(_ members: String, example: String = "") {
        self.init(members.split(whereSeparator: \.isWhitespace).map(String.init), example: example)
    }

    init(_ members: [String], example: String = "") {
        self.members = members
        self.example = example
        set = ByteSet(members.map { ByteString($0) })
    }

    func flaw(in text: CellText) -> Flaw? {
        set.contains(text.baseAddress ?? emptyBytes, text.count) ? nil : .plain
    }

    func mark(
        _ cells: ColumnCells, _ suspects: UnsafeMutablePointer<UInt8>, _ emptyMayFail: Bool
    ) {
        let members = set.lookup
        cells.mark(suspects, emptyMayFail) { start, count in
            members.contains(padded: start, count)
        }
    }

    func reason(_ flaw: Flaw, in text: CellText) -> String {
        CheckPlan.suggestion(ByteString(text), members)
    }
}

/// `one_of_with_case("Red", "Green")`, or `one_of_with_case{ "Red", "Green", case = "any" }`.
struct OneOfWithCase: CellValidator {
    private let set: ByteSet
    private let members: [String]
    /// The members in small letters, where case does not count.
    private let folded: Set<String>?

    init(_ call: ValidatorCall) throws(PlanError) {
        var members: [String] = []
        for argument in call.arguments {
            guard case .text(let text) = argument, let member = text.string else {
                throw PlanError("one_of_with_case takes texts, not \(argument)")
            }
            members.append(member)
        }
        guard !members.isEmpty else {
            throw PlanError(
                "one_of_with_case takes the values: one_of_with_case(\"Red\", \"Green\")")
        }
        for (name, value) in call.options {
            guard name == "case" else {
                throw PlanError(
                    "one_of_with_case has no option \"\(name)\""
                        + ColumnComparison.suggestion(for: name, in: ["case"]))
            }
            guard value == .text("any") || value == .text("exact") else {
                throw PlanError("one_of_with_case: case is \"exact\" or \"any\"")
            }
        }
        self.members = members
        set = ByteSet(members.map { ByteString($0) })
        folded =
            call.options["case"] == .text("any") ? Set(members.map { $0.lowercased() }) : nil
    }

    func flaw(in text: CellText) -> Flaw? {
        if set.contains(text.baseAddress ?? emptyBytes, text.count) { return nil }
        guard let folded, let string = String(validating: text, as: UTF8.self) else {
            return .plain
        }
        return folded.contains(string.lowercased()) ? nil : .plain
    }

    func reason(_ flaw: Flaw, in text: CellText) -> String {
        let text = ByteString(text)
        if let string = text.string,
            let same = members.first(where: { $0.lowercased() == string.lowercased() })
        {
            return "must be written \(CheckPlan.quoted(ByteString(same)))"
        }
        return "is not \(CheckPlan.alternatives(members.map { .text(ByteString($0)) }))"
            + CheckPlan.suggestion(text, members)
    }
}
