import Foundation

/// What came of lines that were piped into `stet`.
struct PipedPrompt {
    var output: String
    var errors: String
    var status: Int32
    /// What the first file holds afterwards.
    var text: String

    /// - Parameters:
    ///   - files: what lies in the folder.
    ///   - input: the lines.
    ///   - arguments: nil: the first file.
    ///   - environment: its variables, beside where its state is.
    ///   - look: looks at the folder before it goes.
    init(
        _ files: [(name: String, text: String)], _ input: String, arguments: [String]? = nil,
        environment: [String: String] = [:],
        look: (URL) throws -> Void = { _ in }
    ) throws {
        self = try withFolder { folder in
            for (name, text) in files {
                let file = folder.appendingPathComponent(name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: PseudoTerminal.stet)
            process.arguments = arguments ?? files.first.map { [$0.name] } ?? []
            process.currentDirectoryURL = folder
            process.environment = environment.merging(["XDG_STATE_HOME": folder.path]) { $1 }
            let (source, output, errors) = (Pipe(), Pipe(), Pipe())
            process.standardInput = source
            process.standardOutput = output
            process.standardError = errors
            try process.run()
            try Self.write(input, to: source.fileHandleForWriting)
            let written = output.fileHandleForReading.readDataToEndOfFile()
            let said = errors.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            try look(folder)
            return PipedPrompt(
                output: String(decoding: written, as: UTF8.self),
                errors: String(decoding: said, as: UTF8.self),
                status: process.terminationStatus,
                text: try files.first.map {
                    try String(contentsOf: folder.appendingPathComponent($0.name), encoding: .utf8)
                } ?? "")
        }
    }

    /// Writes to a process that may have ended without having read everything.
    private static func write(_ text: String, to pipe: FileHandle) throws {
        var set = sigset_t()
        var before = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &set, &before)
        defer {
            var none = timespec()
            while sigtimedwait(&set, nil, &none) > 0 {}
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        do {
            try pipe.write(contentsOf: Data(text.utf8))
        } catch {
            // What it said before it ended is what the test looks at.
        }
        try pipe.close()
    }

    private init(output: String, errors: String, status: Int32, text: String) {
        (self.output, self.errors, self.status, self.text) = (output, errors, status, text)
    }
}

/// Files for prompts.
enum PromptFiles {
    static let fruits = (
        name: "fruits.csv",
        text: "id,name,weight,color\na,Apple,182,red\nb,Banana,118,yellow\nc,Cherry,8,red\n"
    )
    static let rules = (
        name: "fruits.rules.lua",
        text: """
        return { key = "id", title = function(fruit) return fruit.name end,
          fields = { { "id" }, { "name", required = true },
            { "weight", type = "integer", above = 0, unit = "g" },
            { "color", enum = { "red", "yellow", "green" } } } }
        """
    )
    static let groups = (
        name: "groups.csv",
        text: "id,title,parent\ng1,Fruit,\ng2,Vegetables,\nx1,Same,g1\nx2,Same,g2\n"
    )
}
