/// Something that a machine tells the outside: a sheet was presented, a field changed.
///
/// Each part of the target has its own enum of these. Their names are those of the sources'
/// vocabulary, in lower case with underscores, as scripts see them.
package protocol Announcement: Sendable, CustomStringConvertible {
    /// `sheet_dismissed`
    var name: String { get }
    /// What the name alone does not say, in order: `gesture`. For people and for tests.
    var details: [String] { get }
}

extension Announcement {
    /// `sheet_dismissed(gesture)`
    package var description: String {
        details.isEmpty ? name : "\(name)(\(details.joined(separator: ", ")))"
    }
}

/// A handler raised or did what it may not; the state is as it was before.
package struct HandlerError: Announcement, Hashable, Error {
    /// `on_save`
    package var handler: String
    package var message: String

    package init(handler: String, message: String) {
        self.handler = handler
        self.message = message
    }

    package var name: String { "handler_error" }
    package var details: [String] { [handler, message] }
}

/// What the machines of one user interface announced, oldest first. With no screen, this is what
/// can be seen of them; a screen draws itself from the same announcements.
package final class EventLog {
    package private(set) var entries: [any Announcement] = []
    private var listeners: [(token: Int, hear: (any Announcement) -> Void)] = []
    private var lastToken = 0
    private let limit: Int

    /// - Parameter limit: entries that are kept; the oldest are dropped, half of them at a time.
    package init(limit: Int = 10_000) {
        self.limit = limit
    }

    package func append(_ announcement: any Announcement) {
        if entries.count >= limit { entries.removeFirst(entries.count - limit / 2) }
        entries.append(announcement)
        for listener in listeners { listener.hear(announcement) }
    }

    package var descriptions: [String] { entries.map(\.description) }

    package func removeAll() { entries.removeAll() }

    /// - Returns: what takes the listener off again.
    package func listen(_ hear: @escaping (any Announcement) -> Void) -> Int {
        lastToken += 1
        listeners.append((lastToken, hear))
        return lastToken
    }

    package func stopListening(_ token: Int) {
        listeners.removeAll { $0.token == token }
    }
}
