import LuaKit
import StetStores
import StetText

/// `stet.run{ "program", "argument", … }` for a plugin that may run programs: no shell, no
/// terminal, the project's folder as its own.
struct GrantedPrograms {
    let rights: PluginRights

    /// Seconds, unless the call says otherwise.
    private static let usualTimeout = 60.0
    private static let names = ["input", "timeout"]

    func add(to functions: GrantedFunctions, on stack: LuaStack) {
        let rights = rights
        functions.add("run", to: "stet", on: stack) { call in
            let request = try Self.request(call, rights)
            let stack = call.stack
            do throws(ProgramRun.Failure) {
                let outcome = try ProgramRun.run(request) { stack.mustStop }
                stack.push(outcome.output)
                stack.push(outcome.status)
                stack.push(outcome.errors)
                return 3
            } catch {
                return call.failure(Self.message(error, request))
            }
        }
    }

    private static func request(_ call: LuaCall, _ rights: PluginRights) throws
        -> ProgramRun.Request
    {
        try call.requireTable(1)
        let stack = call.stack
        let names: [String]
        do throws(RulesError) {
            names = try stack.names(of: 1)
        } catch {
            throw HostError("run: \(error.description)")
        }
        for name in names where !Self.names.contains(name) {
            throw HostError(
                "run has no option \"\(name)\"" + Suggestion.hint(for: name, among: Self.names))
        }
        var request = ProgramRun.Request(
            arguments: try arguments(stack), folder: rights.project, timeout: usualTimeout)
        if stack.pushField("input", of: 1) != .nil {
            guard let bytes = stack.bytes(at: -1) else {
                throw HostError("run: the input must be a string")
            }
            request.input = bytes
        }
        if stack.pushField("timeout", of: 1) != .nil {
            guard let seconds = stack.number(at: -1), seconds > 0, seconds <= 86_400 else {
                throw HostError("run: the timeout is a number of seconds above 0, at most 86400")
            }
            request.timeout = seconds
        }
        return request
    }

    private static func arguments(_ stack: LuaStack) throws -> [String] {
        let count = stack.length(of: 1)
        guard count > 0 else {
            throw HostError("run needs a program: stet.run{ \"git\", \"--version\" }")
        }
        guard count <= 100_000 else { throw HostError("run: \(count) arguments are too many") }
        return try (1...count).map { index in
            let type = stack.pushElement(index, of: 1)
            defer { stack.pop() }
            let text = type == .number ? stack.description(at: -1) : stack.string(at: -1)
            guard let text, !text.utf8.contains(0) else {
                throw HostError(
                    "run: argument \(index) must be a string of UTF-8 without a zero byte")
            }
            return text
        }
    }

    private static func message(_ failure: ProgramRun.Failure, _ request: ProgramRun.Request)
        -> String
    {
        let name = request.arguments[0]
        return switch failure {
        case .notStarted(let error): "\(name) could not be started: \(error.reason)"
        case .timeout: "\(name) did not end within \(shortest(request.timeout)) s and was stopped"
        case .tooMuchOutput:
            "\(name) printed more than \(ByteSize.text(request.outputLimit)) and was stopped"
        case .interrupted: "interrupted"
        case .system(let error): "\(name): \(error)"
        }
    }

    private static func shortest(_ seconds: Double) -> String {
        Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
    }
}
