/// `require` for one environment: text files below fixed folders, each run once. No C modules, no
/// search paths from the outside, no way out of the folders.
package final class LuaModules {
    private let environment: LuaReference
    private let roots: () -> [String]
    private let provided: [String: LuaReference]
    private let reader: Reader
    private let finder: Finder?
    private let shown: (String) -> String
    private let fallback: Finder?
    private let lateRoots: () -> [String]
    private var loaded: [String: LuaValue] = [:]
    private var loading: [String] = []

    /// Reads the file at a path below a root.
    package typealias Reader = (_ path: String, _ root: String) -> ModuleFile
    /// Finds a module that is no file below the roots; nil: it knows none of that name.
    package typealias Finder = (_ name: String, _ stack: LuaStack) throws -> LuaValue?

    /// - Parameters:
    ///   - environment: where modules find and put their globals.
    ///   - roots: the folders, in the order in which they are searched.
    ///   - provided: modules that are no files, by name.
    ///   - reader: in place of the files as they are now.
    ///   - finder: asked before the folders are searched.
    ///   - fallback: asked when no root has the module.
    ///   - lateRoots: the folders that are searched after that; in them a module may be a folder
    ///     with `init.lua`.
    ///   - shown: a path as messages show it.
    package init(
        environment: LuaReference, roots: @autoclosure @escaping () -> [String],
        provided: [String: LuaReference] = [:],
        reader: @escaping Reader = { ModuleFile.read($0, below: $1) }, finder: Finder? = nil,
        fallback: Finder? = nil, lateRoots: @escaping () -> [String] = { [] },
        shown: @escaping (String) -> String = { $0 }
    ) {
        self.environment = environment
        self.roots = roots
        self.provided = provided
        self.reader = reader
        self.finder = finder
        self.shown = shown
        self.fallback = fallback
        self.lateRoots = lateRoots
    }

    /// Puts `require` into the environment at an index.
    package func install(in environment: Int, of stack: LuaStack) {
        let environment = stack.absolute(environment)
        stack.pushFunction("require") { [self] call in try require(call) }
        stack.setField("require", of: environment)
    }

    /// What `require` does, for whoever offers it under a function of its own.
    package func require(_ call: LuaCall) throws -> Int {
        let name = try call.string(1)
        let stack = call.stack
        if let module = provided[name] {
            stack.push(module)
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
        if let value = try finder?(name, stack) {
            stack.push(value)
            return 1
        }
        var tried: [String] = []
        var found = try find(name, in: roots(), tried: &tried)
        if found == nil, let value = try fallback?(name, stack) {
            loaded[name] = value
            stack.push(value)
            return 1
        }
        found = try found ?? find(name, in: lateRoots(), isLate: true, tried: &tried)
        guard let module = found else { throw absent(name, tried) }
        let value = try run(module, name: name, on: stack)
        loaded[name] = value
        stack.push(value)
        return 1
    }

    /// Runs a module's text.
    private func run(
        _ module: (path: String, text: [UInt8]), name: String, on stack: LuaStack
    ) throws(LuaError) -> LuaValue {
        loading.append(name)
        defer { loading.removeLast() }
        stack.push(environment)
        try stack.load(module.text, name: "@" + shown(module.path), environment: stack.top)
        stack.push(name)
        stack.push(module.path)
        try stack.call(arguments: 2, results: 1)
        let value = stack.value(at: stack.top)
        if case .nil = value { return .boolean(true) }
        return value
    }

    /// The modules that were loaded from files, in order.
    package var names: [String] { loaded.keys.sorted() }

    /// Loads a module anew; if that fails, the old one stays. Where both are tables, whoever holds
    /// the old one sees what is in the new one.
    package func reload(_ name: String, on stack: LuaStack) throws {
        let base = stack.top
        defer { stack.setTop(base) }
        var tried: [String] = []
        let module =
            try find(name, in: roots(), tried: &tried)
            ?? find(name, in: lateRoots(), isLate: true, tried: &tried)
        guard let module else { throw absent(name, tried) }
        let new = try run(module, name: name, on: stack)
        guard let old = loaded[name] else { return loaded[name] = new }
        stack.setTop(base)
        stack.push(old)
        stack.push(new)
        guard stack.type(at: base + 1) == .table, stack.type(at: base + 2) == .table,
            !stack.isRawEqual(base + 1, base + 2)
        else { return loaded[name] = new }
        stack.pushNil()
        while stack.nextPair(of: base + 1) {
            stack.pop()
            // A field may be emptied while its table is walked.
            stack.pushCopy(stack.top)
            stack.pushNil()
            _ = stack.setPair(of: base + 1)
        }
        stack.pushNil()
        while stack.nextPair(of: base + 2) {
            stack.pushCopy(stack.top - 1)
            stack.insert(stack.top - 1)
            _ = stack.setPair(of: base + 1)
        }
        if !stack.pushMetatable(of: base + 2) { stack.pushNil() }
        stack.setMetatable(of: base + 1)
    }

    private func find(
        _ name: String, in roots: [String], isLate: Bool = false, tried: inout [String]
    ) throws -> (path: String, text: [UInt8])? {
        let file = name.split(separator: ".").joined(separator: "/")
        for root in roots {
            for ending in isLate ? [".lua", "/init.lua"] : [".lua"] {
                let path = (root == "." ? file : "\(root)/\(file)") + ending
                tried.append(shown(path))
                switch reader(path, root) {
                case .text(let text): return (path, text)
                case .absent: continue
                case .refused(let reason):
                    throw HostError("module \"\(name)\": \(shown(path)) \(reason)")
                }
            }
        }
        return nil
    }

    private func absent(_ name: String, _ tried: [String]) -> HostError {
        HostError(
            "there is no module \"\(name)\""
                + (tried.isEmpty
                    ? ", and no folder to look in" : ": tried \(tried.joined(separator: ", "))"))
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
}
