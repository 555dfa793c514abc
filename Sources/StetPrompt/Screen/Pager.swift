import CReadline
import Glibc
import StetStores

/// A program that shows what is taller than the screen. It may be missing or end early: neither
/// is an error.
final class Pager {
    private let process: pid_t
    private var input: Int32
    private let signals: PromptSignals
    private let activity: PromptSignals.Activity
    /// What was written, as long as the program may turn out not to exist.
    private var early: [UInt8] = []
    private(set) var isGone = false

    /// More than a pipe holds: whoever took that much is there.
    private static let doubted = 256 << 10

    /// The command that shows long texts, for `sh`; nil: there is none.
    static func command(environment: (String) -> String?) -> String? {
        if environment("TERM") == "dumb" { return nil }
        if let pager = environment("PAGER") { return pager.trimmed.isEmpty ? nil : pager }
        let folders = (environment("PATH") ?? "/usr/bin:/bin").split(separator: ":")
        return folders.contains { access($0 + "/less", X_OK) == 0 } ? "less -FRX" : nil
    }

    /// - Returns: nil if it cannot be started.
    init?(_ command: String, signals: PromptSignals) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Colours are shown, and what fits the screen is only printed, unless the user knows better.
        setenv("LESS", "FRX", 0)
        setenv("LV", "-c", 0)
        process = creadline_start_program(command, nil, ends[0])
        close(ends[0])
        guard process > 0 else {
            close(ends[1])
            return nil
        }
        input = ends[1]
        self.signals = signals
        activity = signals.begin(.away(process))
    }

    /// Nanoseconds that it took what was written.
    private(set) var timeWaited: UInt64 = 0

    func write(_ bytes: [UInt8]) {
        let began = MonotonicClock.now
        defer { timeWaited += MonotonicClock.now - began }
        if early.count < Self.doubted { early += bytes }
        var rest = bytes[...]
        while !rest.isEmpty, !isGone {
            let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                isGone = true
                // What is still being written can be stopped again.
                signals.begin(activity)
                return
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits until it has ended.
    ///
    /// - Returns: what it was to show, if it was not there to show it.
    func finish() -> [UInt8]? {
        close(input)
        let status = creadline_wait_for_program(process)
        signals.begin(activity)
        return status == 126 || status == 127 ? early : nil
    }
}
