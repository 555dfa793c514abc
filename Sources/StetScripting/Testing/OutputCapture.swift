import Glibc
import StetStores

/// Keeps what is printed to standard output from getting among a report: while a test runs, it
/// goes to a file without a name, whose contents belong to that test.
///
/// Standard input is empty meanwhile. Both are the process's, so one test runs at a time.
package final class OutputCapture {
    private let file: Int32
    private let nothing: Int32
    private let output: Int32
    private let input: Int32

    /// Bytes of a test's output that are kept.
    package static let limit = 1 << 20

    package init() throws(SystemError) {
        let place = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var template = Array(((place.isEmpty ? "/tmp" : place) + "/stet-output-XXXXXX").utf8CString)
        file = template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return -1 }
            let file = mkstemp(start)
            guard file >= 0 else { return -1 }
            unlink(start)
            _ = fcntl(file, F_SETFD, FD_CLOEXEC)
            return file
        }
        guard file >= 0 else {
            throw SystemError(function: "mkstemp", path: place, code: errno)
        }
        nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    }

    deinit {
        for descriptor in [file, nothing, output, input] where descriptor >= 0 {
            close(descriptor)
        }
    }

    /// Bytes printed so far, by the test that runs.
    private var size: Int { sizeReader() }

    /// The same for other threads, while this object lives.
    package var sizeReader: @Sendable () -> Int {
        let file = file
        return {
            var status = stat()
            return fstat(file, &status) == 0 ? Int(status.st_size) : 0
        }
    }

    package func begin() {
        fflush(nil)
        ftruncate(file, 0)
        lseek(file, 0, SEEK_SET)
        dup2(file, STDOUT_FILENO)
        if nothing >= 0 { dup2(nothing, STDIN_FILENO) }
    }

    /// What was printed up to now, since this was last asked.
    package func take() -> [UInt8] {
        fflush(nil)
        var bytes = [UInt8](repeating: 0, count: min(size, Self.limit))
        let got = pread(file, &bytes, bytes.count, 0)
        bytes.removeSubrange(max(0, got)...)
        ftruncate(file, 0)
        lseek(file, 0, SEEK_SET)
        return bytes
    }

    package func end() -> [UInt8] {
        defer {
            if output >= 0 { dup2(output, STDOUT_FILENO) }
            if input >= 0 { dup2(input, STDIN_FILENO) }
        }
        return take()
    }
}
