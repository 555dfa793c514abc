import Foundation
import Testing

/// Values that are printed, and where what Lua prints goes.
@Suite struct PrintedRecordTests {
    private func fruits(_ input: String, arguments: [String]? = nil) throws -> PipedPrompt {
        try PipedPrompt([PromptFiles.fruits, PromptFiles.rules], input, arguments: arguments)
    }

    @Test func aCollectionIsPrintedAsItsFirstRowsWithACount() throws {
        let printed = try fruits(".mode box\nit\n")
        #expect(printed.output.contains("│ a  │ Apple  │    182 │ red    │\n"))
        #expect(printed.errors.contains("3 records of fruits\n"))
    }

    @Test func inPipesTablesAreForPrograms() throws {
        let printed = try fruits(".where weight > 100\n.sections color\n.mode\n")
        #expect(
            printed.output
                == "id\tname\tweight\tcolor\na\tApple\t182\tred\nb\tBanana\t118\tyellow\n"
                + "color\trecords\nred\t1\nyellow\t1\n.mode tsv\n")
    }

    @Test func ofALargeCollectionOnlySomeRowsArePrinted() throws {
        let table = "id\n" + (1...5_000).map { "\($0)\n" }.joined()
        let printed = try PipedPrompt([(name: "t.csv", text: table)], ".mode csv\nt\n")
        #expect(printed.output == "id\n" + (1...20).map { "\($0)\n" }.joined())
        #expect(printed.errors.contains("the first 20 of 5,000 records of t\n"))
    }

    @Test func aViewAndARecordHaveTheirOwnForms() throws {
        let printed = try fruits(".mode csv\nit:where('weight > 100'):sort('name')\nit:get('c')\n")
        #expect(printed.output.contains("a,Apple,182,red\nb,Banana,118,yellow\n"))
        #expect(printed.output.hasSuffix("name   │ Cherry\nweight │ 8\ncolor  │ red\n"))
        // Among other values, and as the last value, it is what it was.
        #expect(try fruits("it:get('c')\n_1.name, #it\n").output.hasSuffix("1: \"Cherry\"\n2: 3\n"))
    }

    @Test func whatLuaPrintsGoesWhereResultsGo() throws {
        let printed = try fruits(
            """
            .output out.txt
            print("one", 2, nil)
            _ = io.write("three", 4, "\\n")
            it:get("a").weight
            .output -
            print("on the screen again")
            for line in io.lines("out.txt") do print("> " .. line) end
            """)
        #expect(
            printed.output
                == "on the screen again\n> one\t2\tnil\n> three4\n> 182\n")
    }

    @Test func printAndWriteKeepTheirErrors() throws {
        #expect(
            try fruits(
                ".output o\nprint(setmetatable({}, { __tostring = function() return {} end }))\n"
            )
            .errors.contains("'__tostring' must return a string"))
        #expect(
            try fruits(".output o\nio.write({})\n").errors.contains("bad argument #1 to 'write'"))
    }

    @Test func whatAValueSaysOfItselfHasLittleTime() throws {
        let printed = try fruits(
            """
            slow = setmetatable({}, { __name = "Slow", __tostring = function() while true do end end })
            slow
            {slow, slow, slow, slow, slow, slow}
            "still here"
            """)
        #expect(
            printed.output.hasPrefix("<Slow: __tostring took longer than 50 ms>\n"))
        #expect(printed.output.contains("<Slow: __tostring was not asked>"))
        #expect(printed.output.hasSuffix("\"still here\"\n"))
        #expect(printed.status == 0)
    }

    @Test func aTypeSaysWhichFieldsArePrinted() throws {
        let printed = try fruits(
            "setmetatable({ b = 1, a = 2, secret = 3 }, { __pretty = { 'b', 'a', 7 } })\n")
        #expect(printed.output == "{b = 1, a = 2}\n")
    }

    @Test func limitsAreSetShownAndLifted() throws {
        let printed = try fruits(
            """
            .limits items 2 depth 1
            .limits
            { 1, 2, 3, { 4 } }
            .limits usual
            { 1, 2, 3, { 4 } }
            """)
        #expect(printed.output.hasPrefix(".limits depth 1 items 2 characters 200"))
        #expect(printed.output.contains("{1, 2, ... 2 more}\n{1, 2, 3, {4}}\n"))
        #expect(try fruits(".limits item 3\n").errors.contains("did you mean \"items\"?"))
        #expect(try fruits(".limits items -3\n").errors.contains("a limit is a number above 0"))
    }

    @Test func variablesAreListedWithWhatTheyHold() throws {
        let printed = try fruits("x = 12\nlong = { 'a', 'b' }\n.vars\n")
        #expect(printed.output.contains("long    {\"a\", \"b\"}\n"))
        #expect(printed.output.contains("x       12\n"))
        #expect(!printed.output.contains("print"))
        #expect(!printed.output.contains("help"))
    }

    @Test func whatIsOpenIsListed() throws {
        #expect(try fruits(".collections\n").output == "* fruits: fruits.csv, 3 records\n")
        let several = try PipedPrompt(
            [PromptFiles.fruits, PromptFiles.groups], ".open groups.csv\n.collections\n.open\n")
        let list = "  fruits: fruits.csv, 3 records\n* groups: groups.csv, 4 records\n"
        #expect(several.output == list + list)
    }

    @Test func anExpressionIsMeasured() throws {
        let measured = try fruits(".bench it:get('b').weight\n")
        #expect(measured.output.contains(" a call, at least "))
        #expect(try fruits(".bench error('no')\n").errors.contains("no"))
        #expect(try fruits(".bench\n").errors.contains("usage: .bench EXPR"))
    }

    @Test func timesTellOfMemoryAndRows() throws {
        let timed = try fruits(".time on\n.list\n")
        #expect(timed.errors.contains("processor "))
        #expect(timed.errors.contains("3 rows"))
    }
}
