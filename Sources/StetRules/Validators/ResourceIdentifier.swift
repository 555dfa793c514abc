/// URIs of RFC 3986: scheme, authority, path, query, fragment; each with its own characters.
struct ResourceIdentifier: CellValidator {
    /// Whether an authority with a host must be there.
    var needsHost = false

    private let classes = Classes()

    /// Ten states, so that a step is one shift: a host whose parts begin with letters, no port and
    /// no escapes.
    private static let table = PatternTable(
        "[A-Za-z]+://" + label + #"(\."# + label + ")*"
            + "([/?][A-Za-z0-9._~!$&'()*+,;=:@/?-]*)?(#[A-Za-z0-9._~!$&'()*+,;=:@/?-]*)?")
    private static let label = "[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?"

    var automaton: PatternTable? { Self.table }
    /// A scheme of one letter leaves the longest host.
    var automatonReach: Int { HostName.shortText + 4 }

    /// For each byte, where in a URI it may stand.
    ///
    /// Unsafe code: `bits` has 256 bytes, which are written before anybody reads them and stay as
    /// long as the process.
    private struct Classes: @unchecked Sendable {
        static let scheme: UInt8 = 1
        static let name: UInt8 = 2
        static let path: UInt8 = 4
        static let query: UInt8 = 8
        private let bits: UnsafePointer<UInt8>

        init() {
            let letters = ASCIISet.letterCharacters + ASCIISet.digitCharacters
            let names = letters + "-._~!$&'()*+,;="
            let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
            table.initialize(repeating: 0, count: 256)
            for byte in (letters + "+-.").utf8 { table[Int(byte)] |= Self.scheme }
            for byte in names.utf8 { table[Int(byte)] |= Self.name }
            for byte in (names + ":@/").utf8 { table[Int(byte)] |= Self.path }
            for byte in (names + ":@/?").utf8 { table[Int(byte)] |= Self.query }
            bits = UnsafePointer(table)
        }

        @inline(__always)
        func allows(_ byte: UInt8, in place: UInt8) -> Bool { bits[Int(byte)] & place != 0 }
    }

    init(needsHost: Bool = false) {
        self.needsHost = needsHost
    }

    func flaw(in text: CellText) -> Flaw? {
        let count = text.count
        var index = 0
        while index < count, classes.allows(text[index], in: Classes.scheme) { index += 1 }
        guard index < count, text[index] == UInt8(ascii: ":"), index > 0 else {
            return index < count && index > 0 && !text[index].isASCIIVisible
                ? .character(at: index)
                : .says("it has no scheme in front, such as https:")
        }
        guard text[0].isLetter else { return .character(at: 0) }
        index += 1
        if text.count - index >= 2, text[index] == slash, text[index + 1] == slash {
            index += 2
            var (end, at) = (index, -1)
            while end < count {
                let byte = text[end]
                if byte == slash || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
                if byte == UInt8(ascii: "@"), at < 0 { at = end }
                end += 1
            }
            if let flaw = authority(text, index, end, at: at) { return flaw }
            index = end
        } else if needsHost {
            return .says("it has no // and host after its scheme")
        }
        // Path, query, fragment: one walk, in which ? and # widen what may follow.
        var place = Classes.path
        var hasFragment = false
        while index < count {
            let byte = text[index]
            if classes.allows(byte, in: place) {
                index += 1
            } else if byte == UInt8(ascii: "%") {
                guard isEscape(text, index, count) else {
                    return .place(index, "a % has no two hexadecimal digits after it")
                }
                index += 3
            } else if byte == UInt8(ascii: "?"), !hasFragment {
                place = Classes.query
                index += 1
            } else if byte == UInt8(ascii: "#"), !hasFragment {
                hasFragment = true
                place = Classes.query
                index += 1
            } else {
                return .character(at: index)
            }
        }
        return nil
    }

    private var slash: UInt8 { UInt8(ascii: "/") }

    @inline(__always)
    private func isEscape(_ text: CellText, _ index: Int, _ end: Int) -> Bool {
        index + 2 < end && text[index + 1].isHexDigit && text[index + 2].isHexDigit
    }

    /// - Parameters:
    ///   - at: the first `@` of the authority; -1: it has none.
    private func authority(_ text: CellText, _ start: Int, _ end: Int, at: Int) -> Flaw? {
        var host = start
        if at >= 0 {
            if let flaw = part(text, start, at, allowsColon: true) { return flaw }
            host = at + 1
        }
        var hostEnd = host
        if host < end, text[host] == UInt8(ascii: "[") {
            while hostEnd < end, text[hostEnd] != UInt8(ascii: "]") { hostEnd += 1 }
            guard hostEnd < end else { return .says("the bracket is not closed") }
            let address = CellText(rebasing: text[host + 1..<hostEnd])
            guard IPv6Address().flaw(in: address) == nil else {
                return .says("there is no IPv6 address in the brackets")
            }
            hostEnd += 1
        } else {
            while hostEnd < end, text[hostEnd] != UInt8(ascii: ":") { hostEnd += 1 }
            if needsHost {
                if let flaw = HostName.flaw(text, from: host, to: hostEnd, needsDot: false) {
                    var address: UInt32 = 0
                    guard IPv4Address.read(text, from: host, to: hostEnd, into: &address) == nil
                    else { return flaw }
                }
            } else if let flaw = part(text, host, hostEnd, allowsColon: false) {
                return flaw
            }
        }
        return hostEnd < end ? port(text, hostEnd, end) : nil
    }

    private func port(_ text: CellText, _ start: Int, _ end: Int) -> Flaw? {
        guard text[start] == UInt8(ascii: ":") else { return .character(at: start) }
        var port = 0
        for index in start + 1..<end {
            guard text[index].isDigit else { return .character(at: index) }
            port = min(port * 10 + Int(text[index] &- 48), 1_000_000)
        }
        return port <= 65535 ? nil : .says("the port is above 65535")
    }

    /// What stands before the `@`, or a host's name of any kind.
    private func part(_ text: CellText, _ start: Int, _ end: Int, allowsColon: Bool) -> Flaw? {
        var index = start
        while index < end {
            let byte = text[index]
            if classes.allows(byte, in: Classes.name) || (allowsColon && byte == UInt8(ascii: ":"))
            {
                index += 1
            } else if byte == UInt8(ascii: "%"), isEscape(text, index, end) {
                index += 3
            } else {
                return .character(at: index)
            }
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isASCIIVisible: Bool { (33...126).contains(self) }
}
