import LuaKit
import StetCheck
import StetCore
import StetRules
import StetStores

/// Runs the functions of rules over blocks of records, in one Lua state.
///
/// Unsafe code: reads the block that it was given, for the time of `run` and `holds` only.
final class LuaRunner: ScriptRunner, LuaDriverOwner, LuaViewSource {
    /// Where the functions come from.
    enum Source {
        /// A file, loaded afresh for each chunk.
        case text(RulesWorld)
        /// A table that a script made; its functions keep their upvalues.
        case table(LuaState, functions: [LuaReference])
    }

    /// A field of the views: a column of the file, or a declared field that the file lacks.
    struct ViewField {
        var name: String
        var column: Int?
        var compiled: CompiledField?
    }

    private let source: Source
    let plan: CheckPlan
    private let file: String
    let state: LuaState
    let stack: LuaStack
    let views: LuaViews
    let context: LuaReference
    let fields: [ViewField]
    /// Fields that functions have been seen to read, which are set before each call.
    private var isSeen: [Bool]
    private(set) var seen: [Int] = []
    private let workspace = CompiledField.Workspace()
    let quote: UInt8

    var functions: [LuaReference] = []
    var driver: LuaDriver?
    private var work: [Work] = []
    var isLoaded = false
    /// Rules and conditions that went over a cap.
    private(set) var offRules: Set<Int> = []
    private var offConditions: Set<ScriptReference> = []
    var upvalues: UpvalueWatch?
    var chunkNumber = 0

    // What is being checked.
    var block: RecordBlock?
    var chunk: Chunk?
    /// The current record of the block; the driver moves it.
    let current = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    var record: Int { Int(current.pointee) }
    private var typedColumns: [Int: TypedColumn] = [:]
    var findings: [ScriptFinding] = []
    var edited: ((Int) throws(CollectionError) -> EditedRecord)?

    private(set) var isStopped = false
    private(set) var hasLimitedRule = false
    let interrupt: @Sendable () -> Void

    /// One function that is called for each record.
    private struct Work {
        var rule: Int
        var isFieldRule: Bool
        var field: String?
        var condition: ScriptReference?
    }

    init(source: Source, plan: CheckPlan, file: String, dialect: Dialect) throws {
        self.source = source
        self.plan = plan
        self.file = file
        switch source {
        case .text(let world): state = world.state
        case .table(let state, let functions):
            self.state = state
            self.functions = functions
            isLoaded = true
        }
        quote = dialect.quote ?? 0
        stack = try state.stack()
        var fields = plan.columns.enumerated().map { index, name in
            ViewField(
                name: name.description, column: index,
                compiled: plan.fields.first { $0.column == index })
        }
        for field in plan.fields where field.column == nil {
            fields.append(ViewField(name: field.field.name, column: nil, compiled: field))
        }
        self.fields = fields
        isSeen = Array(repeating: false, count: fields.count)
        let interrupter = state.interrupter
        interrupt = { interrupter.interrupt() }
        RuleContext.register(on: stack)
        let relay = ViewRelay()
        let ruleContext = RuleContext(file: file)
        stack.push(object: ruleContext)
        context = stack.reference(at: -1)
        stack.pop()
        views = try LuaViews(
            on: stack, names: fields.map { Array($0.name.utf8) },
            past: "record %I is past; stet.copy(record) keeps it", source: relay)
        relay.target = self
        ruleContext.runner = self
        if case .text(let world) = source { world.attach(self) }
    }

    deinit {
        current.deallocate()
    }

    func end() {
        if case .text(let world) = source { world.close() }
    }

    // MARK: Chunks

    var hasRecordWork: Bool {
        !(plan.fieldScripts.isEmpty && plan.recordScripts.isEmpty && plan.folds.isEmpty)
    }

    func beginChunk(_ chunk: Chunk, number: Int) {
        chunkNumber = number
        if plan.schema.sequential, driver != nil { return }
        load(seed: number + 1)
    }

