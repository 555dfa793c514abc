import StetCore
import StetRules

/// What a part of a table knows of one rule over values in order: its ends. Parts that follow one
/// another are joined by comparing the last of one with the first of the next.
struct SequenceState {
    /// The first value, and the finding that it is if it does not follow from the one before.
    var first: (item: SequenceRule.Item, finding: Finding)?
    var last: Place?

    struct Place {
        var item: SequenceRule.Item
        /// From 1, in the file.
        var record: Int
        var line: Int
    }
}

/// A value that does not follow from the one before it in its chunk.
struct SequenceFailure {
    var record: Int
    var cell: Int
    var rule: Int
    var message: String
}
