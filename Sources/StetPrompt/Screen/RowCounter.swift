/// Counts the rows of a screen that text takes, roughly: enough to know whether it fits.
struct RowCounter {
    let columns: Int
    private(set) var rows = 0
    private var column = 0
    private var isInSequence = false

    init(columns: Int) {
        self.columns = max(1, columns)
    }

    mutating func add(_ bytes: [UInt8]) {
        for byte in bytes {
            if isInSequence {
                // A control sequence ends with a letter; its bracket is passed over.
                isInSequence = byte == UInt8(ascii: "[") || !(0x40...0x7E).contains(byte)
                continue
            }
            switch byte {
            case UInt8(ascii: "\n"):
                rows += 1
                column = 0
            case 0x1B: isInSequence = true
            case 0x80..<0xC0: break
            default:
                // Characters from U+3000 on are wide, most of them.
                column += byte >= 0xE3 ? 2 : 1
                if column > columns {
                    rows += 1
                    column = 1
                }
            }
        }
    }
}
