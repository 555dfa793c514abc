import CLua

/// What the parser makes of text that a person typed.
package enum LuaEntry {
    /// It is Lua; its function was pushed. `isExpression`: its results are what it was typed for.
    case complete(isExpression: Bool)
    /// It could be the beginning of something that is Lua.
    case incomplete
    case wrong(LuaError)
}

extension LuaStack {
    /// Compiles text as an expression or, if it is none, as statements.
    ///
    /// - Parameters:
    ///   - name: what messages call it, such as `=stdin`.
    ///   - environment: the index of the table that its globals live in.
    package func parseEntry(_ text: [UInt8], name: String, environment: Int) -> LuaEntry {
        let environment = absolute(environment)
        let expression = parse(text, isExpression: true, name: name, environment: environment)
        guard let first = expression.error else { return .complete(isExpression: true) }
        let statements = parse(text, isExpression: false, name: name, environment: environment)
        guard let second = statements.error else { return .complete(isExpression: false) }
        let errors = [first, second]
        if errors.contains(where: { $0.kind == .syntax(isIncomplete: true) }) { return .incomplete }
        // The reading that got further is what was meant.
        return .wrong(expression.reached > statements.reached ? first : second)
    }

    private func parse(
        _ text: [UInt8], isExpression: Bool, name: String, environment: Int
    ) -> (error: LuaError?, reached: Int) {
        var reached = 0
        let status = text.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                clua_parse_entry(
                    raw, isExpression, $0.baseAddress ?? emptyText, $0.count, name,
                    Int32(environment), &reached)
            }
        }
        return (status == 0 ? nil : takeError(status), reached)
    }
}
