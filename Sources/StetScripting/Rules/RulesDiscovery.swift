/// Finds the rules that belong to a data file.
package enum RulesDiscovery {
    private static let compressed = [".gz", ".zst"]

    /// `fruits.rules.lua` beside `fruits.csv` or `fruits.csv.gz`, if it is there.
    package static func rules(for path: String) -> String? {
        guard path != "-" else { return nil }
        let rules = place(of: path)
        return FileText.exists(rules) ? rules : nil
    }

    /// Where the rules of a file are looked for.
    package static func place(of path: String) -> String {
        let slash = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        var name = path[slash...]
        if let ending = compressed.first(where: { name.hasSuffix($0) && name.count > $0.count }) {
            name = name.dropLast(ending.count)
        }
        let stem = name.dropFirst().lastIndex(of: ".").map { name[..<$0] } ?? name
        return String(path[..<slash] + stem + ".rules.lua")
    }
}
