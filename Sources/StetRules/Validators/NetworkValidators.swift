/// Addresses on networks: mail, web, hosts, interfaces.
extension ValidatorCatalog {
    static let networks: [StandardValidator] = [
        .init(
            "email", "an address for mail: ASCII, with a domain of two names or more",
            standard: "RFC 5321, section 4.1.2", noun: "an address for mail", .cell(MailAddress())),
        .init(
            "uri", "a URI with its scheme, such as urn:isbn:0306406157", standard: "RFC 3986",
            noun: "a URI", .cell(ResourceIdentifier())),
        .init(
            "url", "a URI that names a host, such as https://example.com/a?b=c",
            standard: "RFC 3986", noun: "a URL", .cell(ResourceIdentifier(needsHost: true))),
        .init(
            "hostname", "a host's name, such as www.example.com", standard: "RFC 1123, section 2.1",
            noun: "a host's name", .cell(HostName())),
        .init(
            "ipv4", "an address such as 192.0.2.1", standard: "RFC 791, written as in RFC 3986",
            noun: "an IPv4 address", .cell(IPv4Address())),
        .init(
            "ipv6", "an address such as 2001:db8::1, without a zone",
            standard: "RFC 4291, section 2.2", noun: "an IPv6 address", .cell(IPv6Address())),
        .init(
            "cidr", "a block of addresses such as 192.0.2.0/24, with no bits after the prefix",
            standard: "RFC 4632 and RFC 4291", noun: "a block of addresses", .cell(AddressBlock())),
        .init(
            "mac", "the address of an interface, such as 00:00:5E:00:53:01; hyphens will do",
            standard: "IEEE 802 (EUI-48)", noun: "a MAC address", .cell(InterfaceAddress())),
    ]
}

/// Names of hosts: labels of letters, digits and hyphens with dots between them.
struct HostName: CellValidator {
    /// In so many bytes no part can be too long.
    static let shortText = 63
    private static let table = PatternTable(
        #"([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?"#)

    var automaton: PatternTable? { Self.table }
    var automatonReach: Int { Self.shortText }

    func flaw(in text: CellText) -> Flaw? {
        Self.flaw(text, from: 0, to: text.count, needsDot: false)
    }

    /// - Parameter needsDot: one label is not enough.
    @inline(__always)
    static func flaw(_ text: CellText, from start: Int, to end: Int, needsDot: Bool) -> Flaw? {
        guard start < end else { return .says("the name of the host is missing") }
        var labelStart = start
        var hasLetter = false
        var index = start
        while index < end {
            let byte = text[index]
            if byte.isLetter {
                hasLetter = true
            } else if byte == UInt8(ascii: ".") {
                guard index > labelStart, text[index - 1] != UInt8(ascii: "-") else {
                    return .character(at: index)
                }
                guard index - labelStart <= 63 else { return tooLong }
                labelStart = index + 1
                hasLetter = false
            } else if byte == UInt8(ascii: "-") {
                guard index > labelStart else { return .character(at: index) }
                hasLetter = true
            } else if !byte.isDigit {
                return .character(at: index)
            }
            index += 1
        }
        guard index > labelStart else { return .says("it ends with a dot") }
        guard text[end - 1] != UInt8(ascii: "-") else { return .character(at: end - 1) }
        guard index - labelStart <= 63 else { return tooLong }
        guard end - start <= 253 else { return .says("the host's name is longer than 253") }
        guard hasLetter else { return .says("the last part of the host's name is a number") }
        guard !needsDot || labelStart > start else {
            return .says("the domain has no dot in it")
        }
        return nil
    }

    private static var tooLong: Flaw {
        .says("a part of the host's name is longer than 63")
    }
}

/// Addresses of mail: a local part, `@`, and a domain or an address in brackets.
struct MailAddress: CellValidator {
    private let atom = ASCIISet(
        ASCIISet.letterCharacters + ASCIISet.digitCharacters + "!#$%&'*+-/=?^_`{|}~")

