/// What a reference asks for: a sheet of one of a presenter's declarations, for an item if the
/// declaration is one by item.
package struct SheetRequest: Hashable, Sendable {
    /// The number of the declaration, in the order in which they were made.
    package var declaration: Int
    /// What the item is known by; nil for a sheet by flag. A sheet whose item's contents change
    /// stays; one whose item's identity changes is replaced.
    package var identity: Identity?

    package init(declaration: Int, identity: Identity? = nil) {
        self.declaration = declaration
        self.identity = identity
    }
}

/// A sheet that is on the screen, or on its way there or away.
package struct Presentation: Hashable, Sendable {
    /// Never given twice. It is also the number of the sheet as a presenter of others; the
    /// number of the root is 0.
    package var number: Int
    package var request: SheetRequest
    /// Other requests of the same presenter, which wait until this sheet is gone.
    package var waiting: [SheetRequest] = []

    package init(number: Int, request: SheetRequest) {
        self.number = number
        self.request = request
    }
}

/// A sheet that is going away.
package struct Departure: Hashable, Sendable {
    package var presentation: Presentation
    package var reason: DismissReason
}
