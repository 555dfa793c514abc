import CLua

/// A function of the host, callable from Lua. Returns the number of results it pushed.
package typealias HostFunction = (inout LuaCall) throws -> Int

/// What a VM needs of the host: its functions, and what they threw last.
///
/// Unsafe code: C holds an unretained pointer to it, which `LuaState` keeps valid.
final class HostContext {
    /// Objects, so that a call copies one reference.
    private(set) var functions: [Registered] = []
    let references = ReferencePool()
    /// The last errors that host functions threw, with the messages that Lua carries for them.
    var thrown: [(message: [UInt8], error: any Error)] = []
    /// Types by their Swift class.
    var types: [ObjectIdentifier: LuaType] = [:]
    /// Kept so that a driver's callbacks find their owner.
    var viewSource: (any LuaViewSource)?
    /// Gets warnings.
    var onWarning: (String) -> Void = { _ in }

    func register(_ name: String, _ body: @escaping HostFunction) -> Int32 {
        functions.append(Registered(name: name, body: body))
        return Int32(functions.count - 1)
    }

    /// The VM is gone. What its functions hold goes with it: often the very state.
    func forget() {
        functions = []
        types = [:]
        viewSource = nil
        thrown = []
        onWarning = { _ in }
    }

    func remember(_ error: any Error, as message: [UInt8]) {
        if thrown.count >= 8 { thrown.removeFirst() }
        thrown.append((message, error))
    }

    func releaseAbandoned(_ stack: LuaStack) {
        for number in references.drain() { clua_release(stack.raw, number) }
    }
}

/// A function of the host and what messages call it.
final class Registered {
    let name: String
    let body: HostFunction

    init(name: String, body: @escaping HostFunction) {
        self.name = name
        self.body = body
    }
}

/// Runs a host function. No Lua error passes through: what it throws becomes a message on the
/// stack, which C raises once this frame is gone.
let hostInvoke: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, Int32) -> Int32 = {
    pointer, state, id in
    guard let pointer, let state else { return 0 }
    let context = Unmanaged<HostContext>.fromOpaque(pointer).takeUnretainedValue()
    let function = context.functions[Int(id)]
    var call = LuaCall(LuaStack(state, context), function)
    do {
        // More than there is on the stack is cut down to that in C.
        let count = Int32(clamping: max(0, try function.body(&call)))
        return call.isWaiting ? Int32(CLUA_YIELD) - min(count, 1_000_000) : count
    } catch let exit as LuaExit {
        clua_push_integer(state, Int64(exit.status))
        return Int32(CLUA_EXIT)
    } catch {
        let stack = LuaStack(state, context)
        let message: String
        if let error = error as? LuaError {
            message = error.description
        } else {
            clua_push_where(state, 1)
            message = (stack.string(at: -1) ?? "") + String(describing: error)
        }
        let bytes = Array(message.utf8)
        context.remember(error, as: bytes)
        stack.push(bytes)
        return Int32(CLUA_RAISE)
    }
}

let hostRelease: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
    _, box in
    if let box { Unmanaged<AnyObject>.fromOpaque(box).release() }
}

let hostWarn: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int) -> Void = {
    pointer, text, length in
    guard let pointer, let text else { return }
    let context = Unmanaged<HostContext>.fromOpaque(pointer).takeUnretainedValue()
    context.onWarning(
        String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self))
}

/// Thrown by a host function to end the script, past every `pcall`.
package struct LuaExit: Error {
    package var status: Int

    package init(status: Int) {
        self.status = status
    }
}