    func load(seed: Int) {
        if case .text(let world) = source, !(plan.schema.sequential && isLoaded) {
            do {
                functions = try world.load(seed: seed).functions
                isLoaded = true
            } catch let error as LuaError where error.kind == .interrupted {
                isStopped = true
                return
            } catch {
                // It loaded once; a file that then fails depends on something outside it.
                findings.append(
                    ScriptFinding(
                        record: nil, rule: plan.scriptErrorRule,
                        message: "the rules could not be loaded again: \(error)"))
                return
            }
        }
        stack.scope {
            stack.pushTable(array: plan.folds.count)
            let states = stack.top
            for (place, fold) in plan.folds.enumerated() {
                pushInitialState(fold)
                stack.setElement(place + 1, of: states)
            }
            let driver = LuaDriver(
                owner: self, contextObject: context, states: stack.reference(at: states))
            work.removeAll()
            for item in plan.fieldScripts {
                guard !offRules.contains(item.rule), let view = viewField(of: item.field) else {
                    continue
                }
                see(view)
                driver.add(functions[item.script.index], as: .fieldRule(field: view))
                work.append(
                    Work(
                        rule: item.rule, isFieldRule: true, field: item.field.field.name,
                        condition: plan.rules[item.rule].condition))
            }
            for item in plan.recordScripts where !offRules.contains(item.rule) {
                driver.add(functions[item.script.index], as: .recordRule)
                work.append(Work(rule: item.rule, isFieldRule: false, condition: item.condition))
            }
            for (place, fold) in plan.folds.enumerated() {
                stack.push(functions[fold.script.index])
                stack.pushField("step", of: stack.top)
                driver.add(stack.reference(at: -1), as: .foldStep(place: place + 1))
                work.append(Work(rule: fold.rule, isFieldRule: false))
                stack.pop(2)
            }
            for (index, item) in work.enumerated() where offRules.contains(item.rule) {
                driver.turnOff(index)
            }
            self.driver = driver
            if !plan.schema.sequential, case .text = source {
                upvalues = UpvalueWatch(
                    stack,
                    (plan.fieldScripts.map(\.script) + plan.recordScripts.map(\.script))
                        .map { functions[$0.index] })
            }
        }
    }

    /// Pushes the state that a fold begins with: its `init`, called or copied.
    func pushInitialState(_ fold: CheckPlan.RecordScript) {
        guard !offRules.contains(fold.rule) else { return stack.pushNil() }
        stack.push(functions[fold.script.index])
        let table = stack.top
        switch stack.pushField("init", of: table) {
        case .function:
            do {
                try stack.callCapped(arguments: 0, results: 1)
            } catch {
                if error.kind == .callLimit || error.kind == .memory { offRules.insert(fold.rule) }
                report(error, rule: fold.rule, record: nil)
                stack.pushNil()
            }
        case .table:
            do {
                let copy = try FoldValue.copy(stack, at: stack.top)
                stack.pop()
                copy.push(on: stack)
            } catch {
                report(error.description, rule: fold.rule, record: nil)
            }
        default: break
        }
        stack.remove(table)
    }

    private func viewField(of field: CompiledField) -> Int? {
        fields.firstIndex { $0.compiled === field }
    }

    private func see(_ field: Int) {
        guard !isSeen[field] else { return }
        isSeen[field] = true
        seen.append(field)
    }

    // MARK: Records

    func run(_ block: RecordBlock, of chunk: Chunk, into findings: inout [ScriptFinding]) {
        self.block = block
        self.chunk = chunk
        swap(&self.findings, &findings)
        if let driver, let reason = driver.run(on: stack, over: records(of: block, chunk)) {
            isStopped = true
            hasLimitedRule = hasLimitedRule || reason == .timeLimit
        }
        swap(&self.findings, &findings)
        self.block = nil
        self.chunk = nil
    }

    /// The block with the fields that functions are known to read, in arrays.
    private func records(of block: RecordBlock, _ chunk: Chunk) -> LuaRecords {
        var columns: [LuaColumn] = []
        for field in seen {
            guard let column = fields[field].column else { continue }
            let typed = typedColumns[field] ?? TypedColumn()
            typedColumns[field] = typed
            typed.read(block, column: column, as: fields[field].compiled)
            columns.append(LuaColumn(field: field, kinds: typed.kinds, words: typed.words))
        }
        return LuaRecords(
            count: block.recordCount,
            firstNumber: chunk.recordsBefore + block.firstRecord + 1, columns: columns,
            text: block.text, extents: UnsafePointer(block.firstCell), current: current)
    }

    func fill(_ stack: LuaStack, field: Int) -> LuaFill {
        guard let block else { return .missing }
        see(field)
        let view = fields[field]
        guard let column = view.column, let cell = block.cell(record: record, column: column)
        else { return .missing }
        let isQuoted = block.cellFlags[cell] & RecordBlock.quoted != 0
        let text = block.cellText(cell, quote: quote).bytes
        return text.withUnsafeBufferPointer { text in
            guard let compiled = view.compiled else {
                if text.isEmpty { return .missing }
                stack.push(text)
                return .value
            }
            switch compiled.read(text, isQuoted: isQuoted) {
            case .missing: return .missing
            case .illTyped: return .skip
            case .integer(let value): stack.push(value)
            case .number(let value): stack.push(value)
            case .boolean(let value): stack.push(value)
            case .text(let text): stack.push(text)
            }
            return .value
        }
    }

    func unknownField(_ name: String) -> String {
        RecordWords.unknownField(name, among: fields.map(\.name))
    }

    // MARK: Verdicts

