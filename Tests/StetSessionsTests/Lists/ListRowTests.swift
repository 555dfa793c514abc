import StetCore
import StetText
import Testing

@testable import StetSessions

@Suite("Lists: rows, accessories, cells")
struct ListRowTests {
    @Test func row14IdentityDecidesAndContentsDoNot() {
        let row = row("a", "Name")
        var renamed = row
        renamed.text = "Nickname"
        #expect(renamed == row)
        #expect(!renamed.hasSameContent(as: row))
        #expect(Set([row, renamed]).count == 1)
        #expect(ListRow("Name") != ListRow("Name"))
        var section = ListSection(header: "Account")
        let before = section
        section.header = "Profile"
        #expect(section == before)
        #expect(ListSection(header: "Account") != ListSection(header: "Account"))
        guard case .text(let uuid) = ListRow("x").uuid else { return #expect(Bool(false)) }
        #expect(uuid.description.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
    }

    @Test func row15AllNineAccessoriesEqualThemselves() throws {
        let view = DrawnContent { _ in ["<3"] }
        func all(_ handler: @escaping RowHandler) -> [Accessory] {
            [
                .none, .disclosureIndicator, .detailDisclosureButton(handler), .checkmark,
                .checkmarkPlaceholder, .detailButton(handler), .switchToggle(true) { _, _, _ in },
                .segmentedControl(["low", "high"], selected: 1) { _, _, _, _ in }, .view(view),
            ]
        }
        let (some, others) = (all { _, _ in }, all { _, _ in throw Oops() })
        #expect(some.map(\.kind) == Accessory.Kind.allCases)
        for (index, accessory) in some.enumerated() {
            for (other, another) in others.enumerated() {
                #expect((accessory == another) == (index == other))
            }
        }
        #expect(Accessory.switchToggle(true) != .switchToggle(false))
        #expect(
            Accessory.segmentedControl(["a"], selected: 0)
                != .segmentedControl(["a"], selected: nil))
        #expect(Accessory.view(view) != .view(DrawnContent { _ in ["<3"] }))

        let list = try DataSource(
            rows: some.enumerated().map { row("\($0.offset)", accessory: $0.element) })
        var layout = ListLayout(width: 24)
        #expect(
            try list.lines(layout) == [
                "  0", "  1                    ›", "  2                (i) ›",
                "  3                    ✓", "  4", "  5                  (i)",
                "  6                [on ]", "  7           low [high]",
                "  8                   <3",
            ])
        layout.measure.ambiguous = 2
        for line in try list.lines(layout) { #expect(layout.measure.columns(of: line) <= 24) }
    }

    @Test func row15AViewMayStandInTwoRows() throws {
        let view = Accessory.view(DrawnContent { _ in ["*"] })
        let list = try DataSource(rows: [row("a", accessory: view), row("b", accessory: view)])
        #expect(try list.lines(ListLayout(width: 6)) == ["  a  *", "  b  *"])
    }

