import LuaKit
import StetCheck
import StetCore
import StetRules
import StetStores

/// Collection rules: states that begin in each chunk, are merged in file order, and are judged.
extension LuaRunner {
    func endChunk(into findings: inout [ScriptFinding]) -> [FoldState?] {
        // What was said while the chunk began.
        findings += self.findings
        self.findings.removeAll()
        swap(&self.findings, &findings)
        defer { swap(&self.findings, &findings) }
        if chunkNumber == 0, let name = upvalues?.changed(stack) {
            self.findings.append(
                ScriptFinding(
                    record: nil, rule: plan.scriptStateRule,
                    message: "a rule changes \"\(name)\", which is forgotten between parts of the "
                        + "file; use a fold, or say sequential = true"))
        }
        guard let driver else { return plan.folds.map { _ in nil } }
        return stack.scope {
            stack.push(driver.states)
            let states = stack.top
            var result: [FoldState?] = []
            for (place, fold) in plan.folds.enumerated() {
                // What went over a cap has not seen all records and cannot be judged.
                guard !offRules.contains(fold.rule) else {
                    result.append(nil)
                    continue
                }
                stack.pushElement(place + 1, of: states)
                do throws(RulesError) {
                    result.append(try FoldValue.copy(stack, at: stack.top))
                } catch {
                    report(error.description, rule: fold.rule, record: nil)
                    result.append(nil)
                }
                stack.pop()
                if plan.schema.sequential {
                    // The states go on from the beginning: what is past is in the summary.
                    pushInitialState(fold)
                    stack.setElement(place + 1, of: states)
                }
            }
            return result
        }
    }

    func merge(
        fold: Int, _ earlier: FoldState, _ later: FoldState, into findings: inout [ScriptFinding]
    ) -> FoldState? {
        guard let earlier = earlier as? FoldValue, let later = later as? FoldValue else {
            return nil
        }
        return callFold(fold, "merge", [earlier, later], into: &findings) {
            try FoldValue.copy(stack, at: stack.top)
        }
    }

    func finish(fold: Int, _ state: FoldState?, into findings: inout [ScriptFinding]) {
        if !isLoaded || driver == nil { load(seed: 0) }
        guard isLoaded else { return }
        var state = state as? FoldValue
        if state == nil {
            stack.scope {
                pushInitialState(plan.folds[fold])
                do throws(RulesError) {
                    state = try FoldValue.copy(stack, at: stack.top)
                } catch {
                    report(error.description, rule: plan.folds[fold].rule, record: nil)
                }
            }
        }
        guard let state else { return }
        let results: [RuleResult]? = callFold(fold, "finish", [state], into: &findings) {
            try RuleResult.ofRecordRule(stack, first: stack.top)
        }
        for result in results ?? [] {
            var finding = ScriptFinding(
                record: nil, field: result.field, rule: plan.folds[fold].rule,
                message: result.message ?? "the check \"\(plan.schema.folds[fold].name)\" failed")
            finding.code = result.code
            finding.severity = result.severity
            findings.append(finding)
        }
    }

    /// Calls a function of a fold and reads its one result; nil if it failed, which is reported.
    private func callFold<Result>(
        _ fold: Int, _ name: String, _ arguments: [FoldValue],
        into findings: inout [ScriptFinding], read: () throws -> Result
    ) -> Result? {
        swap(&self.findings, &findings)
        defer { swap(&self.findings, &findings) }
        let item = plan.folds[fold]
        return stack.scope {
            stack.push(functions[item.script.index])
            stack.pushField(name, of: stack.top)
            for argument in arguments { argument.push(on: stack) }
            do {
                try stack.callCapped(arguments: arguments.count, results: 1)
                return try read()
            } catch let error as LuaError {
                report(error, rule: item.rule, record: nil)
                return nil
            } catch {
                report(String(describing: error), rule: item.rule, record: nil)
                return nil
            }
        }
    }
}
