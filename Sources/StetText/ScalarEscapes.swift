/// Whether a grapheme cluster could move the cursor, reorder or hide text, or join what stands
/// before it on the screen.
func needsEscape(_ cluster: Character) -> Bool {
    var scalars = cluster.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return false }
    if first.value < 0x300 {
        if first.value < 0x20 || (0x7F..<0xA0).contains(first.value) || first.value == 0xAD {
            return true
        }
    } else {
        switch first.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .nonspacingMark, .enclosingMark:
            return true
        case .format:
            // Signs such as U+0600 are visible and begin the number that follows.
            if first.properties.isDefaultIgnorableCodePoint || isAnnotation(first) { return true }
        default: break
        }
        if isTag(first) { return true }
    }
    // Within a cluster, joiners and variation selectors shape a glyph; tags are allowed only where
    // they spell a flag.
    while let scalar = scalars.next() {
        if isTag(scalar), first.value != 0x1F3F4 { return true }
        if scalar.value < 0x20 { return true }
    }
    return false
}

/// A scalar as visible ASCII, or `↵` for a line end on a screen.
func visibleForm(of scalar: Unicode.Scalar, _ style: SafeText.Escape) -> String {
    let value = scalar.value
    if style == .caret {
        switch value {
        case 0x0A: return "↵"
        case 0x00..<0x20: return "^" + String(Character(Unicode.Scalar(UInt8(value + 0x40))))
        case 0x7F: return "^?"
        default: break
        }
    }
    switch value {
    case 0x09: return "\\t"
    case 0x0A: return "\\n"
    case 0x0D: return "\\r"
    case 0x00..<0x20, 0x7F: return "\\x" + hexadecimal(value, digits: 2)
    case 0x20..<0x7F: return String(Character(scalar))
    default: return "\\u{" + hexadecimal(value, digits: 1) + "}"
    }
}

/// Upper-case hexadecimal with at least so many digits.
func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let plain = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - plain.utf8.count)) + plain
}

private func isTag(_ scalar: Unicode.Scalar) -> Bool {
    (0xE0000...0xE007F).contains(scalar.value)
}

/// The signs that open and close an interlinear annotation: invisible, though not ignorable.
private func isAnnotation(_ scalar: Unicode.Scalar) -> Bool {
    (0xFFF9...0xFFFB).contains(scalar.value)
}
