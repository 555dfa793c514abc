/// Where things are on Earth.
extension ValidatorCatalog {
    static let places: [StandardValidator] = [
        .init(
            "latitude", "degrees from -90 to 90, as a decimal number", standard: "ISO 6709:2022",
            noun: "a latitude", .cell(Degrees.latitude)),
        .init(
            "longitude", "degrees from -180 to 180, as a decimal number",
            standard: "ISO 6709:2022", noun: "a longitude",
            .cell(Degrees.longitude)),
        .init(
            "geohash", "a cell of the grid in 1 to 12 small letters and digits",
            standard: "Geohash (G. Niemeyer, 2008)", noun: "a geohash", .cell(GridCell())),
    ]
}

struct Degrees: CellValidator {
    let limit: Double
    let range: StaticString
    /// Accepts numbers below the limit as they are usually written.
    let automaton: PatternTable?

    static let latitude = Degrees(
        limit: 90, range: "it must be from -90 to 90",
        automaton: PatternTable(#"[+-]?[1-8]?[0-9](\.[0-9]+)?"#))
    static let longitude = Degrees(
        limit: 180, range: "it must be from -180 to 180",
        automaton: PatternTable(#"[+-]?(1[0-7]|[1-9])?[0-9](\.[0-9]+)?"#))

    func flaw(in text: CellText) -> Flaw? {
        let start = text.baseAddress ?? emptyBytes
        guard case .value(let value) = Number.decimal(start, text.count, leadingZeros: true)
        else { return .says("it is no decimal number of degrees") }
        return abs(value) <= limit ? nil : .says(range)
    }
}

struct GridCell: CellValidator {
    private let alphabet = ASCIISet("0123456789bcdefghjkmnpqrstuvwxyz")

    func flaw(in text: CellText) -> Flaw? {
        var index = 0
        while index < text.count {
            if !alphabet.contains(text[index]) { return .character(at: index) }
            index += 1
        }
        guard text.count > 0, text.count <= 12 else {
            return .count(text.count, "characters", wanted: "1 to 12")
        }
        return nil
    }
}