    func flaw(in text: CellText) -> Flaw? {
        let count = text.count
        var index = 0
        if count > 0, text[0] == UInt8(ascii: "\"") {
            if let flaw = quotedLocalPart(text, &index) { return flaw }
        } else {
            var atomStart = 0
            while index < count {
                let byte = text[index]
                if atom.contains(byte) {
                    index += 1
                } else if byte == UInt8(ascii: ".") {
                    guard index > atomStart else { return .character(at: index) }
                    index += 1
                    atomStart = index
                } else if byte == UInt8(ascii: "@") {
                    break
                } else {
                    return .character(at: index)
                }
            }
            guard index < count else { return .says("there is no @ in it") }
            guard index > 0 else { return .says("nothing stands before the @") }
            guard index > atomStart else { return .character(at: index - 1) }
        }
        guard index <= 64 else { return .says("what stands before the @ is longer than 64") }
        guard count <= 254 else { return .says("it is longer than 254 characters") }
        let domain = index + 1
        if domain < count, text[domain] == UInt8(ascii: "[") { return literal(text, domain) }
        return HostName.flaw(text, from: domain, to: count, needsDot: true)
    }

    /// A local part in quotes, in which a backslash lets any character stand.
    private func quotedLocalPart(_ text: CellText, _ index: inout Int) -> Flaw? {
        index = 1
        while index < text.count, text[index] != UInt8(ascii: "\"") {
            if text[index] == UInt8(ascii: "\\") { index += 1 }
            guard index < text.count else { break }
            guard (32...126).contains(text[index]) else { return .character(at: index) }
            index += 1
        }
        guard index < text.count else { return .says("the quote is not closed") }
        index += 1
        guard index < text.count, text[index] == UInt8(ascii: "@") else {
            return .says("an @ must follow the quote")
        }
        return nil
    }

    private func literal(_ text: CellText, _ start: Int) -> Flaw? {
        guard text[text.count - 1] == UInt8(ascii: "]") else {
            return .says("the bracket is not closed")
        }
        let address = CellText(rebasing: text[start + 1..<text.count - 1])
        let isSix = address.starts("IPv6:")
        let isRight =
            isSix
            ? IPv6Address().flaw(in: CellText(rebasing: address[5...])) == nil
            : IPv4Address().flaw(in: address) == nil
        return isRight ? nil : .says("there is no address in the brackets")
    }
}

struct IPv4Address: CellValidator {
    /// How long numbers are is anybody's guess, so branches on it are slow.
    private static let table = PatternTable(
        #"((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}"#
            + "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])")

    func flaw(in text: CellText) -> Flaw? {
        var address: UInt32 = 0
        return Self.read(text, from: 0, to: text.count, into: &address)
    }

    var automaton: PatternTable? { Self.table }

