import CLua

/// A Lua 5.4 world: one thread's, closed by hand.
///
/// Unsafe code: `vm` is valid from `init` until `close`; `interrupter` alone may be used from
/// other threads, and only before `close` returns. Host closures are reached through an unretained
/// pointer to `context`, which outlives the VM because this object holds it past `clua_close`.
package final class LuaState {
    /// How a state is opened.
    package struct Configuration: Sendable {
        /// Bytes that Lua code may hold at once.
        package var memoryLimit = 512 << 20

        package init() {}
    }

    let context: HostContext
    private(set) var vm: OpaquePointer?

    /// - Throws: `LuaError` of kind `memory` if the limit is too small even for an empty world.
    package init(_ configuration: Configuration = Configuration()) throws(LuaError) {
        let context = HostContext()
        self.context = context
        let host = clua_host(invoke: hostInvoke, release: hostRelease)
        vm = clua_open(
            host, Unmanaged.passUnretained(context).toOpaque(), configuration.memoryLimit)
        guard vm != nil else {
            throw LuaError(.memory, "not enough memory to open a Lua state")
        }
    }

    deinit {
        assert(vm == nil, "a Lua state must be closed")
        if let vm { clua_close(vm) }
    }

    /// Runs what is left to run and frees everything. Twice is once.
    package func close() {
        guard let vm else { return }
        self.vm = nil
        context.isClosing = true
        clua_close(vm)
    }

    /// The main stack.
    /// - Throws: kind `closed` after `close`.
    package func stack() throws(LuaError) -> LuaStack {
        guard let vm, let main = clua_main(vm) else {
            throw LuaError(.closed, "the Lua state is closed")
        }
        let stack = LuaStack(main, context)
        context.releaseAbandoned(stack)
        return stack
    }

    package static var release: String { String(cString: clua_library_release()) }

    package var memoryPeak: Int { vm.map { clua_memory_peak($0) } ?? 0 }
    package var memoryUsed: Int { vm.map { clua_memory_used($0) } ?? 0 }

    package func collect() {
        if let vm { clua_collect(vm) }
    }

    /// Limits processor time, in milliseconds; 0 lifts the limit. Call on the thread that will run
    /// the state.
    package func setCaps(call: Int, run: Int) {
        if let vm { clua_set_caps(vm, call, run) }
    }

    /// What other threads may use to stop this state.
    package var interrupter: LuaInterrupter {
        LuaInterrupter(vm: vm)
    }

    func clearAbort() {
        if let vm { clua_clear_abort(vm) }
    }

    /// For tests: the n-th allocation of Lua code from now fails.
    package func failAllocation(_ n: Int) {
        if let vm { clua_fail_allocation(vm, n) }
    }

    package func setMemoryLimit(_ bytes: Int) {
        if let vm { clua_set_memory_limit(vm, bytes) }
    }
}

@available(*, unavailable)
extension LuaState: Sendable {}

/// Stops a state from any thread. Must not be used once the state is closed.
///
/// Unsafe code: `clua_interrupt` only sets a flag and signals the state's thread.
package struct LuaInterrupter: @unchecked Sendable {
    fileprivate let vm: OpaquePointer?

    package func interrupt() {
        if let vm { clua_interrupt(vm) }
    }
}
