import StetText

/// What plugins there are, for a person and for a program: what each has, where it is from, what
/// it may do, and what is wrong with it.
package struct PluginReport {
    private let inventory: PluginInventory

    package init(_ inventory: PluginInventory) {
        self.inventory = inventory
    }

    /// Whether everything is as its author meant it.
    package var isClean: Bool {
        inventory.complaints.isEmpty
    }

    /// The folders that were looked in, for when there are none.
    package var searched: String {
        let folders = inventory.places.places.map { inventory.places.shown($0.folder) }
        return folders.isEmpty
            ? "there is no folder for them: \"plugins\" in the project, \"stet/plugins\" in the "
                + "configuration folder, or those in STET_PLUGIN_PATH"
            : "looked in \(English.list(folders))"
    }

    /// A block of lines for each plugin. Texts of plugins are in it as they are.
    package var text: String {
        inventory.entries.map { block($0).joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    private func block(_ entry: PluginEntry) -> [String] {
        let version = entry.offer.version.map { " \($0)" } ?? ""
        var lines = ["\(entry.file.name)\(version)  \(entry.file.shown)  (\(place(entry)))"]
        func add(_ title: String, _ text: String) {
            lines.append("  " + title.padded(to: 12) + text)
        }
        if let other = entry.hiddenBy {
            add("hidden", "\(other) has the same name and comes first")
            return lines
        }
        let all = members(of: entry)
        let width = max(14, all.flatMap(\.items).map(\.name.count).max() ?? 0) + 2
        for (title, items) in all where !items.isEmpty {
            var isFirst = true
            for (name, doc) in items {
                add(isFirst ? title : "", doc.map { name.padded(to: width) + $0 } ?? name)
                isFirst = false
            }
        }
        if !entry.offer.needs.isEmpty {
            add("needs", entry.offer.needs.joined(separator: ", ") + "  (\(rights(entry)))")
        }
        if let failure = entry.failure { add("failed", failure) }
        for problem in entry.problems { add("problem", problem) }
        return lines
    }

    private func place(_ entry: PluginEntry) -> String {
        switch entry.file.origin {
        case .project: "project"
        case .user: "yours"
        case .path: "STET_PLUGIN_PATH"
        }
    }

    private func rights(_ entry: PluginEntry) -> String {
        switch entry.rights {
        case .noneNeeded: ""
        case .granted: "granted"
        case .notGranted: "not granted"
        }
    }

    private func members(
        of entry: PluginEntry
    ) -> [(title: String, items: [(name: String, doc: String?)])] {
        let offer = entry.offer
        return [
            (
                "validators",
                offer.validators.map { ($0.name + ($0.takesArguments ? "(…)" : ""), $0.doc) }
            ),
            ("types", offer.types.map { ($0, nil) }),
            ("reporters", offer.reporters.map { ($0, nil) }),
            (
                "formats",
                offer.formats.map { format in
                    let endings = format.extensions.map { "." + $0 }.joined(separator: " ")
                    return (
                        format.name,
                        [endings, format.doc].compactMap { $0 }.joined(separator: "  ")
                    )
                }
            ),
            ("commands", offer.commands.map { (".\($0.name)", $0.doc) }),
            ("cells", offer.cells.map { ($0, nil) }),
            ("hooks", offer.hooks.map { ($0, nil) }),
        ]
    }

    /// An array of objects, each with all members.
    package var json: [UInt8] {
        var json = JSONText(indentation: 2)
        json.array { json in
            for entry in inventory.entries { json.object { Self.write(entry, to: &$0) } }
        }
        json.newline()
        return json.bytes
    }

    private static func write(_ entry: PluginEntry, to json: inout JSONText) {
        func text(_ name: String, _ value: String?) {
            json.key(name)
            json.value(value)
        }
        func list(_ name: String, _ values: [String]) {
            json.key(name)
            json.array { json in for value in values { json.value(value) } }
        }
        text("name", entry.file.name)
        text("version", entry.offer.version)
        text("file", entry.file.path)
        text("from", entry.file.origin.rawValue)
        list("needs", entry.offer.needs)
        json.key("granted")
        json.value(entry.rights.isGranted)
        list("validators", entry.offer.validators.map(\.name))
        list("types", entry.offer.types)
        list("reporters", entry.offer.reporters)
        list("formats", entry.offer.formats.map(\.name))
        list("commands", entry.offer.commands.map(\.name))
        list("cells", entry.offer.cells)
        list("hooks", entry.offer.hooks)
        text("failure", entry.failure)
        list("problems", entry.problems)
        text("hidden_by", entry.hiddenBy)
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        count < width ? self + String(repeating: " ", count: width - count) : self + " "
    }
}
