import CLua

/// What a failed call left behind, as an error.
extension LuaStack {
    /// Makes an error of what a failed call left on top, and takes it off.
    func takeError(_ status: Int32) -> LuaError {
        defer { pop() }
        guard let vm = clua_vm_of(raw) else { return LuaError(.closed, "the state is closed") }
        let reason = clua_abort_reason(vm)
        if reason != CLUA_ABORT_NONE { return abortError(reason, vm: vm) }
        let bytes = bytes(at: -1) ?? []
        let text = String(decoding: bytes, as: UTF8.self)
        let kind: LuaError.Kind =
            switch Int(status) {
            case CLUA_ERROR_SYNTAX: .syntax(isIncomplete: text.hasSuffix("<eof>"))
            case CLUA_ERROR_MEMORY: .memory
            case CLUA_ERROR_HANDLER: .handler
            default:
                text == "not enough memory" || text.contains("not enough memory: the limit")
                    ? .memory : .runtime
            }
        var error = LuaError(kind, text)
        if kind == .memory {
            error.message = "not enough memory: the limit is \(clua_memory_limit(vm) >> 20) MiB"
        }
        error.underlying = context.thrown.last { $0.message == bytes }?.error
        clua_push_traceback(raw)
        error.traceback = lossyText(at: top)
        clua_push_suppressed(raw)
        error.suppressed = lossyText(at: top)
        clua_push_error_value(raw)
        if type(at: top) == .table { error.fields = plainFields(of: top) }
        pop(3)
        return error
    }

    /// Whether the state is to stop: for host functions that wait, which then return; what they
    /// return is not looked at.
    package var mustStop: Bool {
        guard let vm = clua_vm_of(raw) else { return true }
        return clua_abort_reason(vm) != CLUA_ABORT_NONE
    }

    /// Frees what nothing holds any more: for a host function that has run out of something.
    package func collectGarbage() {
        if let vm = clua_vm_of(raw) { clua_collect(vm) }
    }

    private func abortError(_ reason: Int32, vm: OpaquePointer) -> LuaError {
        // Inside a call from Lua the abort goes on outwards once this host frame returns.
        let isOutermost = clua_depth(vm) == 0
        defer { if isOutermost { clua_clear_abort(vm) } }
        switch Int(reason) {
        case CLUA_ABORT_CALL_LIMIT:
            return LuaError(.callLimit, "the call took longer than a call may")
        case CLUA_ABORT_TIME_LIMIT:
            return LuaError(.timeLimit, "the time limit is reached")
        case CLUA_ABORT_EXIT:
            let status = Int(clua_exit_status(vm))
            return LuaError(.exit(status: status), "the script ended with status \(status)")
        case CLUA_ABORT_SKIP:
            return LuaError(.skipped, "a value that is not of its field's type was read")
        default:
            return LuaError(.interrupted, "interrupted")
        }
    }

    private func lossyText(at index: Int) -> String? {
        bytes(at: index).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The named strings, numbers and booleans of a table, by name.
    private func plainFields(of table: Int) -> [(name: String, text: String)] {
        var fields: [(name: String, text: String)] = []
        let base = top
        defer { setTop(base) }
        pushNil()
        while nextPair(of: table) {
            // What holds so much is data, not the description of an error.
            if fields.count == 64 { return [] }
            if let name = string(at: -2), [.string, .number, .boolean].contains(type(at: -1)) {
                fields.append((name, description(at: -1)))
            }
            pop()
        }
        return fields.sorted { $0.name < $1.name }
    }
}
