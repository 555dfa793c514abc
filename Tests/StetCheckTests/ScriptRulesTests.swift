import StetCore
import StetRules
import StetStores
import Synchronization
import Testing

@testable import StetCheck

/// Rules that are Swift: one record rule, and one fold that concatenates first cells.
private struct StubRules: ScriptRules {
    /// What is wrong with a record, by its first cell; nil: nothing.
    var verdict: @Sendable (String) -> String?
    let ends = Counter()

    func makeRunner(plan: CheckPlan, file: String, dialect: Dialect) throws(CheckError)
        -> any ScriptRunner
    {
        StubRunner(plan: plan, verdict: verdict, ends: ends)
    }

    static var schema: Schema {
        var schema = Schema.of(("id", .string, []))
        schema.recordRules = [RecordRule(name: "odd", script: ScriptReference(index: 0))]
        schema.folds = [Fold(name: "all", script: ScriptReference(index: 1))]
        return schema
    }
}

private final class Counter: Sendable {
    let value = Atomic<Int>(0)
}

private final class StubRunner: ScriptRunner {
    var edited: ((Int) throws(CollectionError) -> EditedRecord)?
    private let plan: CheckPlan
    private let verdict: @Sendable (String) -> String?
    private let ends: Counter
    private var state = ""
    private(set) var isStopped = false
    let hasRecordWork = true
    let hasLimitedRule = false
    let interrupt: @Sendable () -> Void = {}

    init(plan: CheckPlan, verdict: @escaping @Sendable (String) -> String?, ends: Counter) {
        self.plan = plan
        self.verdict = verdict
        self.ends = ends
    }

    func beginChunk(_ chunk: Chunk, number: Int) { state = "" }

    func run(_ block: RecordBlock, of chunk: Chunk, into findings: inout [ScriptFinding]) {
        for record in 0..<block.recordCount {
            guard let cell = block.cell(record: record, column: 0) else { continue }
            let text = block.cellText(cell, quote: UInt8(ascii: "\"")).description
            state += text + " "
            if let message = verdict(text) {
                findings.append(
                    ScriptFinding(
                        record: record, rule: plan.recordScripts[0].rule, message: message))
            }
        }
    }

    func holds(
        _ condition: ScriptReference, record: Int, of block: RecordBlock, in chunk: Chunk,
        into findings: inout [ScriptFinding]
    ) -> Bool { true }

    func endChunk(into findings: inout [ScriptFinding]) -> [FoldState?] { [state] }

    func merge(
        fold: Int, _ earlier: FoldState, _ later: FoldState, into findings: inout [ScriptFinding]
    ) -> FoldState? {
        guard let earlier = earlier as? String, let later = later as? String else { return nil }
        return earlier + later
    }

    func finish(fold: Int, _ state: FoldState?, into findings: inout [ScriptFinding]) {
        findings.append(
            ScriptFinding(
                record: nil, rule: plan.folds[0].rule, message: state as? String ?? "none"))
    }

    func end() { ends.value.add(1, ordering: .relaxed) }
}

@Suite("Rules that are functions, without Lua")
struct ScriptRulesTests {
    private let rules = StubRules { text in
        Int(text).flatMap { $0 % 5 == 3 ? "\($0) is odd" : nil }
    }

    @Test("Folds see all records in file order, and are judged once, last")
    func folds() throws {
        let text = "id\n" + (1...300).map { "\($0)\n" }.joined()
        for (workers, chunkSize) in [(1, 1 << 20), (1, 40), (3, 40), (2, 200)] {
            let checked = try check(Array(text.utf8), StubRules.schema, scripts: rules) {
                $0.workers = workers
                $0.chunkSize = chunkSize
            }
            #expect(checked.counts == ["odd - 60", "all - 1"])
            #expect(checked.lines.first == "4:1@7 3 odd")
            #expect(checked.messages.last == (1...300).map { "\($0) " }.joined())
            #expect(checked.findings.last?.offset == nil)
        }
    }

    @Test("A table without records is judged too")
    func none() throws {
        let checked = try check(Array("id\n".utf8), StubRules.schema, scripts: rules)
        #expect(checked.messages == ["none"])
    }

    @Test("Every runner is ended")
    func ends() throws {
        let before = rules.ends.value.load(ordering: .relaxed)
        _ = try check(Array("id\n1\n2\n".utf8), StubRules.schema, scripts: rules) {
            $0.workers = 3
        }
        #expect(rules.ends.value.load(ordering: .relaxed) - before == 3)
    }

    @Test("A check that is stopped says that it is incomplete")
    func stopped() throws {
        let stopper = CheckEngine.Stopper()
        let stopping = StubRules { text in
            if text == "500" { stopper.stop() }
            return nil
        }
        let text = "id\n" + (1...100_000).map { "\($0)\n" }.joined()
        let checked = try check(
            Array(text.utf8), StubRules.schema, scripts: stopping, stopper: stopper
        ) { $0.chunkSize = 4_096 }
        #expect(checked.report.incompleteReason == .interrupted)
        #expect((500..<100_000).contains(checked.report.records))
    }
}
