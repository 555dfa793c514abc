import Glibc

/// Why data could not be read.
package struct StoreError: Error, Sendable {
    /// The path as the user gave it.
    package var path: String
    /// What is wrong and what to do about it, without the path.
    package var reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// A system call that failed, in the system's words.
    package init(path: String, call: String, code: Int32) {
        let text = Self.text(of: code)
        let reason =
            switch code {
            case ENOENT: "there is no such file"
            case EACCES, EPERM: "this user may not read it"
            default: "\(call) failed: \(text)"
            }
        self.init(path: path, reason: reason)
    }

    /// A pipe could not be copied to a folder for temporary files.
    init(copyOf path: String, in folder: String, code: Int32) {
        self.init(
            path: path,
            reason: "it cannot be copied to a temporary file in \(folder): \(Self.text(of: code));"
                + " let TMPDIR name a folder with room")
    }

    /// Compressed data that cannot be decoded.
    init(decoding path: String, _ compression: Compression, _ message: String) {
        self.init(
            path: path, reason: "its \(compression.rawValue) data cannot be decoded: \(message)")
    }

    private static func text(of code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}

extension StoreError: CustomStringConvertible {
    package var description: String { "\(path): \(reason)" }
}