    @Test func row19UnknownCellsAreRefusedWhenSectionsAreSet() throws {
        let list = try DataSource(rows: [row("a")])
        let error = refusal { () throws(Refusal) in
            try list.set([section("s", [row("a"), row("b", "Bea", cell: "subtitel")])])
        }
        #expect(error?.reason == .value)
        #expect(
            error?.message
                == "row “Bea” (1.2): there is no cell \"subtitel\"; did you mean \"subtitle\"?")
        #expect(list.sections[0].rows.count == 1)
        #expect(list.log.descriptions.isEmpty)
    }

    @Test func row19CellsAreRegisteredOnceAndBeforeTheirRows() throws {
        let list = DataSource()
        let star = ListCell { row, width in [ByteString("*\(row.text ?? "") \(width)")] }
        try list.cells.register("star", star)
        try list.cells.register("star", star)
        #expect(
            refusal { () throws(Refusal) in
                try list.cells.register("star", ListCell { _, _ in [] })
            }?.message == "the cell \"star\" is there already; take another name")
        #expect(
            refusal { () throws(Refusal) in try list.cells.register("button", star) } != nil)
        let mirror = ListMirror()
        list.attach(mirror)
        try list.set([section("s", [row("a", cell: "star"), row("b"), row("c", cell: "star")])])
        try list.update { $0[0].rows.append(row("d", cell: "star")) }
        try list.reload()
        #expect(mirror.cells == ["star", "value1"])
        #expect(try list.lines(ListLayout(width: 12))[0] == "  *a 10")
        // Another screen knows of no cells yet.
        let second = ListMirror()
        list.attach(second)
        #expect(second.cells == ["star", "value1"])
    }

    @Test func row20HeadersAreTextOrViewsWithAHeight() throws {
        let list = DataSource()
        let drawn = DrawnContent { width in ["one \(width)", "two", "three"].map { ByteString($0) }
        }
        var layout = ListLayout(width: 10)
        #expect("Account" == Extremity.title("Account"))
        #expect(try list.height(of: "Account", layout) == 1)
        #expect(try list.height(of: "a title over several lines", layout) == 4)
        #expect(try list.height(of: .view(drawn), layout) == 3)
        #expect(try list.height(of: .view(drawn, height: 2), layout) == 2)
        #expect(try list.height(of: .view(drawn, height: 5), layout) == 5)
        #expect(try list.height(of: .flowing(DrawnContent { _ in ["five by five"] }), layout) == 2)
        #expect(try list.height(of: nil, layout) == 0)
        layout.grouping = .grouped
        #expect(try list.height(of: nil, layout) == 1)

        try list.set([
            section("s", [row("a")], header: .view(drawn, height: 2)), section("t", [row("b")]),
        ])
        #expect(try list.lines(layout) == ["one 10", "two", "  a", "", "", "  b", ""])
        layout.grouping = .plain
        #expect(try list.lines(layout) == ["one 10", "two", "  a", "  b"])
    }

    @Test func row22ACopyIsTheTextAndOnlyWhereAllowed() throws {
        var detailed = row("a", "Name", copy: .text)
        detailed.detailText = "Ada"
        let list = try DataSource(rows: [
            detailed, row("b", "Mail", copy: .text), row("c"),
            row("d", "Id", copy: .written { row in ByteString("<\(row.text ?? "")>") }),
            row("e", copy: .written { _ in throw Oops() }),
        ])
        #expect(try list.copy(.at(0, 0)) == "Ada")
        #expect(try list.copy(.id("b")) == "Mail")
        #expect(try list.copy(.at(0, 3)) == "<Id>")
        #expect(
            refusal { () throws(Refusal) in _ = try list.copy(.at(0, 2)) }?.message
                == "row “c” (1.3) cannot be copied")
        #expect(
            refusal { () throws(Refusal) in _ = try list.copy(.at(0, 4)) }?.message
                == "copy of row “e” (1.5): oops")
        #expect(
            list.log.descriptions == [
                "copied(a)", "copied(b)", "copied(d)", "handler_error(copy of row “e” (1.5), oops)",
            ])
    }

    @Test func theFourCellsDrawTheirTexts() throws {
        var rows = CellRegistry.Provided.allCases.map { row("id", "Name", cell: $0.rawValue) }
        for index in rows.indices {
            rows[index] = rows[index].identified(by: .number(index))
            rows[index].detailText = "Ada\u{1B}"
            rows[index].image = "☺"
        }
        let list = try DataSource(rows: rows)
        var layout = ListLayout(width: 20)
        layout.showsPaths = true
        #expect(
            try list.lines(layout) == [
                "  1.1  ☺ Name  Ada^[", "  1.2  ☺ N…  Ada^[",
                "  1.3  ☺ Name", "       Ada^[", "  1.4  [☺ Name]",
            ])
        layout.style = .init(isColored: true)
        #expect(try list.lines(layout).last == "  1.4  \u{1B}[36m☺ Name\u{1B}[0m")
        for width in 1..<30 {
            for line in try list.lines(ListLayout(width: width)) where width > 8 {
                #expect(layout.measure.columns(of: line) <= width)
            }
        }
    }
}
