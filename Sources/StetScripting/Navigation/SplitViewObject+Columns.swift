import LuaKit
import StetSessions

/// Which columns there is room for, and which are shown.
extension SplitViewObject {
    static var columns: [(String, HostFunction)] {
        [
            ("visible_columns", visibleColumns), ("visibility", visibility),
            (
                "set_visibility",
                { call in
                    let word = try ScriptOptions.word(
                        call.string(2), of: "a visibility", ColumnVisibility.self)
                    return try send(call, .setVisibility(word))
                }
            ), ("resize", { call in try send(call, .resize(call.integer(2))) }),
            ("size_class", sizeClass), ("force_size_class", forceSizeClass),
            ("preferred_compact_column", preferredCompactColumn),
            ("prefer_compact_column", preferCompactColumn),
        ]
    }

    private static func visibleColumns(_ call: inout LuaCall) throws -> Int {
        call.stack.push(texts: try subject(call).view.state.visibleColumns.map(\.rawValue))
        return 1
    }

    private static func visibility(_ call: inout LuaCall) throws -> Int {
        call.stack.push(try subject(call).view.state.visibility.rawValue)
        return 1
    }

    private static func sizeClass(_ call: inout LuaCall) throws -> Int {
        call.stack.push(try subject(call).view.state.sizeClass.rawValue)
        return 1
    }

    /// `force_size_class(class or nil)`: nil goes by the width again.
    private static func forceSizeClass(_ call: inout LuaCall) throws -> Int {
        let word =
            try call.isNone(2)
            ? nil : ScriptOptions.word(call.string(2), of: "a size class", SizeClass.self)
        return try send(call, .forceSizeClass(word))
    }

    private static func preferredCompactColumn(_ call: inout LuaCall) throws -> Int {
        let column = try subject(call).view.state.preferredCompactColumn
        call.stack.push(column.map { .text($0.rawValue) } ?? .nil)
        return 1
    }

    /// `prefer_compact_column(column or nil)`: nil is the last column that has something to say.
    private static func preferCompactColumn(_ call: inout LuaCall) throws -> Int {
        let column = try call.isNone(2) ? nil : column(call, at: 2, or: .detail)
        return try send(call, .preferCompactColumn(column))
    }
}
