/// What happened to one record on one side of a merge: its fields, or nil if there is none.
package struct RecordVersions<Key: Hashable, Field: Hashable, Text: Hashable> {
    package var key: Key
    /// As it was when the file was opened; nil: the record did not exist.
    package var base: [Field: Text]?
    /// As the session made it; nil: deleted.
    package var mine: [Field: Text]?

    package init(key: Key, base: [Field: Text]?, mine: [Field: Text]?) {
        self.key = key
        self.base = base
        self.mine = mine
    }
}

/// Two sides that cannot both have their way.
package struct MergeConflict<Key: Hashable, Field: Hashable, Text: Hashable>: Hashable {
    package enum Kind: Hashable {
        /// Both gave a field another text; nil: the field is gone on that side.
        case field(Field, base: Text?, mine: Text?, theirs: Text?)
        /// The session changed a record that is gone from the file.
        case deletedByThem
        /// The session deleted a record that the file has changed.
        case deletedByMe
        /// Both inserted the key, and these fields differ.
        case insertedByBoth(Field, mine: Text?, theirs: Text?)
    }

    package var key: Key
    package var kind: Kind
}

extension MergeConflict: Sendable where Key: Sendable, Field: Sendable, Text: Sendable {}
extension MergeConflict.Kind: Sendable where Key: Sendable, Field: Sendable, Text: Sendable {}

/// The outcome of a three-way merge.
package struct RecordMerge<Key: Hashable, Field: Hashable, Text: Hashable> {
    /// What is still to be done to the file as it is now, for one record.
    package enum Step: Equatable {
        case insert(Key, [Field: Text])
        /// Only the fields whose text differs from the file's; nil: the field is to go.
        case update(Key, [Field: Text?])
        case delete(Key)
    }

    /// In the order of the records given.
    package var steps: [Step] = []
    /// In the order of the records given; a field that is in conflict is in no step.
    package var conflicts: [MergeConflict<Key, Field, Text>] = []
}

/// Carries a session's changes over to a file that another program has changed: records that the
/// session did not touch have the file's version, touched ones are merged field by field.
///
/// - Parameters:
///   - touched: the records that the session changed, with their old and new fields.
///   - order: fields in the order in which conflicts of one record are listed.
///   - theirs: a record as the file has it now; nil: it has none of that key.
package func rebase<Key, Field, Text, Failure: Error>(
    _ touched: [RecordVersions<Key, Field, Text>], fieldOrder order: [Field],
    theirs: (Key) throws(Failure) -> [Field: Text]?
) throws(Failure) -> RecordMerge<Key, Field, Text> {
    var merge = RecordMerge<Key, Field, Text>()
    for record in touched where record.base != record.mine {
        let key = record.key
        func conflict(_ kind: MergeConflict<Key, Field, Text>.Kind) {
            merge.conflicts.append(MergeConflict(key: key, kind: kind))
        }
        switch (record.base, record.mine, try theirs(key)) {
        case (nil, let mine?, nil):
            merge.steps.append(.insert(key, mine))
        case (nil, let mine?, let theirs?):
            for field in fields(of: [mine, theirs], in: order) where mine[field] != theirs[field] {
                conflict(.insertedByBoth(field, mine: mine[field], theirs: theirs[field]))
            }
        case (_?, nil, nil), (nil, nil, _):
            break
        case (let base?, nil, let theirs?):
            if base == theirs { merge.steps.append(.delete(key)) } else { conflict(.deletedByMe) }
        case (_?, _?, nil):
            conflict(.deletedByThem)
        case (let base?, let mine?, let theirs?):
            var changes: [Field: Text?] = [:]
            for field in fields(of: [base, mine, theirs], in: order) {
                let (old, new, now) = (base[field], mine[field], theirs[field])
                if new == old || new == now { continue }
                if now == old {
                    changes.updateValue(new, forKey: field)
                } else {
                    conflict(.field(field, base: old, mine: new, theirs: now))
                }
            }
            if !changes.isEmpty { merge.steps.append(.update(key, changes)) }
        }
    }
    return merge
}

/// The fields of some records: those of the order first, then others, sorted by description so
/// that the result does not depend on hashing.
private func fields<Field: Hashable, Text>(of records: [[Field: Text]], in order: [Field])
    -> [Field]
{
    let ordered = Set(order)
    let others = Set(records.flatMap(\.keys)).subtracting(ordered)
    return order + others.sorted { "\($0)" < "\($1)" }
}
