import Glibc
import StetText

/// Results on standard output, everything else on standard error.
enum Output {
    /// Whoever read standard output has gone.
    nonisolated(unsafe) private(set) static var isClosed = false

    /// Writes all the bytes, or notes that nobody reads them any more.
    ///
    /// Called on one thread at a time: whoever delivers results holds the lock under which they
    /// are merged.
    static func write(_ bytes: [UInt8]) {
        // What Lua code printed comes first.
        fflush(nil)
        isClosed = isClosed || !write(bytes, to: STDOUT_FILENO)
    }

    static func write(_ text: String) { write(Array(text.utf8)) }

    /// Writes a message, in which names and texts of others may be: no control of theirs reaches
    /// the terminal.
    static func error(_ message: String) {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false)
                .map { SafeText.escaped(String($0)) }.joined(separator: "\t")
        }
        error(Array((lines.joined(separator: "\n") + "\n").utf8))
    }

    /// Writes bytes as they are.
    static func error(_ bytes: [UInt8]) {
        fflush(nil)
        _ = write(bytes, to: STDERR_FILENO)
    }

    /// From here on a file, made anew, stands for standard output.
    ///
    /// - Returns: what went wrong.
    static func redirect(to path: String) -> String? {
        fflush(nil)
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        defer { if file >= 0 { close(file) } }
        guard file >= 0, dup2(file, STDOUT_FILENO) >= 0 else {
            return "\(path) cannot be written: \(String(cString: strerror(errno)))"
        }
        return nil
    }

    static func flush() { fflush(nil) }

    /// - Returns: false if the other end is closed or the device is full.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let written = Glibc.write(
                    descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
                if written < 0 {
                    if errno == EINTR { continue }
                    if errno == EAGAIN {
                        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                        poll(&ready, 1, -1)
                        continue
                    }
                    return false
                }
                done += written
            }
            return true
        }
    }

    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// How standard output is to be coloured.
    static func style(_ choice: Style.Choice, descriptor: Int32 = STDOUT_FILENO) -> Style {
        Style(choice: choice, isTerminal: isatty(descriptor) == 1) { name in
            getenv(name).map { String(cString: $0) }
        }
    }
}
