import LuaKit

/// Stands between a state, which keeps its view source, and a runner, which comes and goes.
final class ViewRelay: LuaViewSource {
    weak var target: LuaRunner?

    func fill(_ stack: LuaStack, field: Int) -> LuaFill {
        target?.fill(stack, field: field) ?? .missing
    }

    func unknownField(_ name: String) -> String {
        target?.unknownField(name) ?? "the check of this record is over"
    }
}
