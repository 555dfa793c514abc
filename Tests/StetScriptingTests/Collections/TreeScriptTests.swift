import Testing

@testable import StetScripting

@Suite("Collections as trees in scripts")
struct TreeScriptTests {
    private static let groups = "id,group\nlife,\nplant,life\nanimal,life\nrose,plant\ncat,animal\n"

    @Test("Records have parents, ancestors, children and descendants")
    func walk() throws {
        let got = try scripted(
            """
            local c = stet.open(path, nil, { tree = { parent = "group" } })
            local before = keys(c:children "life")
            c:set("rose", { group = "life" })
            return texts(keys(c:children()), before, keys(c:children "life"), c:parent "cat",
              c:parent "life", select("#", c:parent "life"), keys(c:ancestors(c:get "cat")),
              keys(c:descendants "life"), keys(c:descendants()), #c:children "rose")
            """, table: Self.groups)
        #expect(
            got == [
                "life", "plant animal", "plant animal rose", "record animal", "nil", "1",
                "animal life", "plant animal cat rose", "life plant animal cat rose", "0",
            ])
    }

    @Test(
        "The tree is that of the call, else of the rules, else of a field's name",
        arguments: [
            ("stet.open(path)", "id,parent\na,\nb,a\n", nil as String?),
            ("stet.open(path)", "id,children\na,b; c\nb,\n", nil),
            ("stet.open(path)", "id,up\na,\nb,a\n", "return { tree = { parent = 'up' } }"),
            (
                "stet.open(path, nil, { tree = { children = 'parts', separator = '+' } })",
                "id,parts,parent\na,b+c,x\nb,,x\n", nil
            ),
            (
                "stet.collection{ fields = { 'id', 'up' }, tree = { parent = 'up' }, "
                    + "records = { { id = 'a' }, { id = 'b', up = 'a' } } }",
                "id\n", nil
            ),
        ])
    func declared(open: String, table: String, rules: String?) throws {
        let got = try scripted(
            "local c = \(open) return texts(keys(c:children 'a'), c:parent 'b')", table: table,
            rules: rules)
        #expect(got == ["b", "record a"])
    }

    @Test("Orphans are roots, circles end, and each of them is said")
    func oddTrees() throws {
        let got = try scripted(
            """
            local c = stet.open(path)
            local lost, lostMessage = c:parent "orphan"
            local above, circle = c:ancestors "leaf"
            local _, own = c:ancestors "self"
            local below, none = c:descendants "x", select("#", c:ancestors "orphan")
            local unknown, message = c:children "nobody"
            return texts(lost, lostMessage, keys(c:children()), keys(above), circle, own,
              keys(below), none, unknown, message, keys(c:descendants()))
            """,
            table: "id,parent\nx,y\ny,x\nleaf,x\nself,self\norphan,gone\nroot,\n")
        #expect(
            got == [
                "nil", "no record “gone”, which is to be the parent", "orphan root", "x y",
                "“x” is its own ancestor", "“self” is its own ancestor", "y leaf", "1", "nil",
                "no record with id “nobody”", "orphan root",
            ])
    }

    @Test(
        "A mistake in naming the tree is raised",
        arguments: [
            ("stet.open(path):parent 'a'", "is no tree: it has no field \"parent\""),
            (
                "stet.open(path, nil, { tree = { parent = 'gruop' } }):parent 'rose'",
                "did you mean \"group\"?"
            ),
            ("stet.open(path, nil, { tree = { parrent = 'x' } })", "did you mean \"parent\"?"),
            ("stet.open(path, nil, { tree = {} })", "tree is { parent = \"its field\" }"),
            ("stet.open(path, nil, { tre = 1 })", "has no option \"tre\""),
            (
                "stet.open(path, nil, { tree = { children = 'id', separator = ', ' } })",
                "must be one byte"
            ),
            (
                "stet.open(path, nil, { tree = { parent = 'group' } }):parent({})",
                "a key or a record"
            ),
        ])
    func mistakes(code: String, message: String) throws {
        let got = try scripted(
            "return texts(pcall(function() return \(code) end))", table: Self.groups)
        #expect(got.first == "false")
        #expect(got.last?.contains(message) == true, "\(got)")
    }

    @Test("Rules whose tree is misspelled do not load")
    func rules() throws {
        let got = try scripted(
            "return texts(stet.open(path))", table: Self.groups,
            rules: "return { tree = { parant = 'group' } }")
        #expect(got.first == "nil")
        #expect(got.last?.contains("did you mean \"parent\"?") == true, "\(got)")
    }
}
