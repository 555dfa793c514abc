import CLua

/// What a driver tells its owner.
package protocol LuaDriverOwner: AnyObject {
    /// Makes the view of a record ready; false: call nothing for it.
    func prepare(record: Int) -> Bool
    /// A function was not content with a record; its results are on the stack from `first` on.
    func result(record: Int, work: Int, stack: LuaStack, first: Int)
    /// A function failed. Kind `callLimit`: it was too slow; the owner turns it off.
    func failure(record: Int, work: Int, error: LuaError)
}

/// Calls functions for each of many records, in one protected call for all.
///
/// Unsafe code: C holds an unretained pointer to a holder of the owner for the time of `run`.
package final class LuaDriver {
    /// How a function is called, and what contents it.
    package enum Kind {
        /// `f(context, view)`: nothing, nil and true are fine.
        case recordRule
        /// `f(value, view, context)` where the field has a value: a true first result is fine.
        case fieldRule(field: Int)
        /// `state = f(state, view)`, with the state at this place (from 1) in the table of states.
        case foldStep(place: Int)
    }

    package private(set) var kinds: [Kind] = []
    private var work: [clua_work] = []
    private var functions: [LuaReference] = []
    private let contextObject: LuaReference
    package let states: LuaReference
    private unowned let owner: any LuaDriverOwner

    package init(owner: any LuaDriverOwner, contextObject: LuaReference, states: LuaReference) {
        self.owner = owner
        self.contextObject = contextObject
        self.states = states
    }

    package func add(_ function: LuaReference, as kind: Kind) {
        kinds.append(kind)
        functions.append(function)
        var item = clua_work()
        item.function = function.number
        switch kind {
        case .recordRule: item.kind = Int32(CLUA_RECORD_RULE)
        case .fieldRule(let field):
            item.kind = Int32(CLUA_FIELD_RULE)
            item.field = Int32(field)
        case .foldStep(let place):
            item.kind = Int32(CLUA_FOLD_STEP)
            item.field = Int32(place)
        }
        work.append(item)
    }

    /// Calls every function for records `0..<records`, in order.
    ///
    /// - Returns: why it stopped before the end; nil: it did not.
    package func run(on stack: LuaStack, records: Int) -> LuaError.Kind? {
        let holder = Holder(owner: owner, driver: self, context: stack.context)
        let reason = withExtendedLifetime(holder) {
            work.withUnsafeMutableBufferPointer { buffer -> Int32 in
                holder.work = buffer
                var drive = clua_drive()
                drive.prepare = { context, _, record in
                    guard let context else { return false }
                    return Unmanaged<Holder>.fromOpaque(context).takeUnretainedValue()
                        .owner.prepare(record: Int(record))
                }
                drive.result = { context, state, record, work, first in
                    guard let context, let state else { return }
                    let holder = Unmanaged<Holder>.fromOpaque(context).takeUnretainedValue()
                    holder.owner.result(
                        record: Int(record), work: Int(work),
                        stack: LuaStack(state, holder.context), first: Int(first))
                }
                drive.failure = { context, state, record, work, reason in
                    guard let context, let state else { return }
                    let holder = Unmanaged<Holder>.fromOpaque(context).takeUnretainedValue()
                    holder.fail(LuaStack(state, holder.context), record, work, reason)
                }
                drive.context = Unmanaged.passUnretained(holder).toOpaque()
                drive.work = buffer.baseAddress
                drive.work_count = Int32(buffer.count)
                drive.context_object = contextObject.number
                drive.states = states.number
                return clua_run_drive(stack.raw, &drive, Int32(records))
            }
        }
        switch Int(reason) {
        case CLUA_ABORT_NONE: return nil
        case CLUA_ABORT_TIME_LIMIT: return .timeLimit
        default: return .interrupted
        }
    }

    private final class Holder {
        unowned let owner: any LuaDriverOwner
        unowned let driver: LuaDriver
        let context: HostContext
        var work = UnsafeMutableBufferPointer<clua_work>(start: nil, count: 0)

        init(owner: any LuaDriverOwner, driver: LuaDriver, context: HostContext) {
            self.owner = owner
            self.driver = driver
            self.context = context
        }

        func fail(_ stack: LuaStack, _ record: Int32, _ index: Int32, _ reason: Int32) {
            let error: LuaError
            switch Int(reason) {
            case CLUA_ABORT_NONE:
                clua_push_copy(stack.raw, -1)
                error = stack.takeError(Int32(CLUA_ERROR_RUN))
            case CLUA_ABORT_CALL_LIMIT:
                work[Int(index)].is_off = true
                error = LuaError(.callLimit, "the rule took longer than a call may; it is now off")
            case CLUA_ABORT_TIME_LIMIT: error = LuaError(.timeLimit, "the time limit is reached")
            default: error = LuaError(.interrupted, "interrupted")
            }
            owner.failure(record: Int(record), work: Int(index), error: error)
        }
    }
}
