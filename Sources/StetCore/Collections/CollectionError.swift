/// Why something could not be done with a collection.
package struct CollectionError: Error, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// No record has the key.
        case noSuchKey
        /// No record has the row number, or it is deleted.
        case noSuchRow
        case noSuchField
        /// A value that the field's type does not hold.
        case wrongType
        /// The change would bring findings of error severity; `findings` has them.
        case refused
        /// The source cannot be written at all.
        case readOnly
        /// The source cannot hold the text.
        case unwritable
        /// The source could not be read.
        case unreadable
        /// A field to add, or a new name, that is there already.
        case fieldInUse
        /// The change cannot be asked for like this: the key field dropped, say.
        case impossible
        case nothingToUndo, nothingToRedo
        /// It took more time or memory than it may.
        case limit
        /// Somebody stopped it.
        case interrupted
    }

    package var kind: Kind
    /// A sentence for people, without a full stop.
    package var message: String
    package var findings: [Finding]

    package init(_ kind: Kind, _ message: String, findings: [Finding] = []) {
        self.kind = kind
        self.message = message
        self.findings = findings
    }

    package var description: String { message }
}
