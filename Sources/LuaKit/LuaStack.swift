import CLua

/// The stack of one Lua thread. Indexes are Lua's: from 1 at the bottom, from -1 at the top.
///
/// Unsafe code: `raw` is a state of the VM whose host context is `context`, which the open
/// `LuaState` retains; a stack is used only while that VM is open, on its thread. No operation here can raise a Lua error.
package struct LuaStack {
    package let raw: OpaquePointer
    /// Not counted: a stack is copied for every call, and of no use once the state is closed.
    unowned(unsafe) let context: HostContext

    init(_ raw: OpaquePointer, _ context: HostContext) {
        self.raw = raw
        self.context = context
    }

    package var top: Int { Int(clua_top(raw)) }

    package func setTop(_ top: Int) { clua_set_top(raw, Int32(top)) }

    package func pop(_ count: Int = 1) { clua_set_top(raw, -Int32(count) - 1) }

    /// Runs the body and takes off whatever it left on the stack.
    package func scope<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let top = self.top
        defer { setTop(top) }
        return try body()
    }

    /// - Throws: kind `runtime` when Lua's stack cannot grow so far.
    package func reserve(_ slots: Int) throws(LuaError) {
        guard slots < 900_000, clua_reserve(raw, Int32(slots)) else {
            throw LuaError(.runtime, "stack overflow: \(slots) values are too many")
        }
    }

    package func absolute(_ index: Int) -> Int { Int(clua_absolute(raw, Int32(index))) }

    // MARK: Reading

    package enum ValueType: Int32 {
        case none = -1
        case `nil`, boolean, lightUserdata, number, string, table, function, userdata, thread
    }

    package func type(at index: Int) -> ValueType {
        ValueType(rawValue: clua_type(raw, Int32(index))) ?? .none
    }

    package func typeName(at index: Int) -> String {
        String(cString: clua_type_name(clua_type(raw, Int32(index))))
    }

    package func isInteger(at index: Int) -> Bool { clua_is_integer(raw, Int32(index)) }
    package func boolean(at index: Int) -> Bool { clua_to_boolean(raw, Int32(index)) }

    /// The integer there; also of a float without fraction. nil for anything else.
    package func integer(at index: Int) -> Int? {
        guard type(at: index) == .number else { return nil }
        if isInteger(at: index) { return Int(clua_to_integer(raw, Int32(index))) }
        return Int(exactly: clua_to_number(raw, Int32(index)))
    }

    package func number(at index: Int) -> Double? {
        type(at: index) == .number ? clua_to_number(raw, Int32(index)) : nil
    }

    /// The bytes of the string there; nil for any other type, numbers included.
    package func bytes(at index: Int) -> [UInt8]? {
        withBytes(at: index) { Array($0) }
    }

    /// The text of the string there; nil for other types and for invalid UTF-8.
    package func string(at index: Int) -> String? {
        withBytes(at: index) { String(validating: $0, as: UTF8.self) } ?? nil
    }

    package func withBytes<Result>(
        at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result? {
        var count = 0
        guard let start = clua_to_string(raw, Int32(index), &count) else { return nil }
        return start.withMemoryRebound(to: UInt8.self, capacity: count) {
            body(UnsafeBufferPointer(start: $0, count: count))
        }
    }

    package func identity(at index: Int) -> UnsafeRawPointer? { clua_to_pointer(raw, Int32(index)) }

    /// The text of a value as `tostring` gives it.
    package func description(at index: Int) -> String {
        scope {
            let status = clua_push_text(raw, Int32(index))
            guard status == 0, let bytes = bytes(at: -1) else {
                return "<\(typeName(at: index)): error in __tostring>"
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The value there; tables, functions and userdata by reference.
    package func value(at index: Int) -> LuaValue {
        switch type(at: index) {
        case .none, .nil: return .nil
        case .boolean: return .boolean(boolean(at: index))
        case .number:
            return isInteger(at: index)
                ? .integer(Int(clua_to_integer(raw, Int32(index))))
                : .number(clua_to_number(raw, Int32(index)))
        case .string: return .string(bytes(at: index) ?? [])
        case .table: return .table(reference(at: index))
        case .function: return .function(reference(at: index))
        case .userdata, .lightUserdata, .thread: return .other(reference(at: index))
        }
    }

    /// Keeps the value there for as long as the reference lives.
    package func reference(at index: Int) -> LuaReference {
        context.releaseAbandoned(self)
        clua_push_copy(raw, Int32(index))
        return LuaReference(number: clua_keep(raw), pool: context.references)
    }

    // MARK: Pushing

    package func pushNil() { clua_push_nil(raw) }
    package func push(_ value: Bool) { clua_push_boolean(raw, value) }
    package func push(_ value: Int) { clua_push_integer(raw, Int64(value)) }
    package func push(_ value: Double) { clua_push_number(raw, value) }
    package func push(_ text: String) {
        var text = text
        text.withUTF8 { push($0) }
    }
    package func push(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { push($0) }
    }
    package func push(_ bytes: UnsafeBufferPointer<UInt8>) {
        bytes.withMemoryRebound(to: CChar.self) {
            // An empty buffer may have no address, and C wants one.
            clua_push_string(raw, $0.baseAddress ?? emptyText, $0.count)
        }
    }
    package func push(_ reference: LuaReference) { clua_push_kept(raw, reference.number) }
    package func pushCopy(_ index: Int) { clua_push_copy(raw, Int32(index)) }
    package func pushTable(array: Int = 0, hash: Int = 0) {
        clua_push_table(raw, Int32(min(array, 65_536)), Int32(min(hash, 65_536)))
    }
    package func push(_ value: LuaValue) {
        switch value {
        case .nil: pushNil()
        case .boolean(let value): push(value)
        case .integer(let value): push(value)
        case .number(let value): push(value)
        case .string(let bytes): push(bytes)
        case .table(let reference), .function(let reference), .other(let reference):
            push(reference)
        }
    }
    /// A Lua function that runs a closure of the host, for as long as the state lives.
    package func pushFunction(_ name: String, _ body: @escaping HostFunction) {
        clua_push_function(raw, context.register(name, body))
    }

    package func insert(_ index: Int) { clua_insert(raw, Int32(index)) }
    package func remove(_ index: Int) { clua_remove(raw, Int32(index)) }

    // MARK: Tables, without metamethods

    /// Pushes table[key].
    @discardableResult
    package func pushField(_ key: String, of table: Int) -> ValueType {
        var key = key
        let type = key.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                clua_raw_get_field(raw, Int32(table), $0.baseAddress ?? emptyText, $0.count)
            }
        }
        return ValueType(rawValue: type) ?? .none
    }

    @discardableResult
    package func pushElement(_ index: Int, of table: Int) -> ValueType {
        ValueType(rawValue: clua_raw_get_index(raw, Int32(table), Int64(index))) ?? .none
    }

    /// Replaces the key on top by table[key].
    package func pushValue(ofKeyOnTop table: Int) { _ = clua_raw_get(raw, Int32(table)) }

    /// Sets table[key] to the value on top, and takes that off.
    package func setField(_ key: String, of table: Int) {
        var key = key
        key.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                clua_raw_set_field(raw, Int32(table), $0.baseAddress ?? emptyText, $0.count)
            }
        }
    }

    package func setElement(_ index: Int, of table: Int) {
        clua_raw_set_index(raw, Int32(table), Int64(index))
    }

    /// Sets table[key] with key and value on top, and takes both off.
    ///
    /// - Returns: false, and nothing is set, if the key is nil or NaN.
    @discardableResult
    package func setPair(of table: Int) -> Bool { clua_raw_set(raw, Int32(table)) }

    package func length(of table: Int) -> Int { clua_raw_length(raw, Int32(table)) }

    /// With a key on top (nil to begin): replaces it by the next pair, or takes it off.
    package func nextPair(of table: Int) -> Bool { clua_next(raw, Int32(table)) }

    package func setMetatable(of index: Int) { clua_set_metatable(raw, Int32(index)) }

    /// Pushes the value's metatable, if it has one.
    package func pushMetatable(of index: Int) -> Bool { clua_get_metatable(raw, Int32(index)) }

    package func isRawEqual(_ left: Int, _ right: Int) -> Bool {
        clua_raw_equal(raw, Int32(left), Int32(right))
    }

    // MARK: Calling

    /// Calls the function under `arguments` values; its results replace all of them.
    ///
    /// - Parameter results: how many are wanted; nil: all.
    /// - Throws: what went wrong; the stack is then as it was without function and arguments.
    package func call(arguments: Int, results: Int? = nil) throws(LuaError) {
        let status = clua_call(raw, Int32(arguments), results.map(Int32.init) ?? -1)
        if status != 0 { throw takeError(status) }
    }

    /// The same for one call of a rule's function: the cap on a call holds for it.
    package func callCapped(arguments: Int, results: Int) throws(LuaError) {
        let status = clua_call_capped(raw, Int32(arguments), Int32(results))
        if status != 0 { throw takeError(status) }
    }

    /// Compiles text and pushes the function.
    ///
    /// - Parameters:
    ///   - name: what messages call it; by Lua's custom `@file` or `=name`.
    ///   - environment: the index of the table that its globals live in.
    package func load(_ text: [UInt8], name: String, environment: Int) throws(LuaError) {
        let status = text.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                clua_load(raw, $0.baseAddress ?? emptyText, $0.count, name, Int32(environment))
            }
        }
        if status != 0 { throw takeError(status) }
    }
}

/// An address for empty text.
nonisolated(unsafe) let emptyText = UnsafePointer(
    UnsafeMutablePointer<CChar>.allocate(capacity: 1))
