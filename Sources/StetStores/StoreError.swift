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
        let text = strerror(code).map { String(cString: $0) } ?? "error \(code)"
        let reason =
            switch code {
            case ENOENT: "there is no such file"
            case EACCES, EPERM: "this user may not read it"
            default: "\(call) failed: \(text)"
            }
        self.init(path: path, reason: reason)
    }
}

extension StoreError: CustomStringConvertible {
    package var description: String { "\(path): \(reason)" }
}
