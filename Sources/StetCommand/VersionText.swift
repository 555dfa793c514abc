import LuaKit
import StetPrompt
import StetRules
import StetScripting
import StetStores

/// What `--version` says: Stet's version and that of each library it links.
enum VersionText {
    static var text: String {
        """
        stet \(StetVersion.text)
        \(LuaState.release)
        PCRE2 \(Pattern.libraryVersion)
        SQLite \(Database.libraryVersion)
        zlib \(Compression.libraryVersions.zlib), Zstandard \(Compression.libraryVersions.zstd)
        GNU readline \(PromptLibrary.version)

        """
    }
}
