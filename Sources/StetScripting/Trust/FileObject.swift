import Glibc
import LuaKit
import StetStores
import StetText

/// A file that a plugin opened, as Lua sees it.
final class FileObject {
    let file: ConfinedFile
    private let count: OpenFileCount

    init(_ file: ConfinedFile, _ count: OpenFileCount) {
        self.file = file
        self.count = count
        count.open += 1
    }

    deinit {
        count.open -= 1
    }

    /// Once for each state.
    static func register(on stack: LuaStack) {
        guard stack.methodNames(of: FileObject.self).isEmpty else { return }
        LuaType(
            FileObject.self, name: "file", on: stack,
            methods: [
                ("read", { call in try read(call) }),
                (
                    "lines",
                    { call in
                        let file = try open(call)
                        let formats = try ReadFormat.all(call, from: 2)
                        call.stack.push(object: FileLines(file, formats, closesAtEnd: false))
                        return 1
                    }
                ),
                ("write", { call in try write(call) }),
                // Nothing waits to be written.
                (
                    "flush",
                    { call in
                        _ = try open(call)
                        call.stack.pushCopy(1)
                        return 1
                    }
                ),
                (
                    "close",
                    { call in
                        let file = try open(call)
                        do throws(SystemError) {
                            try file.file.close()
                        } catch {
                            return call.failure("\(file.file.path): \(error.reason)")
                        }
                        call.stack.push(true)
                        return 1
                    }
                ),
            ],
            metamethods: [
                ("__close", { call in try closeQuietly(call) }),
                (
                    "__tostring",
                    { call in
                        let file = try call.object(1, as: FileObject.self).file
                        call.stack.push(file.isClosed ? "file (closed)" : "file (\(file.path))")
                        return 1
                    }
                ),
            ])
    }

    private static func open(_ call: LuaCall) throws -> FileObject {
        let object = try call.object(1, as: FileObject.self)
        guard !object.file.isClosed else { throw HostError("attempt to use a closed file") }
        return object
    }

    private static func closeQuietly(_ call: LuaCall) throws -> Int {
        let file = try call.object(1, as: FileObject.self).file
        do throws(SystemError) {
            try file.close()
        } catch {
            throw HostError("\(file.path): \(error.reason)")
        }
        return 0
    }

    private static func read(_ call: LuaCall) throws -> Int {
        let object = try open(call)
        let formats = try ReadFormat.all(call, from: 2)
        do throws(FileProblem) {
            return try object.push(formats, on: call.stack)
        } catch {
            return call.failure(error.description)
        }
    }

    private static func write(_ call: LuaCall) throws -> Int {
        let object = try open(call)
        guard object.file.mode != .read else {
            return call.failure("\(object.file.path): it is open for reading")
        }
        for index in stride(from: 2, through: call.count, by: 1) {
            let bytes: [UInt8]
            switch call.stack.type(at: index) {
            case .number: bytes = Array(call.stack.description(at: index).utf8)
            case .string: bytes = call.stack.bytes(at: index) ?? []
            default: throw call.bad(index, expected: "string")
            }
            let written = bytes.withUnsafeBytes { bytes in
                Result { () throws(SystemError) in try object.file.write(bytes) }
            }
            if case .failure(let error) = written {
                return call.failure("\(object.file.path): \(error.reason)")
            }
        }
        call.stack.pushCopy(1)
        return 1
    }

    /// Pushes what each format reads; the first that finds the end is nil, and the last.
    ///
    /// - Returns: how many values were pushed.
    func push(_ formats: [ReadFormat], on stack: LuaStack) throws(FileProblem) -> Int {
        guard file.mode == .read else {
            throw FileProblem("\(file.path): it is open for writing")
        }
        var left = GrantedFiles.readLimit
        for (index, format) in formats.enumerated() {
            guard let bytes = try read(format, limit: left) else {
                stack.pushNil()
                return index + 1
            }
            left -= bytes.count
            stack.push(bytes)
        }
        return formats.count
    }

    private func read(_ format: ReadFormat, limit: Int) throws(FileProblem) -> [UInt8]? {
        do throws(SystemError) {
            switch format {
            case .line(let keepsEnd):
                guard let (line, hasEnd) = try file.readLine(limit: limit) else { return nil }
                if line.count > limit { throw tooMuch }
                return keepsEnd && hasEnd ? line + [UInt8(ascii: "\n")] : line
            case .bytes(let count):
                if count > limit { throw tooMuch }
                let bytes = try file.read(max(count, 1), staysThere: count == 0)
                if bytes.isEmpty { return nil }
                return count == 0 ? [] : bytes
            case .all:
                let bytes = try file.read(limit + 1)
                guard bytes.count <= limit else { throw tooMuch }
                return bytes
            }
        } catch {
            guard error.code == tooMuch.code else {
                throw FileProblem("\(file.path): \(error.reason)")
            }
            throw FileProblem(
                "\(file.path): one call reads at most \(ByteSize.text(GrantedFiles.readLimit)); "
                    + "read it in pieces")
        }
    }

    private var tooMuch: SystemError {
        SystemError(function: "read", path: file.path, code: EFBIG)
    }
}

/// The lines of a file, for a loop: called for each, nil at the end.
final class FileLines {
    private let file: FileObject
    private let formats: [ReadFormat]
    private let closesAtEnd: Bool

    init(_ file: FileObject, _ formats: [ReadFormat], closesAtEnd: Bool) {
        self.file = file
        self.formats = formats
        self.closesAtEnd = closesAtEnd
    }

    /// Once for each state.
    static func register(on stack: LuaStack) {
        guard stack.methodNames(of: FileLines.self).isEmpty else { return }
        LuaType(
            FileLines.self, name: "lines", on: stack,
            methods: [("close", { call in try close(call) })],
            metamethods: [
                ("__call", { call in try next(call) }),
                ("__close", { call in try close(call) }),
            ])
    }

    private static func close(_ call: LuaCall) throws -> Int {
        try call.object(1, as: FileLines.self).close()
        return 0
    }

    private func close() throws {
        do throws(SystemError) {
            try file.file.close()
        } catch {
            throw HostError("\(file.file.path): \(error.reason)")
        }
    }

    private static func next(_ call: LuaCall) throws -> Int {
        let lines = try call.object(1, as: FileLines.self)
        guard !lines.file.file.isClosed else { throw HostError("file is already closed") }
        let count: Int
        do throws(FileProblem) {
            count = try lines.file.push(lines.formats, on: call.stack)
        } catch {
            throw HostError(error.description)
        }
        if lines.closesAtEnd, call.stack.type(at: -count) == .nil { try lines.close() }
        return count
    }
}
