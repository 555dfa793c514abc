import Testing

@testable import LuaKit

/// Records in memory: a name, a weight and a colour, any of which may be missing or ill-typed.
private final class Owner: LuaDriverOwner, LuaViewSource {
    enum Cell {
        case text(String), integer(Int), missing, illTyped
    }

    var records: [[Cell]] = []
    var fills = 0
    var unhappy: [String] = []
    var failures: [String] = []
    private var current: Int32 = 0

    /// Runs a driver over the records. `prefilled` fields are set before each call; the others
    /// are asked for.
    func run(_ driver: LuaDriver, on stack: LuaStack, prefilled: Int) -> LuaError.Kind? {
        let count = records.count
        var text: [UInt8] = [0]
        var extents: [UInt32] = [0]
        for record in records { extents.append(extents[extents.count - 1] + UInt32(record.count)) }
        var kinds: [UInt8] = []
        var words: [UInt64] = []
        for field in 0..<prefilled {
            for record in records {
                switch record.isEmpty ? .missing : record[field] {
                case .text(let value):
                    kinds.append(LuaColumn.Kind.text)
                    words.append(UInt64(text.count) << 32 | UInt64(value.utf8.count))
                    text += Array(value.utf8)
                case .integer(let value):
                    kinds.append(LuaColumn.Kind.integer)
                    words.append(UInt64(bitPattern: Int64(value)))
                case .missing, .illTyped:
                    kinds.append(LuaColumn.Kind.none)
                    words.append(0)
                }
            }
        }
        return withUnsafeMutablePointer(to: &current) { current in
            text.withUnsafeBufferPointer { text in
                extents.withUnsafeBufferPointer { extents in
                    kinds.withUnsafeBufferPointer { kinds in
                        words.withUnsafeBufferPointer { words in
                            let columns = (0..<prefilled).map {
                                LuaColumn(
                                    field: $0, kinds: kinds.baseAddress! + $0 * count,
                                    words: words.baseAddress! + $0 * count)
                            }
                            self.place = current
                            defer { self.place = nil }
                            return driver.run(
                                on: stack,
                                over: LuaRecords(
                                    count: count, firstNumber: 1, columns: columns,
                                    text: text.baseAddress!, extents: extents.baseAddress!,
                                    current: current))
                        }
                    }
                }
            }
        }
    }

    private var place: UnsafeMutablePointer<Int32>?
    private var record: Int { Int(place?.pointee ?? 0) }

    func fill(_ stack: LuaStack, field: Int) -> LuaFill {
        fills += 1
        switch records[record][field] {
        case .text(let text): stack.push(text)
        case .integer(let value): stack.push(value)
        case .missing: return .missing
        case .illTyped: return .skip
        }
        return .value
    }

    func unknownField(_ name: String) -> String { "there is no field \"\(name)\"" }

    func result(record: Int, work: Int, stack: LuaStack, first: Int) {
        let results = (first..<stack.top + 1).map { stack.value(at: $0).described }
        unhappy.append("\(record + 1).\(work): \(results.joined(separator: " "))")
    }

    func failure(record: Int, work: Int, error: LuaError) {
        failures.append("\(record + 1).\(work): \(error)")
    }
}

@Suite("Views and the driver") struct ViewTests {
    /// Runs functions, given as the text of a list, over records.
    private func drive(
        _ functions: String, kinds: [LuaDriver.Kind], prefilled: Int = 0,
        records: [[Owner.Cell]], milliseconds: Int = 0,
        then: (LuaStack, LuaDriver, LuaReference) throws -> Void = { _, _, _ in }
    ) throws -> (owner: Owner, reason: LuaError.Kind?) {
        let owner = Owner()
        owner.records = records
        return try withLua { state, stack in
            _ = try LuaViews(
                on: stack, names: ["name", "weight", "color"].map { Array($0.utf8) },
                past: "record %I is past", source: owner)
            let environment = try stack.restrictedEnvironment()
            let list = try stack.run("return { \(functions) }", in: environment)
            guard case .table(let table)? = list.first else { throw LuaExit(status: 1) }
            stack.pushTable()
            stack.push("the context")
            stack.setField("file", of: 1)
            let context = stack.reference(at: 1)
            stack.pop()
            stack.pushTable()
            let states = stack.reference(at: 1)
            stack.pop()
            let driver = LuaDriver(owner: owner, contextObject: context, states: states)
            stack.push(table)
            for (index, kind) in kinds.enumerated() {
                stack.pushElement(index + 1, of: 1)
                driver.add(stack.reference(at: -1), as: kind)
                stack.pop()
            }
            stack.pop()
            state.setCaps(call: milliseconds, run: 0)
            let reason = owner.run(driver, on: stack, prefilled: prefilled)
            #expect(stack.top == 0)
            try then(stack, driver, states)
            return (owner, reason)
        }
    }

