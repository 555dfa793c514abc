import StetScripting
import StetStores
import StetText

/// What asks for a right, in words for the person who decides.
enum TrustText {
    /// `the plugin "prices"`, `fruits.rules.lua`
    static func name(of item: TrustedItem) -> String {
        switch item.kind {
        case .plugin: "the plugin \"\(item.name)\""
        case .rules: short(item.path, in: item.folder)
        }
    }

    static func lines(of candidate: TrustCandidate, in folder: String) -> [String] {
        let item = candidate.item
        var lines: [String] = []
        let place = short(item.path, in: folder)
        let state =
            switch candidate.state {
            case .new: "not trusted"
            case .changed: "changed since it was trusted"
            case .asksForMore: "asks for more than it was trusted with"
            case .trusted: "trusted"
            }
        switch item.kind {
        case .plugin: lines.append("plugin \"\(item.name)\" (\(place)): \(state)")
        case .rules: lines.append("rules \(place): \(state)")
        }
        lines += candidate.words.map { "  \($0)" }
        for (path, old, new) in candidate.changedTexts {
            lines += difference(short(path, in: folder), old, new)
        }
        return lines
    }

    private static func difference(_ path: String, _ old: [UInt8]?, _ new: [UInt8]?) -> [String] {
        guard let new else { return ["  \(path) is no longer part of it"] }
        guard let old else {
            let count = new.count { $0 == UInt8(ascii: "\n") }
            return ["  \(path) is new (\(English.count(max(1, count), "line")))"]
        }
        return ["  \(path):"]
            + LineDifference.lines(from: old, to: new).map { line in
                switch line {
                case .same(let text): "      " + String(decoding: text, as: UTF8.self)
                case .removed(let text): "    - " + String(decoding: text, as: UTF8.self)
                case .added(let text): "    + " + String(decoding: text, as: UTF8.self)
                case .gap: "      …"
                }
            }
    }

    /// A path as seen from the project.
    static func short(_ path: String, in folder: String) -> String {
        let prefix = folder == "/" ? "/" : folder + "/"
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }
}
