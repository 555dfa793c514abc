import CLinux
import Glibc

/// One run of another program: its input given at once, its output gathered within bounds.
///
/// Unsafe code: the descriptors opened here are closed here, once each; a process is signalled only
/// before it was waited for, so that its number is nobody else's.
package struct ProgramRun {
    package struct Request: Sendable {
        /// The program and its arguments; no shell sees them.
        package var arguments: [String]
        /// Where it runs.
        package var folder: String
        package var input: [UInt8] = []
        /// Seconds.
        package var timeout: Double
        /// Bytes of output at most.
        package var outputLimit = 16 << 20

        package init(arguments: [String], folder: String, timeout: Double) {
            self.arguments = arguments
            self.folder = folder
            self.timeout = timeout
        }
    }

    package struct Outcome: Sendable {
        package var output: [UInt8]
        /// The end of what it wrote to standard error.
        package var errors: [UInt8]
        /// The exit status; 128 and the signal for one that was killed.
        package var status: Int
    }

    package enum Failure: Error, Hashable, Sendable {
        case notStarted(SystemError)
        case timeout
        case tooMuchOutput
        case interrupted
        case system(SystemError)
    }

    /// Milliseconds between looks at whether to stop.
    private static let tick: Int32 = 20
    private static let errorLimit = 64 << 10

    private let request: Request
    private var output: [UInt8] = []
    private var errors: [UInt8] = []

    /// Runs a program to its end.
    ///
    /// - Parameter mustStop: asked all the while; the program is killed when it says yes.
    package static func run(
        _ request: Request, until mustStop: () -> Bool
    ) throws(Failure) -> Outcome {
        var run = ProgramRun(request: request)
        return try run.run(until: mustStop)
    }

    private init(request: Request) {
        self.request = request
    }

    private mutating func run(until mustStop: () -> Bool) throws(Failure) -> Outcome {
        let (process, output, errors) = try start()
        defer {
            close(output)
            close(errors)
        }
        var failure: Failure?
        do throws(Failure) {
            try gather(output, errors, of: process, until: mustStop)
        } catch {
            failure = error
        }
        // With it goes whatever it started and left behind in its session.
        kill(-process, SIGKILL)
        if failure != nil { kill(process, SIGKILL) }
        let status = Self.wait(for: process)
        if let failure { throw failure }
        return Outcome(output: self.output, errors: self.errors, status: status)
    }

    // MARK: Starting

    private func start() throws(Failure) -> (process: pid_t, output: Int32, errors: Int32) {
        let name = request.arguments.first ?? ""
        func failure(_ function: String) -> Failure {
            .notStarted(SystemError(function: function, path: name, code: errno))
        }
        let input = clinux_memory_file("input")
        guard input >= 0 else { throw failure("memfd_create") }
        defer { close(input) }
        guard write(input, request.input), lseek(input, 0, SEEK_SET) == 0 else {
            throw failure("write")
        }
        guard let output = Self.pipe() else { throw failure("pipe") }
        defer { close(output.write) }
        guard let errors = Self.pipe() else {
            let error = failure("pipe")
            close(output.read)
            throw error
        }
        defer { close(errors.write) }
        var process: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = request.arguments.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        guard
            clinux_spawn(
                &process, request.folder, &arguments, input, output.write, errors.write) == 0
        else {
            let error = failure("start")
            close(output.read)
            close(errors.read)
            throw error
        }
        return (process, output.read, errors.read)
    }

    private func write(_ file: Int32, _ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(
                    file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
                if count < 0, errno != EINTR { return false }
                done += max(0, count)
            }
            return true
        }
    }

    private static func pipe() -> (read: Int32, write: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard clinux_pipe(&ends) == 0 else { return nil }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return (ends[0], ends[1])
    }

    // MARK: Gathering

    /// Reads until the program has ended.
    private mutating func gather(
        _ output: Int32, _ errors: Int32, of process: pid_t, until mustStop: () -> Bool
    ) throws(Failure) {
        let began = MonotonicClock.now
        var isOpen = true
        while true {
            if mustStop() { throw .interrupted }
            if Double(MonotonicClock.now - began) / 1e9 > request.timeout { throw .timeout }
            // Asked before the last reading, so that nothing it wrote is missed.
            let hasEnded = Self.hasEnded(process)
            let outputIsOpen = try read(output, keepingAll: true)
            let errorsAreOpen = try read(errors, keepingAll: false)
            if hasEnded { return }
            isOpen = outputIsOpen || errorsAreOpen
            var waiting = [
                pollfd(fd: outputIsOpen ? output : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: errorsAreOpen ? errors : -1, events: Int16(POLLIN), revents: 0),
            ]
            // Whoever has closed both is about to end.
            poll(&waiting, 2, isOpen ? Self.tick : 1)
        }
    }

    /// Reads what is there.
    ///
    /// - Returns: false at the end.
    private mutating func read(_ pipe: Int32, keepingAll: Bool) throws(Failure) -> Bool {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(pipe, &piece, piece.count)
            if count == 0 { return false }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN { return true }
                throw .system(
                    SystemError(function: "read", path: request.arguments[0], code: errno))
            }
            if keepingAll {
                output += piece[..<count]
                guard output.count <= request.outputLimit else { throw .tooMuchOutput }
            } else {
                errors += piece[..<count]
                if errors.count > Self.errorLimit {
                    errors.removeFirst(errors.count - Self.errorLimit)
                }
                // Somebody who writes without end is asked again whether to stop.
                return true
            }
        }
    }

    private static func hasEnded(_ process: pid_t) -> Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) != 0
            || information.si_signo == SIGCHLD
    }

    private static func wait(for process: pid_t) -> Int {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return 128 }
        }
        let signal = status & 0x7F
        return Int(signal == 0 ? status >> 8 & 0xFF : 128 + signal)
    }
}