    private let fruits: [[Owner.Cell]] = [
        [.text("Banana"), .integer(120), .text("yellow")],
        [.text("Cherry"), .integer(5), .missing],
        [.text("Melon"), .illTyped, .text("green")],
        [.text("Fig"), .integer(40), .text("brown")],
    ]

    @Test(arguments: 0...3) func recordRules(prefilled: Int) throws {
        let rule =
            "function(ctx, r) if r.weight > 50 then return r.name .. ' of ' .. ctx.file end end"
        let (owner, reason) = try drive(
            rule, kinds: [.recordRule], prefilled: prefilled, records: fruits)
        #expect(reason == nil)
        #expect(owner.failures == [])
        #expect(owner.unhappy == ["1.0: Banana of the context"])
    }

    @Test func whatContentsARecordRule() throws {
        let results = ["", "nil", "true", "false", "'no'", "{}", "1", "nil, 'x'"]
        let rules = results.map { "function() return \($0) end" }.joined(separator: ", ")
        let (owner, _) = try drive(
            rules, kinds: results.map { _ in .recordRule }, records: [fruits[0]])
        #expect(owner.unhappy == ["1.3: false", "1.4: no", "1.5: table", "1.6: 1"])
    }

    @Test func whatContentsAFieldRule() throws {
        let results = ["", "nil", "true", "false, 'why'", "'yes'", "0"]
        let rules = results.map { "function(value) return \($0) end" }.joined(separator: ", ")
        let (owner, _) = try drive(
            rules, kinds: results.map { _ in .fieldRule(field: 1) }, prefilled: 2,
            records: [fruits[0]])
        #expect(owner.unhappy == ["1.0: ", "1.1: nil", "1.3: false why"])
    }

