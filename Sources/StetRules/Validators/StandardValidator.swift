import StetCore

/// A validator that rules name: what it is, the standard that it follows, and what it does.
package struct StandardValidator: Sendable {
    package let name: String
    /// What it asks of a value, in a line.
    package let summary: String
    /// The standard's name; nil: there is none, the summary says it all.
    package let standard: String?
    let kind: Kind
    /// What a value is called that passes, with an article; nil: a flaw is told without it.
    let noun: String?

    enum Kind: Sendable {
        /// Judges a cell by its text.
        case cell(any CellValidator)
        /// Is told what to allow first.
        case made(@Sendable (ValidatorCall) throws(PlanError) -> any CellValidator)
        /// Judges a cell with the folder of its table.
        case located(@Sendable (_ folder: String) -> any CellValidator)
        /// Compares a record's value with those before it.
        case sequence
        /// Judges a field's value by other fields of its record.
        case fields
        /// Judges a record.
        case record
    }

    init(
        _ name: String, _ summary: String, standard: String? = nil, noun: String? = nil,
        _ kind: Kind
    ) {
        self.name = name
        self.summary = summary
        self.standard = standard
        self.noun = noun
        self.kind = kind
    }

    /// How it is written in rules, for help.
    package var usage: String {
        switch kind {
        case .cell, .located: "\"\(name)\""
        case .made: "\(name)(\"a\", \"b\")"
        case .sequence: "\"\(name)\""
        case .fields, .record: "\(name)(\"a\", \"b\")"
        }
    }

    /// Whether it judges one value, by nothing but that value and what it was told beforehand.
    package var judgesValues: Bool {
        switch kind {
        case .cell, .made, .located: true
        case .sequence, .fields, .record: false
        }
    }

    /// Whether a call of it in Lua makes a validator, rather than judging a value.
    package var takesArguments: Bool {
        switch kind {
        case .cell, .located: false
        case .made, .sequence, .fields, .record: true
        }
    }

    /// It looks at files.
    package var touchesFiles: Bool {
        if case .located = kind { true } else { false }
    }
}

/// A validator of values, ready to judge.
package struct ValueValidator: Sendable {
    let test: any CellValidator
    let noun: String?

    /// What is wrong with a value's text, as a sentence; nil: nothing.
    package func complaint(about text: ByteString) -> String? {
        text.bytes.withUnsafeBufferPointer { bytes in
            guard let flaw = test.flaw(in: bytes) else { return nil }
            let reason = test.reason(flaw, in: bytes)
            let shown = CheckPlan.quoted(text)
            guard let noun else {
                if case .notUTF8 = flaw { return "\(shown) has bytes that are not UTF-8" }
                return "\(shown) \(reason)"
            }
            let joiner = reason.isEmpty || reason.hasPrefix(";") ? "" : ": "
            return "\(shown) is not \(noun)\(joiner)\(reason)"
        }
    }
}
