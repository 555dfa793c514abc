/// Changes of several collections that are one step of undo: they are taken back, and made again,
/// together or not at all.
final class SharedStep {
    private struct Member {
        weak var collection: Collection?
        let name: String
    }

    private let members: [Member]

    init(_ collections: [Collection]) {
        members = collections.map { Member(collection: $0, name: $0.name) }
    }

    /// What the other collections are called.
    func names(besides collection: Collection?) -> [String] {
        members.filter { $0.collection !== collection }.map(\.name)
    }

    /// The other collections, if the step is the last of each that can be taken back, or made again.
    ///
    /// - Throws: the first that is not.
    func others(
        than collection: Collection, _ kind: CollectionError.Kind, _ verb: String,
        last: (Collection) -> Change?
    ) throws(CollectionError) -> [Collection] {
        var others: [Collection] = []
        for member in members where member.collection !== collection {
            guard let other = member.collection, last(other)?.shared === self else {
                throw CollectionError(
                    kind,
                    "that step changed \(member.name) too, which has changed since: "
                        + "it cannot be \(verb) here alone")
            }
            others.append(other)
        }
        return others
    }
}
