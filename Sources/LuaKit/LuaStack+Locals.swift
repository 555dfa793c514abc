import CLua

extension LuaStack {
    /// Calls the main chunk under the arguments; its results replace it. Its local variables, as they are when
    /// it ends, become globals of the environment at an index. Calls inside it are slower: ask for
    /// this only where the text declares locals.
    package func callKeepingLocals(arguments: Int = 0, environment: Int) throws(LuaError) {
        let status = clua_call_keeping_locals(
            raw, Int32(arguments), -1, Int32(absolute(environment)))
        if status != 0 { throw takeError(status) }
    }

    /// Where the code stands that called, so many calls up; nil if the host did.
    package func position(level: Int) -> LuaPosition? {
        scope {
            clua_push_where(raw, Int32(level))
            return LuaPosition.split(string(at: -1) ?? "").0
        }
    }

    /// Where the function at an index was defined; nil for functions of C.
    package func place(ofFunctionAt index: Int) -> LuaPosition? {
        var line: Int32 = 0
        let source = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let start = buffer.baseAddress,
                clua_function_place(raw, Int32(index), start, buffer.count, &line)
            else { return nil as String? }
            let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            return String(decoding: bytes, as: UTF8.self)
        }
        return source.map { LuaPosition(chunk: $0, line: Int(line)) }
    }

    /// The name under which the host's function at an index was made; nil for other values.
    package func nameOfHostFunction(at index: Int) -> String? {
        let id = Int(clua_function_id(raw, Int32(index)))
        return context.functions.indices.contains(id) ? context.functions[id].name : nil
    }
}
