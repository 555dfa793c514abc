import CLua

/// What a driver tells its owner.
package protocol LuaDriverOwner: AnyObject {
    /// A function was not content with a record; its results are on the stack from `first` on.
    func result(record: Int, work: Int, stack: LuaStack, first: Int)
    /// A function failed. Kind `callLimit`: it was too slow; the owner turns it off.
    func failure(record: Int, work: Int, error: LuaError)
}

/// The values of one field for the records of a block, as arrays that outlive the run.
package struct LuaColumn {
    package enum Kind {
        package static let none = UInt8(CLUA_VALUE_NONE)
        /// The word is the integer.
        package static let integer = UInt8(CLUA_VALUE_INTEGER)
        /// The word is the bits of the double.
        package static let number = UInt8(CLUA_VALUE_NUMBER)
        package static let boolean = UInt8(CLUA_VALUE_BOOLEAN)
        /// The word's high half is where the bytes begin in the text, its low half their number.
        package static let text = UInt8(CLUA_VALUE_TEXT)
        /// The view source is asked.
        package static let ask = UInt8(CLUA_VALUE_ASK)
    }

    package var field: Int
    package var kinds: UnsafePointer<UInt8>
    package var words: UnsafePointer<UInt64>

    package init(field: Int, kinds: UnsafePointer<UInt8>, words: UnsafePointer<UInt64>) {
        self.field = field
        self.kinds = kinds
        self.words = words
    }
}

/// A block of records as a driver sees it.
package struct LuaRecords {
    package var count: Int
    /// The number of the first.
    package var firstNumber: Int
    package var columns: [LuaColumn]
    package var text: UnsafePointer<UInt8>
    /// A record has cells if its entry is below the next one.
    package var extents: UnsafePointer<UInt32>
    /// Set to the record that is current.
    package var current: UnsafeMutablePointer<Int32>

    package init(
        count: Int, firstNumber: Int, columns: [LuaColumn], text: UnsafePointer<UInt8>,
        extents: UnsafePointer<UInt32>, current: UnsafeMutablePointer<Int32>
    ) {
        self.count = count
        self.firstNumber = firstNumber
        self.columns = columns
        self.text = text
        self.extents = extents
        self.current = current
    }
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

    private let current: UnsafeMutablePointer<Int32>
    /// While `run` calls a function: which one, in the order of `add`.
    package var currentWork: Int { Int(current.pointee) }

    package init(owner: any LuaDriverOwner, contextObject: LuaReference, states: LuaReference) {
        self.owner = owner
        self.contextObject = contextObject
        self.states = states
        current = .allocate(capacity: 1)
        current.initialize(to: 0)
    }

    deinit {
        current.deallocate()
    }

    /// Calls a function no more.
    package func turnOff(_ index: Int) {
        work[index].is_off = true
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

    /// Calls every function for each record that has cells, in order.
    ///
    /// - Returns: why it stopped before the end; nil: it did not.
    package func run(on stack: LuaStack, over records: LuaRecords) -> LuaError.Kind? {
        let columns = records.columns.map {
            clua_column(field: Int32($0.field), kinds: $0.kinds, words: $0.words)
        }
        let holder = Holder(owner: owner, driver: self, context: stack.context)
        let reason = withExtendedLifetime(holder) {
            work.withUnsafeMutableBufferPointer { buffer -> Int32 in
                holder.work = buffer
                var drive = clua_drive()
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
                drive.text = UnsafeRawPointer(records.text).assumingMemoryBound(to: CChar.self)
                drive.extents = records.extents
                drive.first_number = Int64(records.firstNumber)
                drive.current = records.current
                drive.current_work = current
                return columns.withUnsafeBufferPointer { columns in
                    drive.columns = columns.baseAddress
                    drive.column_count = Int32(columns.count)
                    return clua_run_drive(stack.raw, &drive, Int32(records.count))
                }
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
            var error: LuaError
            switch Int(reason) {
            case CLUA_ABORT_NONE:
                clua_push_copy(stack.raw, -1)
                error = stack.takeError(Int32(CLUA_ERROR_RUN))
                // What it holds can grow no further, so it would fail for every record.
                if error.kind == .memory { work[Int(index)].is_off = true }
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
