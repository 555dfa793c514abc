import StetCore
import StetRules
import StetStores

/// The rules of a file that are functions, as the engine sees them.
///
/// The engine does not know what language they are in. It asks for one runner for each worker;
/// a runner is made, used and ended on its worker's thread.
package protocol ScriptRules: Sendable {
    /// - Throws: `CheckError.rules` if the functions cannot be loaded.
    func makeRunner(plan: CheckPlan, file: String, dialect: Dialect) throws(CheckError)
        -> any ScriptRunner
}

/// Runs a rules file's functions over blocks of records, on one thread.
package protocol ScriptRunner: AnyObject {
    /// Whether there is anything to call for each record; if not, `run` is never called.
    var hasRecordWork: Bool { get }

    /// Tells of a record of the block, if an edit has it judged; nil in a check.
    var edited: ((Int) throws(CollectionError) -> EditedRecord)? { get set }

    /// Forgets what earlier chunks may have left: a fresh environment, the seed of this chunk.
    func beginChunk(_ chunk: Chunk, number: Int)

    /// Calls the rules for each record of the block, in order.
    func run(_ block: RecordBlock, of chunk: Chunk, into findings: inout [ScriptFinding])

    /// Whether a condition (`when`) holds for a record; an error in it is a finding.
    func holds(
        _ condition: ScriptReference, record: Int, of block: RecordBlock, in chunk: Chunk,
        into findings: inout [ScriptFinding]
    ) -> Bool

    /// What a function returns of a record, if that is text; nil where it fails, and then `failure`
    /// says why, unless it read a cell of which nothing can be made.
    func text(
        of function: ScriptReference, record: Int, of block: RecordBlock, in chunk: Chunk,
        failure: inout String?
    ) -> String?

    /// The fold states of the chunk, one for each fold of the schema; nil where one failed.
    func endChunk(into findings: inout [ScriptFinding]) -> [FoldState?]

    /// Joins the state of earlier records with that of the records that follow them.
    func merge(
        fold: Int, _ earlier: FoldState, _ later: FoldState, into findings: inout [ScriptFinding]
    ) -> FoldState?

    /// The verdict over the whole table, from the state of all records (nil: there were none).
    func finish(fold: Int, _ state: FoldState?, into findings: inout [ScriptFinding])

    /// What other threads may call to stop what runs here.
    var interrupt: @Sendable () -> Void { get }

    /// Nothing goes on: a limit of the whole run, or an interrupt.
    var isStopped: Bool { get }

    /// A rule went over its cap and is off.
    var hasLimitedRule: Bool { get }

    /// Frees what the runner holds.
    func end()
}

extension ScriptRunner {
    package func text(
        of function: ScriptReference, record: Int, of block: RecordBlock, in chunk: Chunk,
        failure: inout String?
    ) -> String? { nil }
}

/// A record that is judged because it is edited.
package struct EditedRecord: Sendable {
    /// Its number in the collection.
    package var number: Int
    /// The key before the edit; nil: the record is new.
    package var originalKey: RecordKey?

    package init(number: Int, originalKey: RecordKey?) {
        self.number = number
        self.originalKey = originalKey
    }
}

/// A fold's state between chunks: a value that its language can take up again in any worker.
package typealias FoldState = any Sendable

/// What a function said of a record or, without one, of the table.
package struct ScriptFinding: Sendable {
    /// The record in the block; nil: the finding is about the table.
    package var record: Int?
    package var field: String?
    /// The number of the rule in the plan.
    package var rule: Int
    /// In place of the rule's own.
    package var code: String?
    package var severity: Severity?
    package var message: String

    package init(record: Int?, field: String? = nil, rule: Int, message: String) {
        self.record = record
        self.field = field
        self.rule = rule
        self.message = message
    }
}
