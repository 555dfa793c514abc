import StetScripting
import StetStores
import StetText

/// `stet trust --list`
struct TrustList {
    let wantsJSON: Bool

    func run(_ store: TrustStore, _ path: String?) throws -> Int32 {
        let folder = try path.map { try TrustPlace(try realPath(of: $0)).project }
        let items = try store.items(in: folder)
        if wantsJSON {
            var json = JSONText(indentation: 2)
            json.array { json in
                for item in items { Self.write(item, to: &json) }
            }
            Output.write(json.bytes + [UInt8(ascii: "\n")])
            return ExitStatus.done
        }
        var last: String?
        for item in items.sorted(by: { ($0.folder, $0.path) < ($1.folder, $1.path) }) {
            if item.folder != last {
                Output.write(SafeText.escaped(item.folder) + "\n")
                last = item.folder
            }
            let title =
                switch item.kind {
                case .plugin:
                    "plugin \"\(item.name)\" (\(TrustText.short(item.path, in: item.folder)))"
                case .rules: "rules \(TrustText.short(item.path, in: item.folder))"
                }
            Output.write(
                SafeText.escaped("  \(title): \(item.grants.joined(separator: ", "))") + "\n")
        }
        if items.isEmpty { Output.error("nothing is trusted") }
        return ExitStatus.done
    }

    private static func write(_ item: TrustedItem, to json: inout JSONText) {
        json.object { json in
            for (key, value) in [
                ("folder", item.folder), ("path", item.path), ("kind", item.kind.rawValue),
                ("name", item.name),
            ] {
                json.key(key)
                json.value(value)
            }
            json.key("may")
            json.array { json in for grant in item.grants { json.value(grant) } }
            json.key("since")
            json.value(Int(item.since))
        }
    }
}
