import Foundation
import StetScripting
import Testing

@testable import StetPrompt

/// Tables of records that scripts make, in the hands of a person.
@Suite struct RecordTableCommandTests {
    private func fruits(_ input: String) throws -> PipedPrompt {
        try PipedPrompt([PromptFiles.fruits, PromptFiles.rules], input)
    }

    private static let making =
        "heavy = it:table{ columns = { 'name', 'weight' }, "
        + "rows_per_page = 2, selection = 'multiple' }\n"

    @Test func itIsSortedNarrowedPagedAndSelected() throws {
        let used = try fruits(
            Self.making + """
                .table tap weight
                .table page next
                .table sort -name
                .table filter weight > 100
                .select a
                .sheet
                #heavy.selection, heavy:sort_state()
                .deselect
                #heavy.selection
                .close
                .table
                """)
        #expect(used.output.contains("Cherry"))
        #expect(used.output.contains("page 2 of 2"))
        #expect(used.output.contains("table     fruits  .table .select .deselect .close"))
        #expect(used.output.contains("1: 1\n2: \"name\"\n3: true\n"))
        #expect(used.output.contains("\n0\n"))
        #expect(used.errors.contains("no table of records is open"))
        #expect(used.status == 1)
    }

    @Test func itMovesAndDeletesAndThatCanBeUndone() throws {
        let used = try fruits(
            Self.making + """
                .table move c before a
                it:at(1).name
                .table delete a b
                #it
                .undo
                .undo
                #it, it:at(1).name
                """)
        #expect(used.output.contains("\"Cherry\"\n"))
        #expect(used.output.contains("\n1\n"))
        #expect(used.output.hasSuffix("1: 3\n2: \"Apple\"\n"))
    }

    @Test(arguments: [
        (".table jump", "a table of records can tap, sort"),
        (".table tap", "usage: .table tap NAME"),
        (".table page x", "a page is a number from 1"),
        (".table select z", "no record has the key"),
        (".table tap nowhere", "nowhere"), (".table delete", "usage: .table delete KEY…"),
    ])
    func wrongWordsAreSaid(line: String, message: String) throws {
        #expect(try fruits(Self.making + line + "\n").errors.contains(message))
    }

    @Test func idsRowsKeysAndLabelsAreCompleted() throws {
        try withFolder { folder in
            let world = try CompletionWorld(folder)
            world.scripts.foreground = world.bench.foreground
            try world.run("list = fruits:list{ title = 'name' }")
            #expect(world.labels(".select 1.") == ["1.1 Apple", "1.2 Banana", "1.3 Cherry"])
            #expect(world.tab(".row 1.2") == ".row 1.2 ")
            try world.run(
                """
                view = stet.split_view{ items = { { id = "x", title = "First",
                  children = { { id = "y", title = "Second" } } } } }
                """)
            #expect(world.labels(".expand ") == ["x First"])
            try world.run("table_ = fruits:table()")
            #expect(world.tab(".select c") == ".select \"c d\" ")
            #expect(world.tab(".table ta") == ".table tap ")
            try world.run("stet.dialog.alert{ title = 'T', buttons = { 'Keep it', 'Drop' } }")
            #expect(world.labels(".choose ") == ["Keep it", "Drop"])
            #expect(world.tab(".choose K") == ".choose \"Keep it\" ")
        }
    }

    @Test func validatorsAndDeclaredFieldsAreCompleted() throws {
        try withWorld { world in
            #expect(world.tab("stet.validators.iba") == "stet.validators.iban")
            try world.run(
                """
                thing = setmetatable({}, { __fields = { "height", "depth", 7 },
                  __index = function() error("never") end })
                """)
            #expect(world.labels("thing.") == ["depth", "height"])
            #expect(world.labels("thing:").isEmpty)
        }
    }
}
