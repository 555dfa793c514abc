extension Query {
    /// Texts that cells may be asked for when a query is run: its longest constants, two at most.
    /// They can be looked for before the columns are known. Nothing of a text that is no query.
    package static func constants(in text: String) -> [[UInt8]] {
        var scanner = QueryScanner(text)
        let tokens: [QueryToken]
        do throws(QueryError) {
            tokens = try scanner.tokens()
        } catch {
            // Whoever runs the query says what is wrong with it.
            return []
        }
        var constants: [[UInt8]] = []
        for token in tokens {
            switch token.kind {
            case .text(let text): constants.append(text.bytes)
            case .integer(let number): constants.append(Array(String(number.magnitude).utf8))
            default: break
            }
        }
        let wanted = Set(constants.filter { (3...4096).contains($0.count) })
        return Array(wanted.sorted { ($1.count, $1[0]) < ($0.count, $0[0]) }.prefix(2))
    }
}
