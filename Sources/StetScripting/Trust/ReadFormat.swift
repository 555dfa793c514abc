import LuaKit

/// What `file:read` is asked for.
enum ReadFormat {
    /// A line, with its end or without.
    case line(keepsEnd: Bool)
    /// What is left.
    case all
    /// At most so many bytes.
    case bytes(Int)

    /// The formats in a call's arguments; a line if there are none.
    static func all(_ call: LuaCall, from first: Int) throws -> [ReadFormat] {
        guard call.count >= first else { return [.line(keepsEnd: false)] }
        return try (first...call.count).map { index in
            if call.stack.type(at: index) == .number {
                let count = try call.integer(index)
                guard (0...GrantedFiles.readLimit).contains(count) else {
                    throw HostError(
                        "bad argument #\(index) to '\(call.name)' (a count is from 0 to "
                            + "\(GrantedFiles.readLimit))")
                }
                return .bytes(count)
            }
            let text = try call.string(index)
            switch text.hasPrefix("*") ? String(text.dropFirst()) : text {
            case "l": return .line(keepsEnd: false)
            case "L": return .line(keepsEnd: true)
            case "a": return .all
            case "n":
                throw HostError(
                    "bad argument #\(index) to '\(call.name)' (\"n\" is not available here; "
                        + "tonumber reads a line)")
            default:
                throw HostError("bad argument #\(index) to '\(call.name)' (invalid format)")
            }
        }
    }
}
