import StetCore
import StetRules
import StetStores

/// Looks up the values that refer to other tables: a worker's own tools for it.
final class ReferenceCheck {
    private let plan: CheckPlan
    private let targets: [any ReferenceTarget]
    private let quote: UInt8
    private let workspace: CompiledField.Workspace
    private var digests: [KeyDigest] = []
    private var key = ReferenceKey()

    /// A value that the other table lacks.
    struct Failure {
        /// In the block.
        var record: Int
        /// In the block's cell arrays.
        var cell: Int
        /// In the plan.
        var rule: Int
        var values: [ByteString]
        fileprivate var number: Int
    }

    /// - Parameter targets: one for each reference of the plan.
    init(
        plan: CheckPlan, targets: [any ReferenceTarget], quote: UInt8,
        workspace: CompiledField.Workspace
    ) {
        self.plan = plan
        self.targets = targets
        self.quote = quote
        self.workspace = workspace
    }

    func check(_ block: RecordBlock, into failures: inout [Failure]) throws(StoreError) {
        for (number, rule) in plan.references.enumerated() {
            digests.removeAll(keepingCapacity: true)
            rule.values.digests(of: block, quote: quote, workspace: workspace, into: &digests)
            var record = 0
            for entry in digests {
                while Int(block.recordStart[record]) < entry.position { record += 1 }
                rule.values.read(
                    &key, digest: entry.digest, ofRecord: record, in: block, quote: quote,
                    workspace: workspace)
                guard try !targets[number].contains(key), let column = rule.field.column,
                    let cell = block.cell(record: record, column: column)
                else { continue }
                failures.append(
                    Failure(
                        record: record, cell: cell, rule: rule.rule, values: key.values,
                        number: number))
            }
        }
    }

    func message(of failure: Failure) -> String {
        if let message = plan.rules[failure.rule].message { return message }
        let rule = plan.references[failure.number]
        return CheckPlan.missingMessage(
            failure.values, of: rule.reference, among: targets[failure.number].suggestions)
    }
}
