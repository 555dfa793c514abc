import Testing

@testable import LuaKit

@Suite("Any allocation may fail") struct AllocationTests {
    @Test func whileOpening() throws {
        var failures = 0
        while true {
            var configuration = LuaState.Configuration()
            configuration.failingAllocation = failures
            do {
                let state = try LuaState(configuration)
                state.close()
                break
            } catch {
                #expect(error.kind == .memory)
            }
            failures += 1
            try #require(failures < 20_000)
        }
        // A state is made of hundreds of pieces: each was missed once.
        #expect(failures > 300)
    }

    /// Fails each allocation of the work in turn, until it succeeds. Gives how many failed.
    private func sweep(_ work: (LuaStack) throws -> Void) throws -> Int {
        var failures = 0
        while true {
            let state = try LuaState()
            defer { state.close() }
            let stack = try state.stack()
            state.failAllocation(failures)
            defer { state.failAllocation(-1) }
            do {
                try work(stack)
                #expect(stack.top == 0)
                return failures
            } catch let error as LuaError {
                #expect(error.kind == .memory, "allocation \(failures): \(error)")
                #expect(stack.top == 0, "allocation \(failures)")
            }
            failures += 1
            try #require(failures < 5_000)
        }
    }

    @Test func whileMakingEnvironments() throws {
        #expect(
            try sweep { stack in
                _ = try stack.restrictedEnvironment()
                _ = try stack.trustedEnvironment()
            } > 20)
    }

    @Test func whileLoadingAndCalling() throws {
        let code = """
            local t = {}
            for i = 1, 20 do t[i] = 'item ' .. i end
            local co = coroutine.wrap(function(a) local b = coroutine.yield({ a }) return { b } end)
            co(1) co(2)
            table.sort(t)
            return table.concat(t, ','), ('%5d'):format(3), ('a b'):gsub('%w', string.upper)
            """
        #expect(
            try sweep { stack in
                let environment = try stack.trustedEnvironment()
                _ = try stack.run(code, in: environment)
            } > 50)
    }

    @Test func whileMakingViews() throws {
        final class Source: LuaViewSource {
            func fill(_ stack: LuaStack, field: Int) -> LuaFill { .missing }
            func unknownField(_ name: String) -> String { name }
        }
        #expect(
            try sweep { stack in
                _ = try LuaViews(
                    on: stack, names: [Array("a".utf8), Array("b".utf8)], past: "%I",
                    source: Source())
            } > 15)
    }
}
