import CLua
import Synchronization

/// A Lua 5.4 world: one thread's, closed by hand.
///
/// Unsafe code: `vm` is valid from `init` until `close`, and used by the thread that opened it;
/// `interrupter` alone may be used from other threads. Host closures are reached through an unretained
/// pointer to `context`, which outlives the VM because this object holds it past `clua_close`.
package final class LuaState {
    /// How a state is opened.
    package struct Configuration: Sendable {
        /// Bytes that Lua code may hold at once.
        package var memoryLimit = 512 << 20
        /// For tests: the allocation, counted from 0, from which on all fail; negative: none.
        package var failingAllocation = -1

        package init() {}
    }

    let context: HostContext
    private(set) var vm: OpaquePointer?
    /// What other threads may use to stop this state.
    package let interrupter = LuaInterrupter()

    /// - Throws: `LuaError` of kind `memory` if the limit is too small even for an empty world.
    package init(_ configuration: Configuration = Configuration()) throws(LuaError) {
        let context = HostContext()
        self.context = context
        let host = clua_host(invoke: hostInvoke, release: hostRelease, warn: hostWarn)
        vm = clua_open(
            host, Unmanaged.passUnretained(context).toOpaque(), configuration.memoryLimit,
            configuration.failingAllocation)
        guard vm != nil else {
            throw LuaError(.memory, "not enough memory to open a Lua state")
        }
        interrupter.attach(vm)
    }

    deinit {
        assert(vm == nil, "a Lua state must be closed")
        close()
    }

    /// Runs what is left to run and frees everything. Twice is once.
    package func close() {
        guard let vm else { return }
        interrupter.attach(nil)
        self.vm = nil
        clua_close(vm)
        context.forget()
    }

    /// The stack of the code that runs: the main one, or that of the coroutine that called the host.
    /// - Throws: kind `closed` after `close`.
    package func stack() throws(LuaError) -> LuaStack {
        guard let vm, let running = clua_running(vm) else {
            throw LuaError(.closed, "the Lua state is closed")
        }
        let stack = LuaStack(running, context)
        context.releaseAbandoned(stack)
        return stack
    }

    /// The version of the library that is loaded, such as `Lua 5.4.4`.
    package static var release: String {
        // "$LuaVersion: Lua 5.4.4  Copyright (C) …"
        let text = String(cString: clua_library_release())
        let words = text.split(separator: " ").prefix(3)
        return words.dropFirst().joined(separator: " ")
    }

    package var memoryPeak: Int { vm.map { clua_memory_peak($0) } ?? 0 }
    package var memoryUsed: Int { vm.map { clua_memory_used($0) } ?? 0 }

    /// Has warnings of Lua code be told, as `warn("@on")` does.
    package func showWarnings() {
        if let vm { clua_show_warnings(vm) }
    }

    /// Gets warnings while they are on. It is called in the middle of anything, and may not use
    /// this state.
    package var onWarning: (String) -> Void {
        get { context.onWarning }
        set { context.onWarning = newValue }
    }

    package func collect() {
        if let vm { clua_collect(vm) }
    }

    /// Limits processor time, in milliseconds; 0 lifts the limit.
    ///
    /// - Parameters:
    ///   - call: for one call of a driver.
    ///   - run: for all that this thread does from now on.
    /// - Returns: false if the system has no timer left, or if this is not the state's thread.
    @discardableResult
    package func setCaps(call: Int, run: Int) -> Bool {
        vm.map { clua_set_caps($0, call, run) } ?? false
    }

    /// Forgets a request to stop that came when nothing ran any more.
    package func clearAbort() {
        if let vm { clua_clear_abort(vm) }
    }

    /// For tests: from the n-th on, allocations of Lua code fail; negative: none does.
    package func failAllocation(_ n: Int) {
        if let vm { clua_fail_allocation(vm, n) }
    }
}

@available(*, unavailable)
extension LuaState: Sendable {}

/// Stops a state from any thread; once the state is closed, does nothing.
///
/// Unsafe code: the VM is open while the lock finds it; `clua_interrupt` only sets flags and
/// signals the VM's thread.
package final class LuaInterrupter: Sendable {
    private struct Target: @unchecked Sendable {
        var vm: OpaquePointer?
    }

    private let target = Mutex(Target())

    fileprivate func attach(_ vm: OpaquePointer?) {
        let new = Target(vm: vm)
        target.withLock { $0 = new }
    }

    package func interrupt() {
        target.withLock { target in
            if let vm = target.vm { clua_interrupt(vm) }
        }
    }
}
