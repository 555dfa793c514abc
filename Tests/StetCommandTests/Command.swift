import Foundation

/// One run of the `stet` that was built beside the tests.
struct Command {
    let status: Int32
    let output: String
    let errors: String

    /// The package's folder.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// `stet ARGUMENTS`, run in the package's folder, with `input` as its standard input.
    static func stet(_ arguments: String..., input: String = "") throws -> Command {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe")
            .resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("stet")
        process.arguments = arguments
        process.currentDirectoryURL = root
        let (stdin, stdout) = (Pipe(), Pipe())
        let stderr = try FileManager.default.temporaryFile()
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = try FileHandle(forWritingTo: stderr)
        defer { try? FileManager.default.removeItem(at: stderr) }
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Command(
            status: process.terminationStatus,
            output: String(decoding: output, as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: stderr), as: UTF8.self))
    }

    /// How many findings of the `jsonl` report there are of each field and code.
    func counts() throws -> [String: Int] {
        struct Line: Decodable {
            var field: String?
            var code: String
        }
        let decoder = JSONDecoder()
        return try output.split(separator: "\n").reduce(into: [:]) { counts, text in
            let line = try decoder.decode(Line.self, from: Data(text.utf8))
            counts[(line.field.map { $0 + " " } ?? "") + line.code, default: 0] += 1
        }
    }
}

extension FileManager {
    /// An empty file of its own in the temporary folder.
    fileprivate func temporaryFile() throws -> URL {
        let url = temporaryDirectory.appendingPathComponent("stet-\(UUID().uuidString)")
        try Data().write(to: url)
        return url
    }
}
