import Glibc

/// Names of files, and what spreadsheets make of texts.
extension ValidatorCatalog {
    static let files: [StandardValidator] = [
        .init(
            "file_exists", "a file that is there; relative paths begin in the table's folder",
            .located { ExistingFile(folder: $0) }),
        .init(
            "path_safe",
            "a relative path that every system takes and that stays in its folder: no .., no "
                + "backslash, no name that Windows keeps for itself",
            standard: "POSIX.1-2024, and Naming Files of the Windows documentation",
            .cell(SafePath())),
        .init(
            "formula_safe",
            "a text that no spreadsheet takes for a formula: none of = + - @, tab or line end in "
                + "front; numbers such as -3.5 may be",
            standard: "OWASP, CSV Injection", .cell(FormulaSafeText())),
    ]
}

/// Asks the system, once for each cell.
///
/// Unsafe code: the path that C reads is a copy with a NUL byte at its end.
struct ExistingFile: CellValidator {
    let folder: String

    func flaw(in text: CellText) -> Flaw? {
        guard text.count > 0, !text.contains(0) else { return .says("is no path") }
        var path: [CChar] = []
        if text[0] != UInt8(ascii: "/") { path += folder.utf8.map { CChar(bitPattern: $0) } }
        path += text.map { CChar(bitPattern: $0) } + [0]
        var status = stat()
        guard stat(path, &status) == 0 else {
            switch errno {
            case EACCES: return .says("is a path that may not be read")
            case ENAMETOOLONG: return .says("is too long for a path")
            default: return .says("is a path where no file is")
            }
        }
        return status.st_mode & S_IFMT == S_IFDIR ? .says("is a folder, not a file") : nil
    }
}

struct SafePath: CellValidator {
    private let forbidden = ASCIISet("\\<>:\"|?*")
    /// The names that Windows keeps for devices, in small letters.
    private static let devices: Set<String> = [
        "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
        "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
    ]

    func flaw(in text: CellText) -> Flaw? {
        guard text.count > 0 else { return .says("is empty") }
        guard text[0] != UInt8(ascii: "/") else { return .says("begins at the root") }
        guard UTF8Text.isValid(text.baseAddress ?? emptyBytes, text.count) else {
            return .says("has bytes that are not UTF-8")
        }
        var start = 0
        var index = 0
        while index <= text.count {
            if index == text.count || text[index] == UInt8(ascii: "/") {
                if let flaw = name(CellText(rebasing: text[start..<index])) { return flaw }
                start = index + 1
            } else if text[index] < 32 || text[index] == 127 {
                return .place(index, "has a control character")
            } else if forbidden.contains(text[index]) {
                return .place(index, "has a character that Windows refuses in names")
            }
            index += 1
        }
        return nil
    }

    private func name(_ name: CellText) -> Flaw? {
        guard name.count > 0 else { return .says("has an empty name in it") }
        if name.count <= 2, name.allSatisfy({ $0 == UInt8(ascii: ".") }) {
            return .says("has . or .. for a name")
        }
        guard name.count <= 255 else { return .says("has a name longer than 255 bytes") }
        let last = name[name.count - 1]
        guard last != UInt8(ascii: "."), last != UInt8(ascii: " ") else {
            return .says("has a name that ends with a dot or a blank, which Windows drops")
        }
        // A device is meant whatever ending follows.
        let stem = name.prefix { $0 != UInt8(ascii: ".") }
        guard stem.count == 3 || stem.count == 4 else { return nil }
        let isDevice = Self.devices.contains(String(decoding: stem, as: UTF8.self).lowercased())
        return isDevice ? .says("has a name that Windows keeps for a device") : nil
    }
}

struct FormulaSafeText: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        guard text.count > 0 else { return nil }
        switch UnicodeScalar(text[0]) {
        case "=", "@", "\t", "\r", "\n": return Self.formula
        case "+", "-":
            let start = text.baseAddress ?? emptyBytes
            if case .notANumber = Number.decimal(start, text.count, leadingZeros: true) {
                return Self.formula
            }
            return nil
        case "\u{EF}":
            // The wide forms of = + - @ work as well where East Asian text is typed.
            var reader = ScalarReader(text)
            switch reader.next() {
            case 0xFF1D, 0xFF0B, 0xFF0D, 0xFF20: return Self.formula
            default: return nil
            }
        default: return nil
        }
    }

    private static var formula: Flaw { .says("begins like a formula") }
}
