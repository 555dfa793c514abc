/// URIs of RFC 3986: scheme, authority, path, query, fragment; each with its own characters.
struct ResourceIdentifier: CellValidator {
    /// Whether an authority with a host must be there.
    var needsHost = false

    private static let unreserved =
        ASCIISet.letterCharacters + ASCIISet.digitCharacters + "-._~"
    private static let delimiters = "!$&'()*+,;="
    private let scheme = ASCIISet(
        ASCIISet.letterCharacters + ASCIISet.digitCharacters + "+-.")
    private let name = ASCIISet(unreserved + delimiters)
    private let path = ASCIISet(unreserved + delimiters + ":@/")
    private let query = ASCIISet(unreserved + delimiters + ":@/?")

    init(needsHost: Bool = false) {
        self.needsHost = needsHost
    }

    func flaw(in text: CellText) -> Flaw? {
        let count = text.count
        var index = 0
        while index < count, scheme.contains(text[index]) { index += 1 }
        guard index < count, text[index] == UInt8(ascii: ":"), index > 0 else {
            return index < count && index > 0 && !text[index].isASCIIVisible
                ? .character(at: index)
                : .says("it has no scheme in front, such as https:")
        }
        guard text[0].isLetter else { return .character(at: 0) }
        index += 1
        if text.count - index >= 2, text[index] == slash, text[index + 1] == slash {
            index += 2
            var end = index
            while end < count, !isEndOfAuthority(text[end]) { end += 1 }
            if let flaw = authority(text, index, end) { return flaw }
            index = end
        } else if needsHost {
            return .says("it has no // and host after its scheme")
        }
        // Path, query, fragment: one walk, in which ? and # widen what may follow.
        var allowed = path
        var hasFragment = false
        while index < count {
            let byte = text[index]
            if allowed.contains(byte) {
                index += 1
            } else if byte == UInt8(ascii: "%") {
                guard isEscape(text, index, count) else {
                    return .place(index, "a % has no two hexadecimal digits after it")
                }
                index += 3
            } else if byte == UInt8(ascii: "?"), !hasFragment {
                allowed = query
                index += 1
            } else if byte == UInt8(ascii: "#"), !hasFragment {
                hasFragment = true
                allowed = query
                index += 1
            } else {
                return .character(at: index)
            }
        }
        return nil
    }

    private var slash: UInt8 { UInt8(ascii: "/") }

    @inline(__always)
    private func isEndOfAuthority(_ byte: UInt8) -> Bool {
        byte == slash || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    @inline(__always)
    private func isEscape(_ text: CellText, _ index: Int, _ end: Int) -> Bool {
        index + 2 < end && text[index + 1].isHexDigit && text[index + 2].isHexDigit
    }

    private func authority(_ text: CellText, _ start: Int, _ end: Int) -> Flaw? {
        var host = start
        var index = start
        while index < end {
            if text[index] == UInt8(ascii: "@") {
                if let flaw = part(text, start, index, allowsColon: true) { return flaw }
                host = index + 1
                break
            }
            index += 1
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
                var address: UInt32 = 0
                if let flaw = HostName.flaw(text, from: host, to: hostEnd, needsDot: false),
                    IPv4Address.read(text, from: host, to: hostEnd, into: &address) != nil
                {
                    return flaw
                }
            } else if let flaw = part(text, host, hostEnd, allowsColon: false) {
                return flaw
            }
        }
        guard hostEnd < end else { return nil }
        guard text[hostEnd] == UInt8(ascii: ":") else { return .character(at: hostEnd) }
        var port = 0
        for index in hostEnd + 1..<end {
            guard text[index].isDigit else { return .character(at: index) }
            port = min(port * 10 + Int(text[index] &- 48), 1_000_000)
        }
        guard port <= 65535 else { return .says("the port is above 65535") }
        return nil
    }

    /// What stands before the `@`, or a host's name of any kind.
    private func part(_ text: CellText, _ start: Int, _ end: Int, allowsColon: Bool) -> Flaw? {
        var index = start
        while index < end {
            let byte = text[index]
            if name.contains(byte) || (allowsColon && byte == UInt8(ascii: ":")) {
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