    @Test func aFieldRuleGetsValueViewAndContext() throws {
        let (owner, _) = try drive(
            "function(value, r, ctx) return false, value, r.name, ctx.file end",
            kinds: [.fieldRule(field: 1)], prefilled: 2, records: fruits)
        #expect(
            owner.unhappy == [
                "1.0: false 120 Banana the context", "2.0: false 5 Cherry the context",
                "4.0: false 40 Fig the context",
            ])
    }

    @Test func folds() throws {
        var total = ""
        let (owner, _) = try drive(
            "function(sum, r) return (sum or 0) + r.weight end",
            kinds: [.foldStep(place: 1)], records: fruits
        ) { stack, _, states in
            stack.push(states)
            stack.pushElement(1, of: 1)
            total = stack.value(at: 2).described
            stack.setTop(0)
        }
        // The record whose weight is ill-typed takes no part.
        #expect(total == "165")
        #expect(owner.failures == [])
    }

    @Test func anErrorEndsOneCallOnly() throws {
        let (owner, reason) = try drive(
            "function(_, r) if r.name == 'Cherry' then error('no cherries') end end, function(_, r) return r.name end",
            kinds: [.recordRule, .recordRule], records: fruits)
        #expect(reason == nil)
        #expect(owner.failures == ["2.0: test:1: no cherries"])
        #expect(owner.unhappy.count == 4)
    }

    @Test func anIllTypedFieldEndsTheCallPastPcall() throws {
        let (owner, reason) = try drive(
            "function(_, r) pcall(function() return r.weight end) return r.name end",
            kinds: [.recordRule], records: fruits)
        #expect(reason == nil)
        #expect(owner.failures == [])
        #expect(owner.unhappy == ["1.0: Banana", "2.0: Cherry", "4.0: Fig"])
    }

    @Test func fieldsAreAskedForOnce() throws {
        let (owner, _) = try drive(
            "function(_, r) for i = 1, 10 do local x = r.name end end", kinds: [.recordRule],
            records: fruits)
        #expect(owner.fills == fruits.count)
    }

    @Test func namesThatAreNoFields() throws {
        let (owner, _) = try drive(
            "function(_, r) return r.wieght end, function(_, r) r.name = 'x' end, function(_, r) return #r end",
            kinds: [.recordRule, .recordRule, .recordRule], records: [fruits[0]])
        #expect(owner.failures.count == 3)
        #expect(owner.failures.first == "1.0: test:1: there is no field \"wieght\"")
        #expect(owner.failures.dropFirst().first?.contains("read-only") == true)
    }

    @Test func pairsGivesFieldsInOrder() throws {
        let (owner, _) = try drive(
            """
            function(_, r)
                local s = ''
                for k, v in pairs(r) do s = s .. k .. '=' .. tostring(v) .. ' ' end
                return s
            end
            """, kinds: [.recordRule], records: Array(fruits[0...1]))
        #expect(
            owner.unhappy == [
                "1.0: name=Banana weight=120 color=yellow ",
                "2.0: name=Cherry weight=5 color=nil ",
            ])
    }

    @Test func aViewIsPastWhenItsRecordIs() throws {
        let (owner, _) = try drive(
            """
            (function()
                local kept
                return function(_, r)
                    if kept then return select(2, pcall(function() return kept.name end)) end
                    kept = r
                end
            end)()
            """, kinds: [.recordRule], records: fruits)
        #expect(owner.unhappy.count == 3)
        #expect(owner.unhappy.first == "2.0: test:4: record 1 is past")
    }

    @Test func aRecordWithoutCellsIsPassedOver() throws {
        let (owner, _) = try drive(
            "function(_, r) return r.name end", kinds: [.recordRule],
            records: [fruits[0], [], fruits[1]])
        #expect(owner.unhappy == ["1.0: Banana", "3.0: Cherry"])
    }

    @Test func aCallOverItsCapIsEndedAndTurnedOff() throws {
        let (owner, reason) = try drive(
            "function(_, r) if r.name == 'Cherry' then while true do pcall(error) end end return r.name end, function() return 'b' end",
            kinds: [.recordRule, .recordRule], records: fruits, milliseconds: 50)
        #expect(reason == nil)
        #expect(owner.failures.count == 1)
        #expect(owner.failures.first?.hasPrefix("2.0: the rule took longer") == true)
        #expect(owner.unhappy == ["1.0: Banana", "1.1: b", "2.1: b", "3.1: b", "4.1: b"])
    }

    @Test func anExponentialPatternInARuleIsEnded() throws {
        let (owner, reason) = try drive(
            "function(_, r) return (string.find(('a'):rep(1e5), '.-.-.-.-b')) end",
            kinds: [.recordRule], records: [fruits[0]], milliseconds: 50)
        #expect(reason == nil)
        #expect(owner.failures.first?.hasPrefix("1.0: the rule took longer") == true)
    }

    @Test func manyShortCallsAreNotOverTheCap() throws {
        let (owner, reason) = try drive(
            "function(_, r) for i = 1, 3000 do local x = ('x'):rep(10) end end",
            kinds: [.recordRule], records: Array(repeating: fruits[0], count: 600),
            milliseconds: 100)
        #expect(reason == nil)
        #expect(owner.failures == [])
    }

    @Test func anInterruptEndsTheRun() throws {
        let owner = Owner()
        owner.records = Array(repeating: fruits[0], count: 3)
        try withLua { state, stack in
            let environment = try stack.restrictedEnvironment()
            _ = try LuaViews(
                on: stack, names: ["name", "weight", "color"].map { Array($0.utf8) },
                past: "%I", source: owner)
            stack.push(environment)
            stack.pushFunction("stop") { [interrupter = state.interrupter] _ in
                interrupter.interrupt()
                return 0
            }
            stack.setField("stop", of: 1)
            stack.pop()
            let values = try stack.run("return function() pcall(stop) end, {}", in: environment)
            guard case .function(let rule) = values[0], case .table(let table) = values[1] else {
                return
            }
            let driver = LuaDriver(owner: owner, contextObject: table, states: table)
            driver.add(rule, as: .recordRule)
            #expect(owner.run(driver, on: stack, prefilled: 0) == .interrupted)
            #expect(owner.failures == ["1.0: interrupted"])
        }
    }
}
