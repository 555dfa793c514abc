import Glibc

/// Names a process for longer than its number does, which the system gives out again.
package struct ProcessIdentity: Hashable, Sendable {
    package var process: Int32
    /// Clock ticks from the start of the system to that of the process; 0 if unknown.
    package var started: UInt64

    package static let current = ProcessIdentity(
        process: getpid(), started: startTime(of: getpid()) ?? 0)

    package init(process: Int32, started: UInt64) {
        self.process = process
        self.started = started
    }

    /// Whether the process still runs.
    package var isAlive: Bool {
        if self == .current { return true }
        return Self.startTime(of: process) == started
    }

    private static func startTime(of process: Int32) -> UInt64? {
        let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0, let name = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else {
            return nil
        }
        // The name of the program is in parentheses and may hold blanks; the start is the
        // twentieth word after it.
        let words = bytes[(name + 1)..<count].split(separator: UInt8(ascii: " "))
        guard words.count > 19 else { return nil }
        return UInt64(String(decoding: words[19], as: UTF8.self))
    }
}
