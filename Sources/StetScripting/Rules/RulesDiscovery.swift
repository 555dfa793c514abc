/// Finds the rules that belong to a data file.
package enum RulesDiscovery {
    /// `fruits.rules.lua` beside `fruits.csv`, if it is there.
    package static func rules(for path: String) -> String? {
        guard path != "-" else { return nil }
        let slash = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let name = path[slash...]
        let stem = name.dropFirst().lastIndex(of: ".").map { name[..<$0] } ?? name
        let rules = path[..<slash] + stem + ".rules.lua"
        return FileText.exists(String(rules)) ? String(rules) : nil
    }
}
