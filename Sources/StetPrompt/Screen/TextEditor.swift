import CReadline
import Glibc

/// Has the user's own editor change a text, on the terminal.
struct TextEditor {
    let signals: PromptSignals

    private static var command: String {
        for name in ["VISUAL", "EDITOR"] {
            if let value = getenv(name).map({ String(cString: $0) }), !value.trimmed.isEmpty {
                return value
            }
        }
        return "vi"
    }

    /// - Returns: the changed text without line ends after it; nil if the editor failed.
    func edit(_ text: String) throws -> String? {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
        var template = Array("\(folder)/stet-XXXXXX.lua\0".utf8).map { CChar(bitPattern: $0) }
        let descriptor = mkstemps(&template, 4)
        let path = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard descriptor >= 0 else { throw Self.failure(folder) }
        defer { unlink(path) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let bytes = Array((text + "\n").utf8)
        let written = Glibc.write(descriptor, bytes, bytes.count)
        close(descriptor)
        guard written == bytes.count else { throw Self.failure(path) }
        let process = creadline_start_program(Self.command + #" "$1""#, path, -1)
        guard process > 0 else { throw Self.failure(Self.command) }
        let activity = signals.begin(.away(process))
        let status = creadline_wait_for_program(process)
        signals.begin(activity)
        guard status == 0 else { return nil }
        var changed = try read(path)
        while changed.last == "\n" { changed.removeLast() }
        return changed
    }

    private func read(_ path: String) throws -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure(path) }
            if count == 0 { break }
            bytes += piece.prefix(count)
        }
        guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else {
            throw CommandError("what the editor wrote is not UTF-8 text")
        }
        return text
    }

    private static func failure(_ what: String) -> CommandError {
        CommandError("\(TerminalText.line(what)): \(String(cString: strerror(errno)))")
    }
}
