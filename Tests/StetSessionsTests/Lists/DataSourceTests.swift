import StetCore
import Testing

@testable import StetSessions

@Suite("Lists: what happens to rows")
struct DataSourceTests {
    @Test func row16ToggleAndSegmentWriteBack() throws {
        var got: [String] = []
        let list = try DataSource(rows: [
            row(
                "wifi",
                accessory: .switchToggle(false) { value, row, path in
                    guard case .switchToggle(let inRow, _) = row.accessory else { return }
                    got.append("\(value) \(inRow) \(path)")
                }),
            row(
                "size",
                accessory: .segmentedControl(["S", "M", "L"], selected: 0) {
                    index, title, row, path in got.append("\(index) \(title) \(row.uuid) \(path)")
                }),
        ])
        let mirror = ListMirror()
        list.attach(mirror)
        try list.toggle(.id("wifi"))
        try list.chooseSegment(.at(0, 1), 2)
        try list.reload()
        #expect(got == ["true true 1.1", "2 L size 1.2"])
        for sections in [list.sections, mirror.sections] {
            #expect(sections[0].rows[0].accessory == .switchToggle(true))
            #expect(
                sections[0].rows[1].accessory == .segmentedControl(["S", "M", "L"], selected: 2))
        }
        // Setting it to what it is does nothing.
        try list.toggle(.id("wifi"), to: true)
        try list.chooseSegment(.at(0, 1), 2)
        #expect(got.count == 2)
        #expect(
            list.log.descriptions == [
                "accessory_changed(wifi, true)", "accessory_changed(size, L)", "rows_reloaded",
            ])
    }

    @Test func row16TheSwitchStaysWithItsRowWhenOthersGo() throws {
        let list = try DataSource(rows: [
            row("a"), row("b", accessory: .switchToggle(false)),
            row("c", accessory: .switchToggle(false)),
        ])
        try list.toggle(.id("c"))
        try list.update { $0[0].rows.remove(at: 0) }
        #expect(list.sections[0].rows[0].accessory == .switchToggle(false))
        #expect(list.sections[0].rows[1].accessory == .switchToggle(true))
    }

    @Test func row16WrongKindsAndSegmentsAreRefused() throws {
        let list = try DataSource(rows: [
            row("a", accessory: .checkmark), row("b"),
            row("c", accessory: .segmentedControl(["x"], selected: nil)),
        ])
        let errors = [
            refusal { () throws(Refusal) in try list.toggle(.id("a")) },
            refusal { () throws(Refusal) in try list.tapAccessory(.id("b")) },
            refusal { () throws(Refusal) in try list.chooseSegment(.id("c"), 1) },
            refusal { () throws(Refusal) in try list.chooseSegment(.id("c"), -1) },
        ]
        #expect(
            errors.map { $0?.message } == [
                "row “a” (1.1) has no switch: its accessory is a checkmark",
                "row “b” (1.2) has no button to tap",
                "row “c” (1.3) has no segment 2: there are 1",
                "row “c” (1.3) has no segment 0: there are 1",
            ])
        #expect(
            refusal { () throws(Refusal) in
                try list.set([
                    section("s", [row("a", accessory: .segmentedControl(["x"], selected: 1))])
                ])
            }?.message == "row “a” (1.1): segment 2 is chosen, but there are 1")
    }

    @Test func row16AHandlerThatRaisesLeavesTheSwitchAsItWas() throws {
        let list = try DataSource(rows: [
            row("a", accessory: .switchToggle(false) { _, _, _ in throw Oops() })
        ])
        let mirror = ListMirror()
        list.attach(mirror)
        let error = refusal { () throws(Refusal) in try list.toggle(.id("a")) }
        #expect(error == Refusal(.handler, "switch of row “a” (1.1): oops"))
        #expect(list.sections[0].rows[0].accessory == .switchToggle(false))
        #expect(mirror.diffs.isEmpty)
        #expect(list.log.descriptions == ["handler_error(switch of row “a” (1.1), oops)"])
    }

    @Test func row17SelectionDeselectsThenRunsRowThenDelegate() throws {
        let notes = Notes()
        var delegate = ListDelegate()
        delegate.didSelect = notes.note("delegate")
        delegate.didDeselect = notes.note("gone")
        let list = try DataSource(
            rows: [row("a", selection: notes.note("row")), row("b")], delegate: delegate)
        let token = list.log.listen { notes.lines.append("\($0)") }
        try list.select(.at(0, 0))
        #expect(
            notes.lines == [
                "row_deselected(a)", "row a 1.1", "row_selected(a)", "delegate a 1.1",
            ])
        #expect(list.selection.isEmpty)
        notes.lines = []
        let error = refusal { () throws(Refusal) in try list.select(.id("b")) }
        #expect(error == Refusal(.notAllowed, "row “b” (1.2) is not selectable"))
        #expect(notes.lines.isEmpty)
        list.log.stopListening(token)
    }

    @Test func row17WithoutAutomaticDeselectionTheRowStaysChosen() throws {
        let notes = Notes()
        var delegate = ListDelegate()
        delegate.didDeselect = notes.note("gone")
        let list = try DataSource(
            rows: ["a", "b"].map { row($0, selection: notes.note("row")) }, deselects: false,
            delegate: delegate)
        let mirror = ListMirror()
        list.attach(mirror)
        try list.select(.id("a"))
        #expect(list.selection == [Identity("a")])
        #expect(try list.lines(ListLayout(width: 10)) == ["> a", "  b"])
        try list.select(.id("b"))
        #expect(list.selection == [Identity("b")])
        #expect(mirror.selection == [Identity("b")])
        #expect(notes.lines == ["row a 1.1", "gone a 1.1", "row b 1.2"])
        try list.deselect()
        #expect(list.selection.isEmpty)
        #expect(refusal { () throws(Refusal) in try list.deselect(.id("a")) }?.reason == .state)
    }

    @Test func row17SeveralRowsAreChosenAndLetGoAgain() throws {
        let list = try DataSource(
            rows: ["a", "b", "c"].map { row($0, selection: { _, _ in }) }, mode: .multiple)
        try list.select(.id("c"))
        try list.select(.id("a"))
        #expect(list.selection == ["c", "a"].map { Identity($0) })
        try list.select(.id("c"))
        #expect(list.selection == [Identity("a")])
        try list.select(.id("b"))
        // A row that goes is not chosen any more.
        list.log.removeAll()
        try list.update { $0[0].rows.removeFirst() }
        #expect(list.selection == [Identity("b")])
        #expect(list.log.descriptions == ["rows_diff(1 removed)", "selection_changed(b)"])
    }

    @Test func row17AHandlerThatRaisesLeavesTheSelection() throws {
        let list = try DataSource(
            rows: [
                row("a", selection: { _, _ in }), row("b", selection: { _, _ in throw Oops() }),
            ], deselects: false)
        try list.select(.id("a"))
        let error = refusal { () throws(Refusal) in try list.select(.id("b")) }
        #expect(error?.message == "selection of row “b” (1.2): oops")
        #expect(list.selection == [Identity("a")])
    }

    @Test func row17TheAccessoryIsTappedThenTheDelegate() throws {
        let notes = Notes()
        var delegate = ListDelegate()
        delegate.didTapAccessory = notes.note("delegate")
        let list = try DataSource(
            rows: [row("a", accessory: .detailButton(notes.note("row")))], delegate: delegate)
        try list.tapAccessory(.at(0, 0))
        #expect(notes.lines == ["row a 1.1", "delegate a 1.1"])
        #expect(list.log.descriptions == ["accessory_tapped(a)"])
    }

    @Test func row18EditActionsKeepTheirOrderAndGetRowAndPath() throws {
        let notes = Notes()
        let list = try DataSource(rows: [
            row(
                "a",
                actions: [
                    EditAction("Delete", style: .destructive, selection: notes.note("delete")),
                    EditAction("Flag", edge: .leading, selection: notes.note("flag")),
                    EditAction("Nothing"),
                ]), row("b"),
        ])
        let actions = try list.row(.at(0, 0)).editActions
        #expect(actions.map(\.title) == ["Delete", "Flag", "Nothing"])
        #expect(actions.map(\.edge) == [.trailing, .leading, .trailing])
        try list.perform(.at(0, 0), .title("Flag"))
        try list.perform(.at(0, 0), .index(0))
        try list.perform(.at(0, 0), .index(2))
        #expect(notes.lines == ["flag a 1.1", "delete a 1.1"])
        #expect(try !list.row(.id("b")).canEdit)
        let errors = [
            refusal { () throws(Refusal) in try list.perform(.id("b"), .index(0)) },
            refusal { () throws(Refusal) in try list.perform(.id("a"), .title("Delte")) },
            refusal { () throws(Refusal) in try list.perform(.id("a"), .index(3)) },
        ]
        #expect(
            errors.map { $0?.message } == [
                "row “b” (1.2) is not editable: it has no actions",
                "row “a” (1.1) has no action \"Delte\"; did you mean \"Delete\"?",
                "row “a” (1.1) has no action 4: there are 3",
            ])
    }

    @Test func row20IndexTitlesAreShownWhenThereAreEnoughAndClamp() throws {
        let list = DataSource()
        #expect(refusal { () throws(Refusal) in _ = try list.section(forIndexTitle: "A") } != nil)
        var sections = [section("a", []), section("b", []), section("c", [])]
        sections[1].indexTitle = "B"
        try list.set(sections)
        #expect(list.indexTitles == nil)
        try list.setIndexTitles(["A", "B"])
        #expect(list.indexTitles == nil)
        try list.setIndexTitles(["A", "B", "C", "D"])
        #expect(list.indexTitles == ["A", "B", "C", "D"])
        #expect(try list.section(forIndexTitle: "B") == 1)
        #expect(try list.section(forIndexTitle: "A") == 0)
        #expect(try list.section(forIndexTitle: "D") == 2)
        #expect(try list.section(forIndexTitle: "Q") == 2)
    }

    @Test func row21OneEventForAnUpdateAndTheDiffNamesTheRows() throws {
        let list = try DataSource(rows: ["a", "b", "c", "d"].map { row($0) })
        let mirror = ListMirror()
        list.attach(mirror)
        try list.update { sections in
            sections[0].rows.remove(at: 1)
            sections[0].rows.insert(row("e"), at: 0)
            sections[0].rows[1].text = "A"
            sections[0].rows.append(sections[0].rows.remove(at: 2))
            sections.append(section("t", [row("f")]))
        }
        #expect(
            list.log.descriptions == [
                "rows_diff(2 inserted, 1 removed, 1 moved, 1 changed, 1 section)"
            ])
        let diff = mirror.diffs[0]
        #expect(diff.insertedRows.map(\.row.uuid.description) == ["e", "f"])
        #expect(diff.insertedRows.map(\.path.description) == ["1.1", "2.1"])
        #expect(diff.removedRows.map(\.uuid.description) == ["b"])
        #expect(diff.changedRows.map(\.row.uuid.description) == ["a"])
        #expect(diff.movedRows.count == 1)
        #expect(mirror.sections.hasSameContent(as: list.sections))
        #expect(mirror.reloads == 1)
        try list.update { _ in }
        #expect(list.log.descriptions.count == 1)
    }

    @Test func row21PlacesOutOfRangeAreRefused() throws {
        let list = try DataSource(rows: [row("a"), row("b")])
        let messages = [(0, 2), (0, -1), (1, 0), (-1, 0), (.max, 0), (0, .min)].map { path in
            refusal { () throws(Refusal) in try list.select(.at(path.0, path.1)) }?.message
        }
        #expect(
            messages.prefix(3) == [
                "no row 1.3: the section has 2", "no row 1.0: the section has 2",
                "no section 2: there are 1",
            ])
        #expect(!messages.contains(nil))
        #expect(
            refusal { () throws(Refusal) in try list.toggle(.id("z")) }?.message
                == "no row has the uuid z")
    }

    @Test func row21UuidsThatOccurTwiceAreRefused() throws {
        let list = try DataSource(rows: [row("a")])
        #expect(
            refusal { () throws(Refusal) in
                try list.update { $0[0].rows.append(row("a", "Again")) }
            }?.message == "row “Again” (1.2): another row has its uuid, a")
        #expect(
            refusal { () throws(Refusal) in try list.set([section("s", []), section("s", [])]) }?
                .message == "two sections have the uuid s")
        #expect(list.sections[0].rows.count == 1)
    }

    @Test func row21AnUpdateInsideAHandlerComesAfterIt() throws {
        var list: DataSource?
        var outcomes: [DataSource.Outcome] = []
        let source = try DataSource(rows: [
            row(
                "more",
                accessory: .switchToggle(false) { value, _, _ in
                    let outcome = try list?.update { sections in
                        if value {
                            sections[0].rows.insert(row("extra"), at: 0)
                        } else {
                            sections[0].rows.removeFirst()
                        }
                    }
                    outcomes += outcome.map { [$0] } ?? []
                    #expect(list?.sections[0].rows.count == 1)
                })
        ])
        list = source
        let mirror = ListMirror()
        source.attach(mirror)
        try source.toggle(.id("more"))
        #expect(outcomes == [.queued])
        #expect(source.sections[0].rows.map(\.uuid.description) == ["extra", "more"])
        #expect(source.sections[0].rows[1].accessory == .switchToggle(true))
        #expect(
            source.log.descriptions == ["accessory_changed(more, true)", "rows_diff(1 inserted)"])
        #expect(mirror.sections.hasSameContent(as: source.sections))
        list = nil
    }

    @Test func row21WhatAFailingHandlerAskedForFallsWithIt() throws {
        var list: DataSource?
        let source = try DataSource(rows: [
            row(
                "a",
                selection: { _, _ in
                    try list?.set([])
                    throw Oops()
                })
        ])
        list = source
        #expect(refusal { () throws(Refusal) in try source.select(.id("a")) } != nil)
        #expect(source.sections.count == 1)
        #expect(
            source.log.descriptions == [
                "row_deselected(a)",
                "request_refused(set_sections, selection of row “a” (1.1): oops)",
                "handler_error(selection of row “a” (1.1), oops)",
            ])
        list = nil
    }

    @Test func row21AQueuedRequestFindsItsRowWhereverItIsByThen() throws {
        var list: DataSource?
        let source = try DataSource(rows: [
            row(
                "go",
                selection: { _, _ in
                    try list?.update { $0[0].rows.remove(at: 1) }
                    try list?.toggle(.at(0, 2))
                    try list?.toggle(.at(0, 1))
                }), row("a", accessory: .switchToggle(false)),
            row("b", accessory: .switchToggle(false)),
        ])
        list = source
        try source.select(.id("go"))
        #expect(source.sections[0].rows.map(\.uuid.description) == ["go", "b"])
        #expect(source.sections[0].rows[1].accessory == .switchToggle(true))
        #expect(source.log.descriptions.last == "request_refused(toggle, no row has the uuid a)")
        list = nil
    }

    @Test func row21AnUpdateThatRaisesChangesNothing() throws {
        let list = try DataSource(rows: [row("a")])
        let error = refusal { () throws(Refusal) in
            try list.update { sections in
                sections = []
                throw Oops()
            }
        }
        #expect(error == Refusal(.handler, "update: oops"))
        #expect(list.sections.count == 1)
    }

    @Test func row21AListIsNotChangedWhileItIsDrawn() throws {
        let list = DataSource()
        var errors: [Refusal?] = []
        try list.cells.register(
            "eager",
            ListCell { _, _ in
                errors.append(refusal { () throws(Refusal) in try list.set([]) })
                errors.append(refusal { () throws(Refusal) in _ = try list.lines() })
                return ["drawn"]
            })
        try list.set([section("s", [row("a", cell: "eager")])])
        #expect(try list.lines() == ["  drawn"])
        #expect(
            errors.map { $0?.message } == [
                "the list is being drawn; change it afterwards", "the list is being drawn already",
            ])
        try list.set([])
        #expect(list.sections.isEmpty)
    }

    @Test func row21ACellThatRaisesIsNamed() throws {
        let list = DataSource()
        try list.cells.register("bad", ListCell { _, _ in throw Oops() })
        try list.set([section("s", [row("a", cell: "bad")])])
        #expect(
            refusal { () throws(Refusal) in _ = try list.lines() }?.message
                == "cell \"bad\" of row “a” (1.1): oops")
        #expect(list.isAtRest)
    }

    @Test func row21AScreenShowsOneListAndAListIsOnOneScreen() throws {
        let (first, second) = (try DataSource(rows: [row("a")]), try DataSource(rows: [row("b")]))
        let (left, right) = (ListMirror(), ListMirror())
        first.attach(left)
        first.attach(right)
        #expect(left.source == nil)
        #expect(left.sections.isEmpty)
        #expect(right.source === first)
        second.attach(right)
        #expect(first.screen == nil)
        #expect(right.sections[0].rows == [row("b")])
        try first.set([])
        #expect(right.sections.count == 1)
    }

    @Test func theDelegateHearsOfWhatIsDrawn() throws {
        let notes = Notes()
        var delegate = ListDelegate()
        delegate.willDisplay = notes.note("row")
        delegate.willDisplayHeader = { _, index in notes.lines.append("header \(index)") }
        let list = try DataSource(rows: [row("a"), row("b")], delegate: delegate)
        _ = try list.lines()
        #expect(notes.lines == ["header 0", "row a 1.1", "row b 1.2"])
    }
}
