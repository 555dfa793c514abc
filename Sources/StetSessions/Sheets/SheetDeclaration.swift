/// What a reference says about a sheet.
package enum SheetWish: Hashable, Sendable {
    case nothing
    /// A sheet by flag.
    case flag
    /// A sheet by item, which is known by this.
    case item(Identity)
}

/// Whether a person may swipe a sheet away.
package enum Modality {
    case fixed(Bool)
    /// Asked at each attempt. It raises as a refusal of the reason `handler`.
    case asked(() throws(Refusal) -> Bool)

    package static var free: Modality { .fixed(false) }
}

/// A sheet that a presenter shows while a reference wants it.
///
/// The closures may call anything of the stage: what they ask for is done when they have ended.
/// They raise as refusals of the reason `handler`.
package struct SheetDeclaration {
    /// For the log and for people.
    package var name: String
    /// - Throws: an item that has no identity.
    package var read: () throws(Refusal) -> SheetWish
    /// Has the reference want nothing, if it still wants this.
    package var reset: (SheetWish) -> Void
    /// Has the closure called after each change, until the closure that it returns is called.
    package var watch: (@escaping () -> Void) -> () -> Void
    package var isModal: Modality = .free
    /// Makes the content, from the item as it is now.
    package var content: (SheetHandle) throws(Refusal) -> Void = { _ throws(Refusal) in }
    /// Runs once for each sheet that was presented, when the reference has been reset.
    package var onDismiss: (SheetHandle, DismissReason) throws(Refusal) -> Void = {
        _, _ throws(Refusal) in
    }

    package init(
        name: String, read: @escaping () throws(Refusal) -> SheetWish,
        reset: @escaping (SheetWish) -> Void, watch: @escaping (@escaping () -> Void) -> () -> Void
    ) {
        self.name = name
        self.read = read
        self.reset = reset
        self.watch = watch
    }

    /// A sheet by flag.
    package init(_ name: String, isPresented flag: Reference<Bool>) {
        self.init(
            name: name, read: { () throws(Refusal) in flag.value ? .flag : .nothing },
            reset: { _ in flag.value = false },
            watch: { changed in
                let token = flag.watch { _ in changed() }
                return { flag.stopWatching(token) }
            })
    }

    /// A sheet by item: another item of the same identity leaves it as it is.
    package init<Item: Equatable>(
        _ name: String, item: Reference<Item?>, identity: @escaping (Item) -> Identity,
        content: @escaping (Item, SheetHandle) throws(Refusal) -> Void = {
            _, _ throws(Refusal) in
        }
    ) {
        self.init(
            name: name,
            read: { () throws(Refusal) in
                item.value.map { .item(identity($0)) } ?? .nothing
            },
            reset: { wish in
                guard let current = item.value, .item(identity(current)) == wish else { return }
                item.value = nil
            },
            watch: { changed in
                let token = item.watch { _ in changed() }
                return { item.stopWatching(token) }
            })
        self.content = { handle throws(Refusal) in
            guard let current = item.value else { return }
            try content(current, handle)
        }
    }
}
