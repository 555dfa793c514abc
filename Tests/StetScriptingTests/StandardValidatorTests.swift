import Foundation
import StetCheck
import StetCore
import Testing

@testable import StetScripting

@Suite("Standard validators in rules")
struct StandardValidatorTests {
    @Test(
        "By name, in lists with functions, as tables, called, under names of the rules' own",
        arguments: [
            "validate = 'email'", "validate = { 'trimmed', 'email' }",
            "validate = { function(v) return true end, 'email' }",
            "validate = stet.validators.email", "validate = { stet.validators.email }",
            "validate = 'mail'", "validate = 'address'",
            "validate = function(v) return stet.validators.email(v) end",
            "validate = { { 'email' } }", "validate = { 'email', severity = 'error' }",
            "validate = stet.validators['email']",
        ])
    func forms(_ validate: String) throws {
        let rules = """
            return { validators = { mail = stet.validators.email,
                address = function(v) return stet.validators.email(v) end },
              fields = { {'a', \(validate)} } }
            """
        #expect(
            try check("a\nann@example.com\nx\n", rules).lines == [
                "2 a validate: \"x\" is not an address for mail: there is no @ in it"
            ])
    }

    @Test("A constraint's options hold for them")
    func options() throws {
        let rules = """
            return { fields = { {'a', validate = { 'upper', severity = 'warning', code = 'C',
                message = 'shout', when = function(r) return r.b == 'x' end }}, {'b'} } }
            """
        let checked = try check("a,b\nq,x\nq,y\nQ,x\n", rules)
        #expect(checked.lines == ["1 a C: shout"])
        #expect(checked.findings[0].severity == .warning)
    }

    @Test("Items of a list have options of their own")
    func itemsWithOptions() throws {
        let rules = """
            return { fields = { {'a', validate = { 'ascii', { 'upper', severity = 'info' } }} } }
            """
        let checked = try check("a\né\n", rules)
        #expect(checked.findings.map(\.severity) == [.error, .info])
    }

    @Test("A format is a validator of values, with a code of its own")
    func format() throws {
        let rules = """
            return { fields = { {'a', format = 'ipv4'}, {'b', format = { 'slug', code = 'S' }} } }
            """
        #expect(
            try check("a,b\n1.2.3.4,x\n1.2.3,X\n", rules).lines == [
                "2 a format: \"1.2.3\" is not an IPv4 address: it has 3 numbers, not 4",
                "2 b S: \"X\" is not a slug: \"X\" may not stand at place 1",
            ])
    }

    @Test(
        "What cannot be is an error",
        arguments: [
            (
                "{'a', validate = 'emial'}",
                "there is no validator \"emial\"; did you mean \"email\"?"
            ),
            ("{'a', format = 'emial'}", "there is no validator \"emial\"; did you mean \"email\"?"),
            ("{'a', format = 5}", "format must be the name of a validator, such as \"email\""),
            ("{'a', format = { 'email', 'uri' }}", "format takes one name"),
            (
                "{'a', format = 'monotonic'}",
                "format: monotonic looks at more than a value; it belongs to validate"
            ),
            (
                "{'a', type = 'date', format = '%d.%m.%Y'}",
                "layouts of dates, such as format = \"%d.%m.%Y\", are not available in this version"
            ),
            ("{'a', validate = 5}", "validate must be a function, a name, or a list of these"),
            (
                "{'a', validate = { { { 'email' } } }}",
                "validate is nested too deep"
            ),
            (
                "{'a', validate = stet.validators.at_least_one_of('a', 'b')}",
                "validate: at_least_one_of judges records: it belongs to the validate of the rules, "
                    + "beside fields"
            ),
            (
                "{'a', validate = 'sum_of'}",
                "validate: sum_of takes the names of fields: stet.validators.sum_of(\"a\", \"b\")"
            ),
        ])
    func mistakes(field: String, message: String) {
        #expect(mistake("return { fields = { \(field) } }") == "r: field \"a\": " + message)
    }

    @Test(
        "A misspelled name in a call is told where it stands",
        arguments: [
            (
                "stet.validators.emial",
                "r:1: there is no validator \"emial\"; did you mean \"email\"?"
            ),
            (
                "stet.validators.monotonic('faling')",
                "r:1: monotonic takes \"rising\" or \"falling\", and \"strictly\", not faling; did "
                    + "you mean \"falling\"?"
            ),
            (
                "stet.validators.sum_of({})",
                "r:1: sum_of takes the names of fields: stet.validators.sum_of(\"a\", \"b\")"
            ),
            ("stet.validators.sum_of(type)", "r:1: sum_of takes texts and numbers, not a function"),
            (
                "stet.validators.one_of_with_case{ 'a', caes = 'any' }",
                "r:1: one_of_with_case has no option \"caes\"; did you mean \"case\"?"
            ),
        ])
    func mistakesInCalls(call: String, message: String) {
        #expect(mistake("return { fields = { {'a', validate = \(call)} } }") == message)
    }

    @Test(
        "Called in functions they return true, or false and a message",
        arguments: [
            ("stet.validators.email('a@b.co')", "true"),
            (
                "stet.validators.email('x')",
                "false \"x\" is not an address for mail: there is no @ in it"
            ),
            ("stet.validators.ean13(4006381333931)", "true"),
            ("stet.validators.latitude(12.5)", "true"),
            ("stet.validators.email(nil)", "false there is no value"),
            ("stet.validators.email()", "false there is no value"),
            (
                "pcall(stet.validators.email, {})",
                "false bad argument #2 to '__call' (string expected, got table)"
            ),
            (
                "stet.validators.one_of_with_case('Red')('red')",
                "false \"red\" must be written \"Red\""
            ),
            ("tostring(stet.validators.email)", "stet.validators.email"),
            ("stet.validators.email == stet.validators.email", "true"),
        ])
    func calls(expression: String, answer: String) throws {
        let rules = """
            return { fields = { {'a', validate = function(v)
              local parts = table.pack(\(expression))
              for i = 1, parts.n do parts[i] = tostring(parts[i]) end
              return false, table.concat(parts, ' ')
            end} } }
            """
        #expect(try check("a\nx\n", rules).lines == ["1 a validate: " + answer])
    }

    @Test("Functions of rules reach no files, declared validators do")
    func files() throws {
        let name = "stet-\(UUID().uuidString)"
        let path = NSTemporaryDirectory() + name
        try Data().write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(
            try check(
                "a\n\(name)\n\(path)\nx\n",
                "return { fields = { {'a', validate = 'file_exists'} } }"
            ).lines == ["3 a validate: \"x\" is a path where no file is"])
        let lines = try check(
            "a\nx\n",
            "return { fields = { {'a', validate = function(v) return stet.validators.file_exists(v) end} } }"
        ).lines
        #expect(
            lines == [
                "1 a lua.error: r:1: file_exists looks at files, which functions of rules may not; "
                    + "name it in validate"
            ])
    }

    @Test("Over several fields, beside functions and conditions")
    func records() throws {
        let rules = """
            return { fields = { {'net', type = 'number'}, {'tax', type = 'number'},
                {'total', type = 'number', validate = stet.validators.sum_of('net', 'tax')},
                {'mail'}, {'phone', validate = stet.validators.depends_on('mail')} },
              validate = { function(ctx, r) if r.net == 7 then return 'seven' end end,
                stet.validators.at_least_one_of('mail', 'phone'),
                { stet.validators.exactly_one_of('net', 'phone'), severity = 'warning', code = 'one',
                  message = 'one!', when = function(r) return r.tax == 0 end } } }
            """
        #expect(
            try check(
                "net,tax,total,mail,phone\n0.1,0.2,0.3,a,1\n1,2,4,,\n7,0,7,a,1\n,,,,1\n", rules
            )
            .lines == [
                "2 - validate: one of \"mail\" or \"phone\" must have a value",
                "2 total validate: \"4\" is not the sum of \"net\" and \"tax\", which is 3",
                "3 - validate: seven", "3 - one: one!",
                "4 phone validate: it has a value, so \"mail\" must have one",
            ])
    }

    @Test("Top-level `when` holds for them too")
    func topCondition() throws {
        let rules = """
            return { fields = { {'a'}, {'b'} }, when = function(r) return r.a ~= nil end,
              validate = stet.validators.exactly_one_of('a', 'b') }
            """
        #expect(
            try check("a,b\nx,y\n,\n-,\n", rules).lines == [
                "1 - validate: only one of \"a\" and \"b\" may have a value; \"a\" and \"b\" have one"
            ])
    }

    @Test("Values in order are compared across chunks, whatever the number of workers")
    func order() throws {
        var generator = SystemLikeGenerator(state: 4)
        var text = "n,kind,d\n"
        var values: [Int] = []
        for number in 0..<4000 {
            let value = generator.next() % 50 == 0 ? number - 3 : number
            values.append(value)
            text += "\(value),\(generator.next() % 3 == 0 ? "skip" : "use"),\(number / 10)\n"
        }
        let rules = """
            return { fields = { {'n', type = 'integer', validate = { 'no_gap', code = 'gap' }},
              {'kind'}, {'d', type = 'integer', validate = { 'monotonic',
                stet.validators.monotonic('strictly') }} } }
            """
        let whole = try check(text, rules)
        let gaps = zip(values, values.dropFirst()).filter { $1 != $0 + 1 }.count
        #expect(whole.findings.filter { $0.code == "gap" }.count == gaps)
        #expect(whole.findings.filter { $0.field == "d" }.count == 3600)
        let inOrder = whole.findings.map { $0.offset ?? 0 }
        #expect(inOrder == inOrder.sorted())
        for (size, workers) in [(64, 1), (64, 3), (1000, 2), (4096, 4)] {
            let parts = try check(text, rules, chunkSize: size, workers: workers)
            #expect(parts.lines == whole.lines, "\(size)")
            #expect(parts.report.counts.map(\.count) == whole.report.counts.map(\.count))
            #expect(parts.findings.map(\.line) == whole.findings.map(\.line))
        }
    }

    @Test("Records for which the condition does not hold are passed over")
    func orderWithCondition() throws {
        let rules = """
            return { fields = { {'n', type = 'integer', validate = { 'no_gap',
              when = function(r) return r.kind == 'use' end }}, {'kind'} } }
            """
        for size in [8 << 20, 16] {
            #expect(
                try check(
                    "n,kind\n1,use\n9,skip\n2,use\n,use\n4,use\n5,use\n", rules, chunkSize: size
                )
                .lines == ["5 n validate: \"4\" follows \"2\" on line 4, it must be 3"])
        }
    }
}

/// Numbers that look random and are the same in every run.
private struct SystemLikeGenerator {
    var state: UInt64

    mutating func next() -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33)
    }
}
