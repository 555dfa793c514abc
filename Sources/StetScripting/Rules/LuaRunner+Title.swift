import LuaKit
import StetCheck
import StetCore
import StetRules
import StetStores

/// What rules call a record.
///
/// Unsafe code: reads the block that it was given, for the time of the call only.
extension LuaRunner {
    func text(
        of function: ScriptReference, record: Int, of block: RecordBlock, in chunk: Chunk,
        failure: inout String?
    ) -> String? {
        guard !isStopped, functions.indices.contains(function.index),
            block.firstCell[record] < block.firstCell[record + 1]
        else { return nil }
        self.block = block
        self.chunk = chunk
        defer {
            self.block = nil
            self.chunk = nil
        }
        current.pointee = Int32(record)
        views.next(recordNumber)
        for field in seen { views.forget(field) }
        defer { views.end() }
        var reason: String?
        defer { failure = reason }
        return stack.scope {
            stack.push(functions[function.index])
            views.pushCurrent()
            stack.push(context)
            do throws(LuaError) {
                try stack.callCapped(arguments: 2, results: 1)
                guard [.string, .number].contains(stack.type(at: -1)) else { return nil }
                return stack.description(at: -1)
            } catch {
                // A record with a cell that cannot be read has no title yet.
                if error.kind != .skipped { reason = error.description }
                return nil
            }
        }
    }
}
