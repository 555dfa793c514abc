import LuaKit
import StetStores
import StetText

/// `io.open`, `io.lines` and `io.type` for a plugin that may open files.
struct GrantedFiles {
    private let rights: PluginRights
    private let grants: [FileGrant]
    private let count = OpenFileCount()

    /// Bytes that one call may read, so that a file cannot fill the memory.
    static let readLimit = 16 << 20

    init(rights: PluginRights, grants: [FileGrant]) {
        self.rights = rights
        self.grants = grants
    }

    func add(to functions: GrantedFunctions, on stack: LuaStack) {
        FileObject.register(on: stack)
        FileLines.register(on: stack)
        functions.add("open", to: "io", on: stack) { call in
            let path = try call.string(1)
            let mode = try Self.mode(call)
            do throws(FileProblem) {
                call.stack.push(object: try open(path, mode, call.stack))
                return 1
            } catch {
                return call.failure(error.description)
            }
        }
        functions.add("lines", to: "io", on: stack) { call in
            let path = try call.string(1)
            let formats = try ReadFormat.all(call, from: 2)
            let lines: FileLines
            do throws(FileProblem) {
                lines = FileLines(try open(path, .read, call.stack), formats, closesAtEnd: true)
            } catch {
                throw HostError(error.description)
            }
            call.stack.push(object: lines)
            call.stack.pushNil()
            call.stack.pushNil()
            call.stack.pushCopy(call.stack.top - 2)
            return 4
        }
        functions.add("type", to: "io", on: stack) { call in
            if call.count == 0 { throw call.bad(1, expected: "value") }
            if let file = call.stack.object(at: 1, as: FileObject.self) {
                call.stack.push(file.file.isClosed ? "closed file" : "file")
            } else {
                call.stack.pushNil()
            }
            return 1
        }
    }

    private static func mode(_ call: LuaCall) throws -> ConfinedFile.Mode {
        let text = call.isNone(2) ? "r" : try call.string(2)
        switch text {
        case "r", "rb": return .read
        case "w", "wb": return .write
        case "a", "ab": return .append
        default:
            throw HostError(
                "bad argument #2 to 'open' (the mode \"\(text)\" is none of \"r\", \"w\" and "
                    + "\"a\")")
        }
    }

    private func open(
        _ path: String, _ mode: ConfinedFile.Mode, _ stack: LuaStack
    ) throws(FileProblem) -> FileObject {
        // Some may only wait to be collected.
        if count.open >= OpenFileCount.limit { stack.collectGarbage() }
        guard count.open < OpenFileCount.limit else {
            throw FileProblem("\(path): \(OpenFileCount.limit) files are open already; close some")
        }
        do throws(ConfinedFileError) {
            let file = try ConfinedFile(path, mode: mode, from: rights.project, grants: grants)
            return FileObject(file, count)
        } catch {
            switch error {
            case .outside:
                let verb = mode == .read ? "read" : "write"
                throw FileProblem(
                    "\(path): the plugin \"\(rights.plugin)\" may not \(verb) it: it is not below "
                        + "what its needs name\(named(verb))")
            case .notAFile: throw FileProblem("\(path): it is no plain file")
            case .system(let error): throw FileProblem("\(path): \(error.reason)")
            }
        }
    }

    /// ` (read:data/)`
    private func named(_ verb: String) -> String {
        let needs = rights.needs.map(\.text).filter { $0.hasPrefix(verb + ":") }
        return needs.isEmpty ? ", none of which is \"\(verb):…\"" : " (\(English.list(needs)))"
    }
}

/// Why a file cannot be used: a sentence that begins with its path.
struct FileProblem: Error {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}

/// How many files one plugin has open.
final class OpenFileCount {
    static let limit = 100
    var open = 0
}

extension SystemError {
    /// Its error in the system's words.
    var reason: String {
        let text = "\(self)"
        let start = "\(function) of \(path) failed: "
        return text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
    }
}