    func result(record: Int, work index: Int, stack: LuaStack, first: Int) {
        let item = work[index]
        do throws(RulesError) {
            if item.isFieldRule {
                add(try .ofFieldRule(stack, first: first), of: item)
            } else {
                for result in try RuleResult.ofRecordRule(stack, first: first) {
                    add(result, of: item)
                }
            }
        } catch {
            report(placed(error.description, rule: item.rule), rule: item.rule, record: record)
        }
    }

    private func add(_ result: RuleResult, of item: Work) {
        if let condition = item.condition, !holds(condition, isNested: true) { return }
        let rule = plan.rules[item.rule]
        var finding = ScriptFinding(
            record: record, field: result.field ?? item.field, rule: item.rule,
            message: result.message ?? rule.message ?? RecordWords.notValid(item.field))
        finding.code = result.code
        finding.severity = result.severity
        if let field = finding.field, !fields.contains(where: { $0.name == field }) {
            report(unknownField(field), rule: item.rule, record: record)
            finding.field = nil
        }
        findings.append(finding)
    }

    func failure(record: Int, work index: Int, error: LuaError) {
        switch error.kind {
        case .callLimit, .memory:
            offRules.insert(work[index].rule)
            report(error, rule: work[index].rule, record: record)
        case .interrupted, .timeLimit, .exit: isStopped = true
        default: report(error, rule: work[index].rule, record: record)
        }
    }

    /// The rule whose function is called.
    var currentRule: Int {
        guard let index = driver?.currentWork, work.indices.contains(index) else {
            return plan.scriptErrorRule
        }
        return work[index].rule
    }

    /// What kept a function from answering: a limit, or a mistake in it.
    func report(_ error: LuaError, rule: Int, record: Int?) {
        switch error.kind {
        case .interrupted, .timeLimit, .exit: isStopped = true
        case .callLimit, .memory:
            hasLimitedRule = true
            findings.append(
                ScriptFinding(
                    record: record, field: plan.rules[rule].field, rule: plan.scriptLimitRule,
                    message: placed(RecordWords.limit(error), rule: rule)))
        default:
            let message = error.description
            report(
                error.position == nil ? placed(message, rule: rule) : message, rule: rule,
                record: record)
        }
    }

    /// A complaint about a rule that stands elsewhere than in the rules' own file, such as in a
    /// plugin, with the place where it begins.
    private func placed(_ message: String, rule: Int) -> String {
        guard case .text(let world) = source,
            let script = plan.fieldScripts.first(where: { $0.rule == rule })?.script,
            functions.indices.contains(script.index)
        else { return message }
        return stack.scope {
            stack.push(functions[script.index])
            guard let place = stack.place(ofFunctionAt: -1), !world.isItself(place.chunk) else {
                return message
            }
            return "\(place.chunk):\(place.line): \(message)"
        }
    }

    /// A mistake in a rule, told in its own words.
    func report(_ message: String, rule: Int, record: Int?) {
        findings.append(
            ScriptFinding(
                record: record, field: plan.rules[rule].field, rule: plan.scriptErrorRule,
                message: message))
    }

    // MARK: Conditions

    func holds(
        _ condition: ScriptReference, record: Int, of block: RecordBlock, in chunk: Chunk,
        into findings: inout [ScriptFinding]
    ) -> Bool {
        self.block = block
        self.chunk = chunk
        defer {
            self.block = nil
            self.chunk = nil
        }
        swap(&self.findings, &findings)
        defer { swap(&self.findings, &findings) }
        current.pointee = Int32(record)
        guard block.firstCell[record] < block.firstCell[record + 1] else { return true }
        views.next(recordNumber)
        for field in seen { views.forget(field) }
        defer { views.end() }
        return holds(condition, isNested: false)
    }

    /// Whether a condition holds for the current record.
    ///
    /// One that fails counts as holding, one that reads an ill-typed cell does not: whoever cannot
    /// be asked whether a rule applies is not told of it, and the cell has its own finding.
    private func holds(_ condition: ScriptReference, isNested: Bool) -> Bool {
        // Without functions the rules did not load, which has its own finding.
        guard !offConditions.contains(condition), functions.indices.contains(condition.index) else {
            return true
        }
        return stack.scope {
            stack.push(functions[condition.index])
            views.pushCurrent()
            stack.push(context)
            do throws(LuaError) {
                try stack.callCapped(arguments: 2, results: 1)
                return stack.boolean(at: -1)
            } catch {
                switch error.kind {
                case .skipped: return false
                case .callLimit, .memory: offConditions.insert(condition)
                default: break
                }
                // What ends a call ends the rule's own call too, whose failure is then told.
                if isNested, error.kind == .callLimit { return false }
                report(error, rule: plan.scriptErrorRule, record: record)
                return true
            }
        }
    }
}
