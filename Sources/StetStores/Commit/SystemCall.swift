import Glibc

/// A system call that failed.
package struct SystemError: Error, Hashable, Sendable {
    /// The function of the C library.
    package var function: String
    /// What it was asked to work on.
    package var path: String
    /// Its `errno`.
    package var code: Int32

    package init(function: String, path: String, code: Int32) {
        self.function = function
        self.path = path
        self.code = code
    }
}

extension SystemError: CustomStringConvertible {
    package var description: String {
        if function == "realpath", code == ENOENT { return "\(path): there is no such file" }
        let text = strerror(code).map { String(cString: $0) } ?? "error \(code)"
        return "\(function) of \(path) failed: \(text)"
    }
}

/// Calls a function of the C library that gives -1 on failure; again when a signal interrupts it.
///
/// - Returns: what the function returned, never negative.
@discardableResult
func systemCall<Result: FixedWidthInteger & SignedInteger>(
    _ function: String, on path: String, _ body: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = body()
        if result >= 0 { return result }
        let code = errno
        if code != EINTR { throw SystemError(function: function, path: path, code: code) }
    }
}

/// An open file, closed when the value goes away.
struct Descriptor: ~Copyable {
    let number: Int32
    let path: String

    /// - Parameter mode: of a file that is created.
    init(path: String, flags: Int32, mode: mode_t = 0o600) throws(SystemError) {
        number = try systemCall("open", on: path) { open(path, flags | O_CLOEXEC, mode) }
        self.path = path
    }

    deinit {
        // What must reach the disk was synchronised before; close has nothing left to report.
        close(number)
    }

    func status() throws(SystemError) -> stat {
        var status = stat()
        try systemCall("fstat", on: path) { fstat(number, &status) }
        return status
    }

    /// Waits until the contents are on the disk.
    func synchronise() throws(SystemError) {
        try systemCall("fsync", on: path) { fsync(number) }
    }

    /// Reads up to `buffer.count` bytes at `offset`; fewer only at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError)
        -> Int
    {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let got = try systemCall("read", on: path) {
                pread(number, rest.baseAddress, rest.count, off_t(offset + done))
            }
            if got == 0 { break }
            done += got
        }
        return done
    }

    /// Writes all the bytes at the file's position.
    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            done += try systemCall("write", on: path) {
                Glibc.write(number, rest.baseAddress, rest.count)
            }
        }
    }
}

/// Makes the names in a folder durable.
func synchroniseFolder(_ path: String) throws(SystemError) {
    let folder = try Descriptor(path: path, flags: O_RDONLY | O_DIRECTORY)
    do throws(SystemError) {
        try folder.synchronise()
    } catch {
        // Some network and user-space file systems cannot; there is nothing more to do then.
        guard error.code == EINVAL || error.code == ENOTSUP else { throw error }
    }
}

/// The folder that holds a path, `.` if none is named.
package func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The last part of a path.
func fileName(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    return String(path[path.index(after: slash)...])
}

/// The absolute path without symbolic links.
package func realPath(of path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else {
        throw SystemError(function: "realpath", path: path, code: errno)
    }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// The absolute path of the working directory; nil if it is gone.
package func workingDirectory() -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
}