    @inline(__always)
    static func read(
        _ text: CellText, from start: Int, to end: Int, into address: inout UInt32
    ) -> Flaw? {
        var (parts, value, digits) = (0, UInt32(0), 0)
        var index = start
        while index <= end {
            if index == end || text[index] == UInt8(ascii: ".") {
                guard digits > 0 else {
                    return index == end
                        ? .says("a number is missing at its end")
                        : .character(at: index)
                }
                parts += 1
                guard parts <= 4 else { return .says("it has more than four numbers") }
                address = address &<< 8 | value
                (value, digits) = (0, 0)
            } else {
                guard text[index].isDigit else { return .character(at: index) }
                guard digits == 0 || value > 0 else {
                    return .place(index, "a number has a zero in front")
                }
                value = value &* 10 &+ UInt32(text[index] &- 48)
                digits += 1
                guard value <= 255 else { return .place(index, "a number is above 255") }
            }
            index += 1
        }
        return parts == 4 ? nil : .count(parts, "numbers", wanted: "4")
    }
}

struct IPv6Address: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        var address = Bits()
        return Self.read(text, to: text.count, into: &address)
    }

    /// The eight groups, in the order in which they are written.
    struct Bits {
        var high: UInt64 = 0
        var low: UInt64 = 0

        @inline(__always)
        mutating func append(_ group: UInt16) {
            high = high &<< 16 | low &>> 48
            low = low &<< 16 | UInt64(group)
        }

        /// Whether bits are set from a place on, counted from the first.
        func hasBits(from place: Int) -> Bool {
            if place >= 128 { return false }
            if place >= 64 { return low &<< UInt64(place - 64) != 0 }
            return low != 0 || high &<< UInt64(place) != 0
        }
    }

    static func read(_ text: CellText, to end: Int, into address: inout Bits) -> Flaw? {
        var groups = 0
        // The groups before `::`, of which there is at most one.
        var gap: Int?
        var index = 0
        if end >= 2, text[0] == colon, text[1] == colon {
            gap = 0
            index = 2
        }
        while index < end {
            var (value, digits) = (UInt32(0), 0)
            let start = index
            while index < end, text[index].isHexDigit {
                let byte = text[index]
                value = value &<< 4 | UInt32(byte.isDigit ? byte &- 48 : (byte | 32) &- 87)
                digits += 1
                index += 1
            }
            if index < end, text[index] == UInt8(ascii: ".") {
                var tail: UInt32 = 0
                guard groups <= 6, IPv4Address.read(text, from: start, to: end, into: &tail) == nil
                else { return .place(start, "what has dots is no IPv4 address") }
                address.append(UInt16(truncatingIfNeeded: tail &>> 16))
                address.append(UInt16(truncatingIfNeeded: tail))
                groups += 2
                index = end
                break
            }
            guard digits <= 4 else { return .place(start, "a group has more than four digits") }
            guard digits > 0 else { return .character(at: index) }
            address.append(UInt16(truncatingIfNeeded: value))
            groups += 1
            guard groups <= 8 else { return .says("it has more than eight groups") }
            guard index < end else { break }
            guard text[index] == colon else { return .character(at: index) }
            index += 1
            if index < end, text[index] == colon {
                guard gap == nil else { return .says("it has :: more than once") }
                gap = groups
                index += 1
            } else if index == end {
                return .says("it ends with a colon")
            }
        }
        guard let gap else {
            return groups == 8 ? nil : .count(groups, "groups", wanted: "8")
        }
        guard groups < 8 else { return .says("the :: stands for nothing") }
        address = filled(address, groups: groups, gap: gap)
        return nil
    }

    /// Puts zeros where `::` stands.
    private static func filled(_ address: Bits, groups: Int, gap: Int) -> Bits {
        let after = groups - gap
        var result = Bits()
        for place in 0..<8 {
            let number = place < gap ? place : place - (8 - groups)
            let isGap = place >= gap && place < 8 - after
            result.append(isGap ? 0 : group(number, of: address, count: groups))
        }
        return result
    }

    private static func group(_ number: Int, of address: Bits, count: Int) -> UInt16 {
        let shift = UInt64(count - 1 - number) * 16
        return UInt16(
            truncatingIfNeeded: shift >= 64
                ? address.high &>> (shift - 64) : address.low &>> shift)
    }

    private static var colon: UInt8 { UInt8(ascii: ":") }
}

struct AddressBlock: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        var slash = text.count - 1
        while slash >= 0, text[slash] != UInt8(ascii: "/") { slash -= 1 }
        guard slash >= 0 else { return .says("there is no / with the length of a prefix") }
        let digits = text.count - slash - 1
        var length = 0
        for index in slash + 1..<text.count {
            guard text[index].isDigit else { return .character(at: index) }
            length = min(length * 10 + Int(text[index] &- 48), 1000)
        }
        guard digits > 0 else { return .says("the length of the prefix is missing") }
        guard digits == 1 || text[slash + 1] != UInt8(ascii: "0") else {
            return .says("the length of the prefix has a zero in front")
        }
        var four: UInt32 = 0
        let isFour = !text[0..<slash].contains(UInt8(ascii: ":"))
        if isFour {
            if let flaw = IPv4Address.read(text, from: 0, to: slash, into: &four) { return flaw }
            guard length <= 32 else { return .says("a prefix has at most 32 bits") }
            return length == 32 || four &<< UInt32(length) == 0 ? nil : Self.extraBits
        }
        var six = IPv6Address.Bits()
        if let flaw = IPv6Address.read(text, to: slash, into: &six) { return flaw }
        guard length <= 128 else { return .says("a prefix has at most 128 bits") }
        return six.hasBits(from: length) ? Self.extraBits : nil
    }

    private static var extraBits: Flaw {
        .says("the address has bits beyond the prefix, so no block begins there")
    }
}

struct InterfaceAddress: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        guard text.count == 17 else { return .says("it has six pairs of hexadecimal digits") }
        let separator = text[2]
        guard separator == UInt8(ascii: ":") || separator == UInt8(ascii: "-") else {
            return .character(at: 2)
        }
        for index in 0..<17 {
            let isRight = index % 3 == 2 ? text[index] == separator : text[index].isHexDigit
            if !isRight { return .character(at: index) }
        }
        return nil
    }
}
