import Foundation
import Testing

@testable import StetStores

/// Programs that run beside Stet.
@Suite struct ProgramRunTests {
    private func run(
        _ arguments: String..., input: String = "", timeout: Double = 30, limit: Int = 1 << 20,
        until mustStop: () -> Bool = { false }
    ) throws -> ProgramRun.Outcome {
        var request = ProgramRun.Request(arguments: arguments, folder: "/", timeout: timeout)
        request.input = Array(input.utf8)
        request.outputLimit = limit
        return try ProgramRun.run(request, until: mustStop)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func outputErrorsAndStatusComeBack() throws {
        let outcome = try run("sh", "-c", "echo out; echo err >&2; exit 3")
        #expect(text(outcome.output) == "out\n")
        #expect(text(outcome.errors) == "err\n")
        #expect(outcome.status == 3)
    }

    @Test func noShellSeesTheArguments() throws {
        #expect(text(try run("echo", "$HOME; `id` *", "a b").output) == "$HOME; `id` * a b\n")
    }

    @Test func inputIsRead() throws {
        let input = String(repeating: "line\n", count: 100_000)
        #expect(text(try run("cat", input: input).output) == input)
        #expect(text(try run("wc", "-c").output) == "0\n")
        // Whoever does not read it is no trouble.
        #expect(try run("true", input: input).status == 0)
    }

    @Test func aProgramThatIsNotThereIsNotStarted() {
        #expect {
            try run("stet-there-is-no-such-program")
        } throws: { error in
            if case .notStarted(let error)? = error as? ProgramRun.Failure {
                error.code == ENOENT
            } else {
                false
            }
        }
    }

    @Test func theLimitsHold() {
        #expect(throws: ProgramRun.Failure.timeout) { try run("sleep", "100", timeout: 0.2) }
        #expect(throws: ProgramRun.Failure.tooMuchOutput) { try run("yes", limit: 100_000) }
        #expect(throws: ProgramRun.Failure.interrupted) { try run("sleep", "100") { true } }
    }

    @Test func aSignalIsAStatus() throws {
        #expect(try run("sh", "-c", "kill -TERM $$").status == 128 + Int(SIGTERM))
    }

    @Test func whatItLeavesBehindGoes() throws {
        let outcome = try run("sh", "-c", "sleep 1000 & echo $!")
        let process = try #require(
            pid_t(text(outcome.output).trimmingCharacters(in: .whitespacesAndNewlines)))
        // It was killed; whoever adopted it may not have waited for it yet.
        for _ in 0..<100 where kill(process, 0) == 0 && !isZombie(process) { usleep(20_000) }
        #expect(kill(process, 0) != 0 || isZombie(process))
    }

    private func isZombie(_ process: pid_t) -> Bool {
        let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return state.map { $0.split(separator: ")").last?.hasPrefix(" Z") == true } ?? true
    }

    @Test func itGetsNothingOfOurs() throws {
        let held = open("/dev/null", O_RDONLY)
        defer { close(held) }
        // The shell that lists them has the three, and the folder that it lists.
        let listed = try run("ls", "/proc/self/fd")
        #expect(text(listed.output).split(separator: "\n") == ["0", "1", "2", "3"])
        #expect(try run("sh", "-c", "exec 3</dev/tty").status != 0)
        // No signal is blocked or ignored; the two above 31 are the system library's own.
        let signals = text(try run("grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status").output)
        let masks = signals.split(separator: "\n").compactMap { UInt64($0.suffix(16), radix: 16) }
        #expect(masks.map { $0 & 0x7FFF_FFFF } == [0, 0])
    }
}
