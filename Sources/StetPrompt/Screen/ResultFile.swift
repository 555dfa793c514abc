import Glibc

/// A file that results are written to.
final class ResultFile {
    let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    private static let pieceSize = 64 << 10

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    static func open(_ path: String, appends: Bool = false) -> Result<ResultFile, CommandError> {
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (appends ? O_APPEND : O_TRUNC)
        let descriptor = Glibc.open(path, flags, 0o666)
        guard descriptor >= 0 else { return .failure(CommandError(reason(path))) }
        return .success(ResultFile(path: path, descriptor: descriptor))
    }

    private static func reason(_ path: String) -> String {
        "\(TerminalText.line(path)) cannot be written: \(String(cString: strerror(errno)))"
    }

    /// - Returns: what went wrong.
    func write(_ bytes: [UInt8]) -> String? {
        buffer += bytes
        return buffer.count < Self.pieceSize ? nil : flush()
    }

    deinit { Glibc.close(descriptor) }

    /// - Returns: what went wrong.
    func flush() -> String? {
        var rest = buffer[...]
        buffer = []
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return Self.reason(path) }
            rest = rest.dropFirst(count)
        }
        return nil
    }

    /// Writes what is left.
    ///
    /// - Returns: what went wrong.
    func finish() -> String? {
        if let problem = flush() { return problem }
        // Some file systems only now say that there was no room.
        return fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS
            ? nil : Self.reason(path)
    }
}
