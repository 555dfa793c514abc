import LuaKit
import StetCore

/// Records that a value of Lua stands for, for whoever shows them to a person.
package enum ShownRecords {
    case collection(TableObject)
    case view(CollectionView, TableObject)
    case record(RecordView)

    /// nil for other values.
    package init?(at index: Int, of stack: LuaStack) {
        if let table = stack.object(at: index, as: TableObject.self) {
            self = .collection(table)
        } else if let view = stack.object(at: index, as: ViewObject.self) {
            self = .view(view.view, view.table)
        } else if let record = stack.object(at: index, as: RecordObject.self) {
            self = .record(record.view)
        } else {
            return nil
        }
    }
}
