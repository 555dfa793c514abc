import CTerminalShim
import Foundation

/// A program on a terminal of its own: what it writes is read, and keys are sent to it.
final class PseudoTerminal {
    private let controller: Int32
    private let process: pid_t
    /// Everything written so far, without control sequences.
    private(set) var text = ""
    private var bytes: [UInt8] = []
    private var matched = 0
    private var status: Int32?

    struct Problem: Error, CustomStringConvertible {
        var description: String
    }

    /// The `stet` that was built beside these tests.
    static var stet: String {
        let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let beside = bundle.deletingLastPathComponent().appendingPathComponent("stet").path
        if FileManager.default.isExecutableFile(atPath: beside) { return beside }
        // A helper of the toolchain has loaded the tests: they are named on its command line.
        for argument in CommandLine.arguments where argument.contains(".xctest") {
            let folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
            let path = folder.appendingPathComponent("stet").path
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        return beside
    }

    /// Starts `stet` in a folder that also holds its state.
    init(_ arguments: [String] = [], folder: URL, environment: [String: String] = [:]) throws {
        var variables = [
            "PATH": "/usr/bin:/bin", "TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1",
            "INPUTRC": "/dev/null", "HOME": folder.path, "XDG_STATE_HOME": folder.path,
        ]
        variables.merge(environment) { $1 }
        var argv = ([Self.stet] + arguments).map { strdup($0) } + [nil]
        var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        var controller: Int32 = -1
        process = terminal_start(Self.stet, &argv, &envp, folder.path, &controller)
        self.controller = controller
        guard process > 0 else {
            status = -1
            throw Problem(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(controller)
    }

    func send(_ keys: String) {
        var rest = Array(keys.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits until the text is written, after what was waited for before.
    func expect(_ wanted: String, seconds: Double = 60) throws {
        let end = Date().addingTimeInterval(seconds)
        while true {
            let unread = text[text.index(text.startIndex, offsetBy: matched)...]
            if let range = unread.range(of: wanted) {
                matched = text.distance(from: text.startIndex, to: range.upperBound)
                return
            }
            guard Date() < end, try read(until: end) else {
                throw Problem(
                    description: "no \(wanted.debugDescription) in \(unread.debugDescription)")
            }
        }
    }

    /// Waits for the end; the status as a shell gives it.
    func exitStatus(seconds: Double = 60) throws -> Int32 {
        let end = Date().addingTimeInterval(seconds)
        while Date() < end {
            var raw: Int32 = 0
            if waitpid(process, &raw, WNOHANG) == process {
                let result = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F)
                status = result
                return result
            }
            // What nobody reads could keep it from ending.
            _ = try read(until: Date().addingTimeInterval(0.02))
        }
        throw Problem(description: "it has not ended; so far: \(text.debugDescription)")
    }

    func waitUntilStopped(seconds: Double = 60) throws {
        let end = Date().addingTimeInterval(seconds)
        while Date() < end {
            var raw: Int32 = 0
            if waitpid(process, &raw, WNOHANG | WUNTRACED) == process, raw & 0xFF == 0x7F { return }
            _ = try read(until: Date().addingTimeInterval(0.02))
        }
        throw Problem(description: "it has not stopped; so far: \(text.debugDescription)")
    }

    func resume() { kill(process, SIGCONT) }

    private func read(until end: Date) throws -> Bool {
        var ready = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        let milliseconds = max(1, Int32(end.timeIntervalSinceNow * 1000))
        guard poll(&ready, 1, milliseconds) > 0, ready.revents & Int16(POLLIN) != 0 else {
            return false
        }
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(controller, &piece, piece.count)
        guard count > 0 else { return false }
        bytes += piece.prefix(count)
        text = Self.plain(bytes)
        return true
    }

    /// Everything written so far.
    var raw: String { String(decoding: bytes, as: UTF8.self) }

    /// Text without control sequences and carriage returns.
    private static func plain(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x1B, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "[")
            {
                index += 2
                while index < bytes.count, !(0x40...0x7E).contains(bytes[index]) { index += 1 }
            } else if bytes[index] != 13 {
                result.append(bytes[index])
            }
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// Runs the body in a folder of its own.
func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("stet-prompt-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
}
