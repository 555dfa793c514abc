import CLua

/// Gives the fields of the record that a view stands for.
package protocol LuaViewSource: AnyObject {
    /// Pushes the value of a field of the current record, if it has one.
    func fill(_ stack: LuaStack, field: Int) -> LuaFill
    /// What to say of a key that is no field.
    func unknownField(_ name: String) -> String
}

package enum LuaFill {
    /// A value was pushed.
    case value
    case missing
    /// The function that asked is ended without an error.
    case skip
}

/// Read-only views over records, one after the other: userdata whose fields are cached in a table.
///
/// Fields that are read often are set before a function is called; another is filled on demand.
/// A view whose record is past raises when it is read, however long a script keeps it.
///
/// Unsafe code: C holds an unretained pointer to the source, which the state's context retains.
package struct LuaViews {
    private let raw: OpaquePointer

    /// - Parameters:
    ///   - names: the fields, in column order.
    ///   - past: what is said of a past view; `%I` stands for its number.
    /// - Throws: kind `runtime` if the state has views already, `memory` if there is no room.
    package init(
        on stack: LuaStack, names: [[UInt8]], past: String, source: any LuaViewSource
    ) throws(LuaError) {
        raw = stack.raw
        stack.context.viewSource = source
        let holder = Unmanaged.passUnretained(stack.context).toOpaque()
        let callbacks = clua_view_source(
            fill: { context, state, field in
                guard let context, let state else { return 0 }
                let host = Unmanaged<HostContext>.fromOpaque(context).takeUnretainedValue()
                switch host.viewSource?.fill(LuaStack(state, host), field: Int(field)) {
                case .value: return 1
                case .skip: return Int32(CLUA_SKIP)
                case .missing, nil: return 0
                }
            },
            unknown: { context, state, key, count in
                guard let context, let state, let key else { return }
                let host = Unmanaged<HostContext>.fromOpaque(context).takeUnretainedValue()
                let bytes = UnsafeRawBufferPointer(start: key, count: count)
                let name = String(decoding: bytes, as: UTF8.self)
                let stack = LuaStack(state, host)
                stack.push(host.viewSource?.unknownField(name) ?? "there is no field \(name)")
            })
        let flat: [CChar] = names.joined().map { CChar(bitPattern: $0) } + [0]
        let made = flat.withUnsafeBufferPointer { buffer -> Bool in
            guard let base = buffer.baseAddress else { return false }
            var starts: [UnsafePointer<CChar>?] = []
            var lengths: [Int] = []
            var offset = 0
            for name in names {
                starts.append(base + offset)
                lengths.append(name.count)
                offset += name.count
            }
            return clua_make_views(
                stack.raw, starts, lengths, Int32(names.count), past, callbacks, holder)
        }
        guard made else { throw LuaError(.memory, "not enough memory for views of the records") }
    }

    /// The next view stands for the record of this number.
    package func next(_ number: Int) { clua_next_view(raw, Int64(number)) }

    /// The current view's record is past.
    package func end() { clua_end_view(raw) }

    package func pushCurrent() { clua_push_view(raw) }

    /// The current view asks for a field when it is next read.
    package func forget(_ field: Int) { clua_view_forget(raw, Int32(field)) }
}

extension LuaStack {
    /// Whether a value is a view; if so, its record's number and whether that is the current one.
    package func view(at index: Int) -> (number: Int, isCurrent: Bool)? {
        var current = false
        var number: Int64 = 0
        return clua_is_view(raw, Int32(index), &current, &number)
            ? (Int(number), current) : nil
    }
}
