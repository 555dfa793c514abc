import CReadline
import Glibc

/// What a line editor asks while a line is typed.
///
/// Unsafe code: C gets an unretained pointer to this object, which the editor keeps for as long as
/// readline may call; the text that C hands over ends at its NUL byte and is read at once.
final class LineAssistance {
    /// What Tab does.
    struct Answer {
        /// Replaces the text before the point; nil leaves it.
        var replacement: [UInt8]?
        /// Shown under the line; empty: nothing.
        var list = ""
    }

    /// Both get the line and where the point stands in it, in bytes.
    private let complete: (_ line: [UInt8], _ point: Int) -> Answer
    /// The help on the word at the point; empty: there is none.
    private let help: (_ line: [UInt8], _ point: Int) -> String

    init(
        complete: @escaping ([UInt8], Int) -> Answer, help: @escaping ([UInt8], Int) -> String
    ) {
        self.complete = complete
        self.help = help
    }

    func install() {
        creadline_assist(Unmanaged.passUnretained(self).toOpaque(), answerTab, answerHelp)
    }

    static func uninstall() { creadline_assist(nil, nil, nil) }

    fileprivate func answer(_ line: [UInt8], _ point: Int) {
        let answer = complete(line, point)
        if let replacement = answer.replacement {
            creadline_replace(replacement.map(CChar.init(bitPattern:)) + [0])
        }
        if !answer.list.isEmpty { creadline_show(answer.list) }
        if answer.replacement == nil, answer.list.isEmpty { creadline_alert() }
    }

    fileprivate func tell(_ line: [UInt8], _ point: Int) {
        let text = help(line, point)
        if text.isEmpty { creadline_alert() } else { creadline_show(text) }
    }

    fileprivate static func bytes(_ line: UnsafePointer<CChar>?) -> [UInt8] {
        guard let line else { return [] }
        return UnsafeBufferPointer(start: line, count: strlen(line)).map(UInt8.init(bitPattern:))
    }
}

private let answerTab: creadline_assistant = { context, line, point in
    guard let context else { return }
    Unmanaged<LineAssistance>.fromOpaque(context).takeUnretainedValue()
        .answer(LineAssistance.bytes(line), Int(point))
}

private let answerHelp: creadline_assistant = { context, line, point in
    guard let context else { return }
    Unmanaged<LineAssistance>.fromOpaque(context).takeUnretainedValue()
        .tell(LineAssistance.bytes(line), Int(point))
}
