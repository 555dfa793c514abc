import Foundation

/// A temporary folder that commands run in; it goes with the value.
final class Folder {
    let url: URL

    static let binary = URL(fileURLWithPath: "/proc/self/exe")
        .resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("stet")

    /// - Parameter files: texts by name.
    init(_ files: [String: String] = [:]) throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("stet-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, text) in files { try write(name, Array(text.utf8)) }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    /// `stet ARGUMENTS` in the folder.
    func stet(
        _ arguments: String..., input: String = "", environment: [String: String] = [:]
    ) throws -> Command {
        try run(Self.binary, arguments, input: input, environment: environment)
    }

    /// A line for the shell, in which `$STET` is the executable.
    func shell(_ line: String) throws -> Command {
        try run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", line], input: "",
            environment: ["STET": Self.binary.path])
    }

    private func run(
        _ executable: URL, _ arguments: [String], input: String, environment: [String: String]
    ) throws -> Command {
        // Files rather than pipes: nobody can wait for anybody.
        func file(_ name: String, _ text: String = "") throws -> URL {
            let file = url.appendingPathComponent("." + name)
            try Data(text.utf8).write(to: file)
            return file
        }
        let (stdin, stdout, stderr) =
            (try file("input", input), try file("output"), try file("errors"))
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = url
        process.standardInput = try FileHandle(forReadingFrom: stdin)
        process.standardOutput = try FileHandle(forWritingTo: stdout)
        process.standardError = try FileHandle(forWritingTo: stderr)
        process.environment = ProcessInfo.processInfo.environment
            .filter { !["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR"].contains($0.key) }
            .merging(environment) { $1 }
        try process.run()
        process.waitUntilExit()
        return Command(
            status: process.terminationStatus,
            output: String(decoding: try Data(contentsOf: stdout), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: stderr), as: UTF8.self))
    }
}
