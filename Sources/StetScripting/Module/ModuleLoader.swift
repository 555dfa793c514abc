import Glibc
import LuaKit
import StetStores
import StetText

/// `require` for scripts: text files under fixed roots, each run once; no C modules, no search
/// paths from the environment.
final class ModuleLoader {
    private let environment: LuaReference
    private let roots: [String]
    private var loaded: [String: LuaValue] = [:]
    private var loading: [String] = []

    init(environment: LuaReference, roots: [String] = [".", "lua"]) {
        self.environment = environment
        self.roots = roots
    }

    func install(in environment: Int, of stack: LuaStack) {
        stack.pushFunction("require") { [self] call in try require(&call) }
        stack.setField("require", of: environment)
    }

    private func require(_ call: inout LuaCall) throws -> Int {
        let name = try call.string(1)
        let stack = call.stack
        if name == "stet" {
            stack.push(environment)
            stack.pushField("stet", of: stack.top)
            return 1
        }
        if let value = loaded[name] {
            stack.push(value)
            return 1
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy(Self.isName) else {
            throw HostError(
                "\"\(name)\" is no module name: it is made of letters, digits, _ and single dots")
        }
        if loading.contains(name) {
            throw HostError(
                "modules require each other: \((loading + [name]).joined(separator: " -> "))")
        }
        let file = parts.joined(separator: "/") + ".lua"
        let tried = roots.map { $0 == "." ? file : "\($0)/\(file)" }
        guard let path = tried.first(where: isUnderRoot) else {
            throw HostError("there is no module \"\(name)\": tried \(English.list(tried))")
        }
        loading.append(name)
        defer { loading.removeLast() }
        let text = try FileText.read(path)
        stack.push(environment)
        try stack.load(text, name: "@" + path, environment: stack.top)
        stack.push(name)
        stack.push(path)
        try stack.call(arguments: 2, results: 1)
        let value = stack.value(at: stack.top)
        if case .nil = value { loaded[name] = .boolean(true) } else { loaded[name] = value }
        stack.push(loaded[name] ?? .nil)
        return 1
    }

    private static func isName(_ part: Substring) -> Bool {
        !part.isEmpty
            && part.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// A link may not lead out of the folder that the script was started in.
    private func isUnderRoot(_ path: String) -> Bool {
        guard let real = Self.realPath(path), let root = Self.realPath(".") else { return false }
        return real.hasPrefix(root == "/" ? root : root + "/")
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
