/// A plugin as it can be trusted: what it is called, where it is, all that it is made of, and what
/// it asks for.
package struct Plugin: Sendable {
    package struct Text: Sendable {
        /// Absolute.
        package var path: String
        package var bytes: [UInt8]
    }

    package var name: String
    package var version: String?
    /// The file that is run first; absolute.
    package var file: String
    /// The folder that is its own, where it has one; absolute.
    package var folder: String?
    /// The folder of the project that it is used in; nil: there is none.
    package var project: String?
    /// The file, and all modules in its folder, as they were read in this run.
    package var texts: [Text]
    package var needs: [String]
}
