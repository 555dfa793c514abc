/// A right to open files: one, or those below a folder.
package struct FileGrant: Hashable, Sendable {
    package enum Access: Hashable, Sendable {
        case read, write
    }

    package var access: Access
    /// The absolute path of the file or folder, as it was asked for.
    package var path: String
    /// The folder that its real place must be in; nil if the right names its place itself.
    package var bound: String?

    package init(_ access: Access, path: String, bound: String?) {
        self.access = access
        self.path = path
        self.bound = bound
    }
}

/// Why a file is not opened.
package enum ConfinedFileError: Error, Hashable, Sendable {
    /// No right covers it.
    case outside(path: String)
    /// It is a folder, a pipe, a device.
    case notAFile(path: String)
    case system(SystemError)
}

extension ConfinedFileError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .outside(let path): "\(path) is outside what it may open"
        case .notAFile(let path): "\(path) is no plain file"
        case .system(let error): "\(error)"
        }
    }
}
