import LuaKit
import StetCheck
import StetCore
import StetStores
import StetText

/// What a test file finds: `test`, `group`, and the `t` that each test gets.
struct TestModule {
    private unowned let world: TestWorld

    init(_ world: TestWorld) {
        self.world = world
    }

    /// - Returns: `t`.
    func install() throws(LuaError) -> LuaReference {
        let stack = try world.host.state.stack()
        let base = stack.top
        defer { stack.setTop(base) }
        stack.push(world.host.environment)
        let environment = stack.top
        installDeclarations(in: environment, of: stack)
        try stack.load(Array(TestPrelude.text.utf8), name: "=stet", environment: environment)
        pushNatives(of: stack, environment: environment)
        try stack.call(arguments: 6, results: 1)
        let tester = stack.top
        installPlaces(in: tester, of: stack)
        return stack.reference(at: tester)
    }

    private func installDeclarations(in environment: Int, of stack: LuaStack) {
        stack.pushFunction("test") { [unowned world] call in
            let name = try Self.name(call)
            try call.requireFunction(2)
            try world.declare(
                name, call.stack.reference(at: 2),
                line: call.stack.place(ofFunctionAt: 2)?.line)
            return 0
        }
        stack.setField("test", of: environment)
        stack.pushFunction("group") { [unowned world] call in
            let name = try Self.name(call)
            try call.requireFunction(2)
            let stack = call.stack
            try world.group(name) {
                stack.pushCopy(2)
                try stack.call(arguments: 0, results: 0)
            }
            return 0
        }
        stack.setField("group", of: environment)
    }

    private static func name(_ call: LuaCall) throws -> String {
        let name = try call.string(1)
        guard name.contains(where: { !$0.isWhitespace }) else {
            throw HostError("a test has a name that says what holds")
        }
        return name
    }

    /// The functions that the prelude is given, in its order.
    private func pushNatives(of stack: LuaStack, environment: Int) {
        stack.pushFunction("note") { [unowned world] call in
            // Above it are `fail` and the function of `t`.
            world.noteAssertion(
                String(decoding: try call.bytes(1), as: UTF8.self),
                at: call.stack.position(level: 3))
            return 0
        }
        stack.pushFunction("skip") { [unowned world] call in
            world.skip(String(decoding: try call.bytes(1), as: UTF8.self))
            return 0
        }
        stack.pushFunction("describe") { [unowned world] call in
            call.stack.push(world.describe(call.stack, 1))
            return 1
        }
        stack.pushFunction("inspect") { [unowned world] call in
            try RecordTrial(world, call).run()
        }
        stack.pushField("stet", of: environment)
        stack.pushField("check", of: stack.top)
        stack.remove(-2)
        stack.pushFunction("resolve") { [unowned world] call in
            call.stack.push(world.resolve(try call.string(1)))
            return 1
        }
    }

    private func installPlaces(in tester: Int, of stack: LuaStack) {
        func add(_ name: String, _ body: @escaping HostFunction) {
            stack.pushFunction("t." + name, body)
            stack.setField(name, of: tester)
        }
        add("path") { [unowned world] call in
            call.stack.push(world.resolve(try call.string(1)))
            return 1
        }
        add("run") { [unowned world] call in
            let path = world.resolve(try call.string(1))
            let arguments = try (1..<max(1, call.count)).map { try call.string($0 + 1) }
            let text: [UInt8]
            do throws(StoreError) {
                text = try FileText.read(path)
            } catch {
                throw HostError(error.description)
            }
            let results = try world.host.run(text, name: "@" + path, arguments: arguments)
            try call.stack.reserve(results.count)
            for result in results { call.stack.push(result) }
            return results.count
        }
        add("folder") { [unowned world] call in
            guard world.isRunning else { throw HostError("t.folder is for tests that run") }
            do throws(SystemError) {
                call.stack.push(try world.folders.make())
            } catch {
                throw HostError(error.description)
            }
            return 1
        }
        add("copy") { [unowned world] call in
            guard world.isRunning else { throw HostError("t.copy is for tests that run") }
            do {
                let folder = try world.folders.make()
                for index in 1...max(1, call.count) {
                    let path = world.resolve(try call.string(index))
                    let name = path.split(separator: "/").last.map(String.init) ?? "copy"
                    try WholeFile.write(try FileText.read(path), to: folder + "/" + name)
                    call.stack.push(folder + "/" + name)
                }
                return max(1, call.count)
            } catch let error as HostError {
                throw error
            } catch {
                throw HostError(String(describing: error))
            }
        }
    }
}
