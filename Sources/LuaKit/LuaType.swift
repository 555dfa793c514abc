import CLua

/// How objects of one Swift class look to Lua: userdata with a locked metatable.
///
/// Unsafe code: a userdata owns one retain of its object, taken when it is pushed and given back
/// when it is collected or closed; the metatable's identity is checked before the pointer is read.
package final class LuaType {
    package let name: String
    /// What `object:` can be followed by, in the order of registration.
    package let methodNames: [String]
    let identity: UnsafeRawPointer?
    private let metatable: LuaReference

    /// Registers the class with its methods. They get the object as argument 1.
    ///
    /// - Parameters:
    ///   - name: what Lua calls it, in messages and in `getmetatable`.
    ///   - methods: reached by `object:name(…)`.
    ///   - metamethods: such as `__len`. An `__index` is asked for what is no method.
    @discardableResult
    package init(
        _ type: any AnyObject.Type, name: String, on stack: LuaStack,
        methods: [(String, HostFunction)] = [], metamethods: [(String, HostFunction)] = []
    ) {
        self.name = name
        methodNames = methods.map(\.0)
        var name = name
        name.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                clua_new_type(stack.raw, $0.baseAddress ?? emptyText, $0.count)
            }
        }
        let table = stack.top
        identity = stack.identity(at: table)
        var indexer: HostFunction?
        for (key, body) in metamethods {
            if key == "__index" { indexer = body; continue }
            stack.pushFunction(key, body)
            stack.setField(key, of: table)
        }
        if methods.isEmpty, let indexer {
            // Called from Lua itself, it knows where that is.
            stack.pushFunction("__index", indexer)
        } else {
            stack.pushTable(hash: methods.count)
            for (key, body) in methods {
                stack.pushFunction(key, body)
                stack.setField(key, of: stack.top - 1)
            }
            if let indexer {
                stack.pushFunction("__index", indexer)
                clua_chain_index(stack.raw)
            }
        }
        stack.setField("__index", of: table)
        metatable = stack.reference(at: table)
        stack.pop()
        stack.context.types[ObjectIdentifier(type)] = self
    }

    func object(at index: Int, of stack: LuaStack) -> AnyObject? {
        clua_object(stack.raw, Int32(index), identity).map {
            Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
        }
    }

    fileprivate func push(_ object: AnyObject, on stack: LuaStack) {
        stack.push(metatable)
        clua_push_object(stack.raw, -1, Unmanaged.passRetained(object).toOpaque())
        stack.remove(-2)
    }

    fileprivate func close(at index: Int, of stack: LuaStack) {
        if let box = clua_take_object(stack.raw, Int32(index), identity) {
            Unmanaged<AnyObject>.fromOpaque(box).release()
        }
    }
}

extension LuaStack {
    /// Pushes an object whose class was registered with `LuaType`.
    package func push<Object: AnyObject>(object: Object) {
        guard let type = context.types[ObjectIdentifier(Object.self)] else {
            preconditionFailure("\(Object.self) was never registered with this state")
        }
        type.push(object, on: self)
    }

    /// The host's object at an index, if it is of that class and not closed.
    package func object<Object: AnyObject>(at index: Int, as type: Object.Type) -> Object? {
        context.types[ObjectIdentifier(type)]?.object(at: index, of: self) as? Object
    }

    /// The type of the host's object at an index; nil for any other value.
    package func hostType(at index: Int) -> LuaType? {
        guard type(at: index) == .userdata, let identity = identityOfMetatable(at: index) else {
            return nil
        }
        return context.types.values.first { $0.identity == identity }
    }

    /// Whether a class was registered.
    package func knows(_ type: any AnyObject.Type) -> Bool {
        context.types[ObjectIdentifier(type)] != nil
    }

    /// All types that were registered, by name.
    package var hostTypes: [LuaType] { context.types.values.sorted { $0.name < $1.name } }

    /// The methods that objects of a class have; none if it was never registered.
    package func methodNames<Object: AnyObject>(of type: Object.Type) -> [String] {
        context.types[ObjectIdentifier(type)]?.methodNames ?? []
    }

    /// Takes an object out of its userdata; whoever reads it later hears that it was closed.
    package func close<Object: AnyObject>(at index: Int, as type: Object.Type) {
        context.types[ObjectIdentifier(type)]?.close(at: index, of: self)
    }

    func identityOfMetatable(at index: Int) -> UnsafeRawPointer? {
        clua_metatable_identity(raw, Int32(index))
    }
}
