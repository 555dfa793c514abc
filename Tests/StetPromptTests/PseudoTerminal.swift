import CTerminalShim
import Foundation

@testable import StetPrompt

/// A program on a terminal of its own: what it writes is read, and keys are sent to it.
final class PseudoTerminal {
    private let controller: Int32
    private let process: pid_t
    /// Everything written so far, without control sequences.
    private(set) var text = ""
    private var bytes: [UInt8] = []
    private var matched = 0
    /// What is seen.
    private(set) var screen: ScreenModel
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
    init(
        _ arguments: [String] = [], folder: URL, environment: [String: String] = [:],
        rows: Int = 24, columns: Int = 80
    ) throws {
        screen = ScreenModel(rows: rows, columns: columns)
        var variables = [
            "PATH": "/usr/bin:/bin", "TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1",
            "INPUTRC": "/dev/null", "PAGER": "", "HOME": folder.path, "XDG_STATE_HOME": folder.path,
        ]
        variables.merge(environment) { $1 }
        var argv = ([Self.stet] + arguments).map { strdup($0) } + [nil]
        var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        var controller: Int32 = -1
        process = terminal_start(
            Self.stet, &argv, &envp, folder.path, Int32(rows), Int32(columns), &controller)
        self.controller = controller
        guard process > 0 else {
            status = -1
            throw Problem(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
        }
    }

    private var isHungUp = false

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        if !isHungUp { close(controller) }
    }

    /// Whether what was written so far colours anything, rings, or moves the cursor.
    var hasColors: Bool {
        bytes.indices.contains { index in
            guard bytes[index...].starts(with: Array("\u{1B}[".utf8)) else { return false }
            let rest = bytes[(index + 2)...]
            guard let end = rest.firstIndex(where: { (0x40...0x7E).contains($0) }) else {
                return false
            }
            return bytes[end] == UInt8(ascii: "m") && end > index + 2
        }
    }
    var hasBell: Bool { bytes.contains(7) }
    var hasControlSequences: Bool { bytes.contains(0x1B) }

    func send(_ keys: String) { send(bytes: Array(keys.utf8)) }

    func send(bytes keys: [UInt8]) {
        var rest = keys[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits until the text is written, after what was waited for before.
    func expect(_ wanted: String, seconds: Double = 20) throws {
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

    /// Waits until the screen is as wanted.
    func expectScreen(
        seconds: Double = 20, _ isWanted: (ScreenModel) -> Bool
    ) throws {
        let end = Date().addingTimeInterval(seconds)
        while !isWanted(screen) {
            guard Date() < end, try read(until: end) else {
                throw Problem(description: "the screen is:\n\(screen.text)")
            }
        }
        matched = text.count
    }

    /// Waits until the last line of the screen is this one, with the cursor behind it.
    func expectPrompt(_ prompt: String, seconds: Double = 20) throws {
        try expectScreen(seconds: seconds) {
            $0.lines.last == prompt.trimmed && $0.row == $0.lines.count - 1
        }
    }

    func resize(rows: Int, columns: Int) {
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
        screen.resize(rows: rows, columns: columns)
    }

    func signal(_ number: Int32) { kill(process, number) }

    /// Takes the terminal away, as a closed window does.
    func hangUp() {
        isHungUp = true
        close(controller)
    }

    /// Waits for the end; the status as a shell gives it.
    func exitStatus(seconds: Double = 20) throws -> Int32 {
        let end = Date().addingTimeInterval(seconds)
        while Date() < end {
            var raw: Int32 = 0
            if waitpid(process, &raw, WNOHANG) == process {
                let result = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F)
                status = result
                while try read(until: Date().addingTimeInterval(0.02)) {}
                return result
            }
            // What nobody reads could keep it from ending.
            _ = try read(until: Date().addingTimeInterval(0.02))
        }
        throw Problem(description: "it has not ended; so far: \(text.debugDescription)")
    }

    func waitUntilStopped(seconds: Double = 20) throws {
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
        if isHungUp {
            usleep(20_000)
            return false
        }
        var ready = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        let milliseconds = max(1, Int32(end.timeIntervalSinceNow * 1000))
        guard poll(&ready, 1, milliseconds) > 0, ready.revents & Int16(POLLIN) != 0 else {
            return false
        }
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(controller, &piece, piece.count)
        guard count > 0 else { return false }
        bytes += piece.prefix(count)
        screen.feed(piece.prefix(count))
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
