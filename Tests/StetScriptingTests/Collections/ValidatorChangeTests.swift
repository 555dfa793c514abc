import Testing

@testable import StetScripting

@Suite("Standard validators and changes of a collection")
struct ValidatorChangeTests {
    private let rules = """
        return { key = "id", fields = { {"id", type = "integer", validate = "no_gap"},
            {"mail", validate = "email"}, {"phone"},
            {"net", type = "number"}, {"total", type = "number", validate = stet.validators.sum_of("net")} },
          validate = stet.validators.exactly_one_of("mail", "phone") }
        """
    private let table = "id,mail,phone,net,total\n1,a@b.co,,1,1\n2,,7,2,2\n"

    @Test("A change that breaks one is refused with its words")
    func refused() throws {
        let got = try scripted(
            """
            local c = assert(stet.open(path))
            local function why(fields) local ok, message = c:set(1, fields) return message end
            return texts(why{ mail = "x" }, why{ total = 5 }, why{ phone = "9" },
              c:set(1, { net = 3, total = 3 }), c:set(1, { mail = stet.missing, phone = "9" }))
            """, table: table, rules: rules)
        #expect(got[0].contains("\"x\" is not an address for mail"))
        #expect(got[1].contains("\"5\" is not the sum of \"net\", which is 1"))
        #expect(got[2].contains("only one of \"mail\" and \"phone\" may have a value"))
        #expect(got[3] != "nil" && got[4] != "nil")
    }

    @Test("Values in order are not held at changes, but told of by checks and at a commit")
    func order() throws {
        let got = try scripted(
            """
            local c = assert(stet.open(path))
            assert(c:insert{ id = 9, mail = "c@d.co" })
            assert(#c:findings(9) == 0)
            local report = c:check()
            local finding
            for each in report:findings() do finding = each end
            local ok, notes = c:commit()
            return texts(finding.message, finding.code, ok, notes)
            """, table: table, rules: rules)
        #expect(got[0] == "\"9\" follows \"2\" in record 2, it must be 3")
        #expect(got[1] == "validate")
        #expect(got[2] == "true")
        #expect(got[3].contains("\"9\" follows \"2\" in record 2, it must be 3"))
    }
}
