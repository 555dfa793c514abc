/// A plugin or a rules file that the user trusts within a project: exactly these contents, and for
/// exactly these rights.
package struct TrustedItem: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case plugin, rules
    }

    /// A file that is part of it.
    package struct Text: Hashable, Sendable {
        /// The real path.
        package var path: String
        package var bytes: [UInt8]

        package init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// The real path of the project's folder, within which alone it is trusted.
    package var folder: String
    /// The real path of the file, or of the folder of a plugin that is one.
    package var path: String
    package var kind: Kind
    /// What it calls itself.
    package var name: String
    /// What it may do, as it asked: the needs of a plugin, the lifted caps of rules.
    package var grants: [String]
    /// Its files when it was trusted, kept whole so that what changed since can be shown.
    package var texts: [Text]
    /// Seconds since 1970.
    package var since: Int64

    package init(
        folder: String, path: String, kind: Kind, name: String, grants: [String], texts: [Text],
        since: Int64
    ) {
        self.folder = folder
        self.path = path
        self.kind = kind
        self.name = name
        self.grants = grants
        self.texts = texts
        self.since = since
    }
}
