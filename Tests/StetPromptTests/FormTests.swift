import Foundation
import Testing

/// Sheets and forms on a terminal.
@Suite(.serialized) struct FormTests {
    private func withFruits(_ body: (PseudoTerminal) throws -> Void) throws {
        try withFolder { folder in
            for (name, text) in [PromptFiles.fruits, PromptFiles.rules] {
                try Data(text.utf8).write(to: folder.appendingPathComponent(name))
            }
            let terminal = try PseudoTerminal(["fruits.csv"], folder: folder)
            try terminal.expect("stet fruits(3)> ")
            try body(terminal)
        }
    }

    @Test func aFormWalksTheFieldsAndAsksAgainForAWrongOne() throws {
        try withFruits { terminal in
            terminal.send(".edit b --form\r")
            try terminal.expect("  id: b")
            terminal.send("\r")
            // The value is there to be edited.
            try terminal.expect("  name: Banana")
            terminal.send("s\r")
            try terminal.expect("  weight (g): 118")
            terminal.send("\u{15}-5\r")
            try terminal.expect("⚠ must be above 0")
            try terminal.expect("  weight (g): -5")
            terminal.send("\u{15}125\r")
            try terminal.expect("color is one of red, yellow, green")
            try terminal.expect("  color: yellow")
            terminal.send("\r")
            try terminal.expect("Bananas\n")
            try terminal.expect("weight  125 g")
            // The next line proposes to save.
            try terminal.expect("Bananas* ▸ .save")
            terminal.send("\r")
            try terminal.expect("fruits: update: 1 changed")
            try terminal.expect("stet fruits(3)*> ")
            terminal.send("it:get('b').name, it:get('b').weight\r")
            try terminal.expect("1: \"Bananas\"\n2: 125\n")
        }
    }

    @Test func enterTwiceLeavesWhatIsWrongAndSaveListsIt() throws {
        try withFruits { terminal in
            terminal.send(".add --form\r")
            try terminal.expect("  id: ")
            terminal.send("d\r")
            try terminal.expect("  name: ")
            terminal.send("\r")
            try terminal.expect("⚠ a value is required")
            try terminal.expect("Enter again leaves it so")
            try terminal.expect("  name: ")
            terminal.send("\r")
            try terminal.expect("  weight (g): ")
            terminal.send("many\r")
            try terminal.expect("⚠ \"many\" is not an integer")
            try terminal.expect("  weight (g): many")
            terminal.send("\r")
            try terminal.expect("  color: ")
            terminal.send("\r")
            try terminal.expect("new record* ▸ ")
            terminal.send(".save\r")
            try terminal.expect("not saved: 2 things are wrong")
            try terminal.expect("  name a value is required")
            try terminal.expect("  weight \"many\" is not an integer")
        }
    }

    @Test func controlCLeavesTheDraftAsItIs() throws {
        try withFruits { terminal in
            terminal.send(".edit b --form\r")
            try terminal.expect("  id: b")
            terminal.send("\r")
            try terminal.expect("  name: Banana")
            terminal.send("!\r")
            try terminal.expect("  weight (g): 118")
            terminal.send("999\u{3}")
            try terminal.expect("^C\n")
            try terminal.expect("weight  118 g")
            try terminal.expect("the form was left; the draft is as it is")
            try terminal.expect("Banana!* ▸ ")
            terminal.send(".edit --form\r")
            try terminal.expect("  id: b")
            terminal.send("\u{3}")
            try terminal.expect("Banana!* ▸ ")
            terminal.send(".cancel\r")
            try terminal.expect("stet fruits(3)> ")
        }
    }

    @Test func aSheetOfAScriptIsAnsweredByHand() throws {
        try withFruits { terminal in
            terminal.send(
                "sheet = stet.sheet{ name = 'choices', modal = true, pages = { { title = 'One' }, "
                    + "{ title = 'Two' } }, on_attempt = function(s) stet.dialog{ title = 'Leave?', "
                    + "buttons = { { label = 'Leave', role = 'destructive', action = function() "
                    + "s:dismiss() end }, { role = 'cancel' } } } end }\r")
            try terminal.expect("sheet “choices” is presented, page 1 of 2: One")
            try terminal.expect("stet fruits(3) [choices 1/2]> ")
            terminal.send(".next_page\r")
            try terminal.expect("stet fruits(3) [choices 2/2]> ")
            terminal.send(".swipe\r")
            try terminal.expect("Leave?\n  1  Leave\n  2  Cancel\n")
            try terminal.expect("stet fruits(3) [choices 2/2] [Leave?]> ")
            terminal.send("2\r")
            try terminal.expect("“Leave?”: Cancel")
            try terminal.expect("stet fruits(3) [choices 2/2]> ")
            terminal.send("it:edit 'b'\r")
            try terminal.expect("Banana ▸ ")
            terminal.send("name = 'x'\r")
            try terminal.expect("x* ▸ ")
            terminal.send(".cancel\r")
            try terminal.expect("stet fruits(3) [choices 2/2]> ")
            terminal.send(".swipe\r")
            try terminal.expect("[Leave?]> ")
            terminal.send("1\r")
            try terminal.expect("sheet “choices” has gone (inside)")
            try terminal.expect("stet fruits(3)> ")
        }
    }

    @Test func controlBytesOfADialogReachNoTerminal() throws {
        try withFruits { terminal in
            terminal.send("stet.dialog.alert{ title = 'a\\27]0;b\\7', message = '\\27[2J' }\r")
            try terminal.expect(".ok answers")
            try terminal.expect("]> ")
            #expect(!terminal.text.contains("\u{1B}]0;"))
            #expect(!terminal.text.contains("\u{7}"))
        }
    }
}
