import Testing

@testable import StetSessions

@Suite struct DialogRequestTests {
    @Test func aDialogThatNobodyCouldAnswerIsRefused() {
        func problem(_ buttons: [DialogRequest.Button]) -> String? {
            do throws(Refusal) {
                try DialogRequest(title: "Leave?", buttons: buttons).checkAnswerable()
                return nil
            } catch {
                return error.message
            }
        }
        #expect(problem([]) == "the dialog “Leave?” needs a button")
        #expect(
            problem([.cancel(), .cancel("Stay")])
                == "the dialog “Leave?” has more than one cancel button")
        #expect(
            problem([.init(.destructive, "Go"), .init(.default, "Go")])
                == "the dialog “Leave?” has two buttons labelled Go")
        #expect(
            problem([.init(.default, "")])
                == "the dialog “Leave?” has a button without a label")
        #expect(problem([.init(.destructive, "Go")]) == nil)
    }

    @Test func aButtonIsMeantByItsLabelOrItsNumber() throws {
        let dialog = DialogRequest(
            title: "Leave?",
            buttons: [.init(.destructive, "Discard"), .init(.default, "discard"), .cancel()])
        #expect(try dialog.button(meantBy: "discard") == 1)
        #expect(try dialog.button(meantBy: "CANCEL") == 2)
        #expect(try dialog.button(meantBy: "1") == 0)
        #expect(dialog.cancelIndex == 2)
        #expect(
            throws: Refusal(
                .value,
                "the dialog “Leave?” has no button DISCARD; it has: Discard, discard, Cancel")
        ) { try dialog.button(meantBy: "DISCARD") }
        #expect(throws: Refusal.self) { try dialog.button(meantBy: "4") }
        #expect(throws: Refusal.self) { try dialog.button(meantBy: "0") }
    }

    @Test func anAlertHasOneButton() {
        let alert = DialogRequest.alert(title: "Not saved")
        #expect(alert.buttons.map(\.label) == ["OK"])
        #expect(alert.cancelIndex == nil)
    }
}
