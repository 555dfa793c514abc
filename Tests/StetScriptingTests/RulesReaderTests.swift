import StetCore
import Testing

@testable import StetScripting

@Suite("Reading rules files")
struct RulesReaderTests {
    @Test(
        "A mistake is told with its place, and with what was meant",
        arguments: [
            ("return { feilds = {} }", "r: unknown name \"feilds\"; did you mean \"fields\"?"),
            ("return { zzz = 1 }", "r: unknown name \"zzz\""),
            ("return { [true] = 1 }", "r: a boolean as a name is not allowed"),
            ("return { strict = 1 }", "r: strict must be true or false"),
            ("return { missing = 5 }", "r: missing must be text or a list of texts"),
            ("return { key = {} }", "r: key is empty"),
            (
                "return { key = 'nmae', fields = { 'name' } }",
                "r: key names \"nmae\", which is no field; did you mean \"name\"?"
            ),
            ("return { title = 5 }", "r: title must be the name of a field or a function"),
            (
                "return { title = 'nane', fields = { { 'name' } } }",
                "r: title names \"nane\", which is no field; did you mean \"name\"?"
            ),
            ("return { when = 5 }", "r: when must be a function"),
            ("return { fields = 5 }", "r: fields must be a list of tables"),
            (
                "return { fields = { weight = {} } }",
                "r: fields is a list: write { \"weight\", … } rather than weight = { … }"
            ),
            ("return { fields = { 'a', 'a' } }", "r: the field \"a\" is declared twice"),
            ("return { fields = { {} } }", "r: field 1: begins with its name: { \"name\", … }"),
            (
                "return { fields = { 'a', 5.5 } }",
                "r: field 2: must be a table such as { \"name\", type = \"integer\" }"
            ),
            (
                "return { fields = { {'a', 'b'} } }",
                "r: field \"a\": has a second value without a name; options are written name = value"
            ),
            (
                "return { fields = { {'a', tpye = 'integer'} } }",
                "r: field \"a\": unknown name \"tpye\"; did you mean \"type\"?"
            ),
            (
                "return { fields = { {'a', type = 'interger'} } }",
                "r: field \"a\": there is no type \"interger\"; it is one of string, integer, "
                    + "number, boolean or date; did you mean \"integer\"?"
            ),
            (
                "return { fields = { {'a', type = 'decimal'} } }",
                "r: field \"a\": the type \"decimal\" is not available in this version"
            ),
            (
                "return { fields = { {'a', true_values = 'x', false_values = {'y', 'x'}} } }",
                "r: field \"a\": \"x\" is both a true and a false value"
            ),
            (
                "return { fields = { {'a', enum = 5} } }",
                "r: field \"a\": enum must be a list of values"
            ),
            (
                "return { fields = { {'a', required = 1} } }",
                "r: field \"a\": required must be true or false"
            ),
            ("return { fields = { {'a', min = {1, 2}} } }", "r: field \"a\": min takes one value"),
            (
                "return { fields = { {'a', min_length = -1} } }",
                "r: field \"a\": min_length must be a whole number that is not negative"
            ),
            (
                "return { fields = { {'a', min = {0, severity = 'bad'}} } }",
                "r: field \"a\": min: severity is \"error\", \"warning\" or \"info\""
            ),
            (
                "return { fields = { {'a', min = {0, mesage = 'bad'}} } }",
                "r: field \"a\": min: unknown name \"mesage\"; did you mean \"message\"?"
            ),
            (
                "return { fields = { {'a', min = {0, when = 5}} } }",
                "r: field \"a\": min: when must be a function of the record"
            ),
            (
                "return { fields = { {'a', validate = {}} } }",
                "r: field \"a\": validate has no function"
            ),
            (
                "return { validators = { short = 5 }, fields = { {'a', validate = 'shrot'} } }",
                "r: validators: \"short\" must be a function"
            ),
            (
                "return { validators = { short = type }, fields = { {'a', validate = 'shrot'} } }",
                "r: field \"a\": there is no validator \"shrot\"; did you mean \"short\"?"
            ),
            (
                "return { validate = 5 }",
                "r: validate must be a function(ctx, record) or a list of them"
            ),
            ("return { validate = { 5 } }", "r: validate: item 1 must be a function"),
            ("return { checks = { 5 } }", "r: checks: item 1 must be a stet.fold { … }"),
            (
                "return { dialect = { delimeter = ';' } }",
                "r: dialect: unknown name \"delimeter\"; did you mean \"delimiter\"?"
            ),
            (
                "return { dialect = { delimiter = 'ab' } }",
                "r: dialect: the delimiter must be one byte, not \"ab\""
            ),
        ])
    func mistakes(rules: String, message: String) {
        #expect(mistake(rules) == message)
    }

    @Test("A fold must be whole, and is checked where it is written")
    func folds() {
        #expect(
            mistake("return { checks = {\nstet.fold { step = type } } }")
                == "r:2: a fold begins with its name: stet.fold { \"total weight\", … }")
        #expect(
            mistake("return { checks = { stet.fold { 'f', step = type, merge = type } } }")
                == "r:1: fold \"f\": finish must be a function")
        #expect(
            mistake("return { checks = { stet.fold { 'f', stpe = type } } }")
                == "r:1: fold \"f\": unknown name \"stpe\"; did you mean \"step\"?")
    }

    @Test("Whatever raises while it loads, or takes too long, does not load")
    func loading() {
        #expect(mistake("error('boom')") == "r:1: boom")
        #expect(mistake("local t = nil\nreturn t.x")?.hasPrefix("r:2: attempt to index") == true)
        var caps = RuleCaps()
        caps.load = 200
        #expect(throws: (any Error).self) {
            try LuaRules(text: Array("while true do end".utf8), name: "r", caps: caps)
        }
    }

    @Test("What is written is what is read")
    func whole() throws {
        let rules = try LuaRules(
            text: Array(
                """
                #!/usr/bin/env stet
                return { key = { 'a', 'b' }, strict = true, missing = { '', 'NA' },
                  dialect = { delimiter = ';', quote = '', header = false },
                  fields = { { 'a', type = 'integer', min = { 0, severity = 'warning', code = 'c',
                    message = 'm' }, leading_zeros = true, missing = '-' }, 'b' } }
                """.utf8), name: "r")
        let schema = rules.schema
        #expect(schema.key == ["a", "b"])
        #expect(schema.strict)
        #expect(schema.missing == ["", "NA"])
        #expect(schema.dialect.delimiter == UInt8(ascii: ";"))
        #expect(schema.dialect.quote == .some(nil))
        #expect(schema.dialect.hasHeader == false)
        let field = schema.fields[0]
        #expect(field.type == .integer)
        #expect(field.missing == ["-"])
        #expect(field.leadingZeros)
        #expect(field.constraints.count == 1)
        #expect(field.constraints[0].severity == .warning)
        #expect(field.constraints[0].code == "c")
        #expect(field.constraints[0].message == "m")
    }
}
