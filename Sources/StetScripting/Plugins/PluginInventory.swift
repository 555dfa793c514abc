import LuaKit
import StetCheck
import StetCore
import StetRules
import StetSessions
import StetText

/// All plugins that were found, each run once to see what it has, and who of them has which name.
package struct PluginInventory: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case validators, types, reporters, formats, commands, cells

        /// What one of them is called.
        var noun: String { String(rawValue.dropLast()) }
    }

    package let places: PluginPlaces
    /// In the order of search.
    package private(set) var entries: [PluginEntry] = []
    private var owners: [Kind: [String: Int]] = [:]

    init(of shelf: PluginShelf, _ places: PluginPlaces, caps: RuleCaps) {
        self.places = places
        var first: [String: PluginFile] = [:]
        for (number, file) in shelf.files.enumerated() {
            var entry = PluginEntry(file: file, number: number)
            if let other = first[file.name] {
                entry.hiddenBy = other.shown
            } else {
                first[file.name] = file
                do throws(RulesError) {
                    let trial = try PluginTrial(of: file, shelf, places, caps: caps)
                    entry.plugin = trial.plugin
                    entry.offer = trial.offer
                    entry.rights = trial.rights
                    if case .notGranted(let reason) = trial.rights {
                        entry.failure =
                            "\(file.shown): the plugin asks for "
                            + English.list(trial.plugin.needs.map { "\"\($0)\"" }) + ", "
                            + reason
                    }
                } catch {
                    entry.failure = error.description
                }
                if entry.isUsable { settleNames(of: &entry) }
            }
            entries.append(entry)
        }
    }

    /// Who has something of a name.
    package func owner(of name: String, _ kind: Kind) -> PluginEntry? {
        owners[kind]?[name].map { entries[$0] }
    }

    /// All names of a kind that can be used.
    package func names(_ kind: Kind) -> [String] { (owners[kind] ?? [:]).keys.sorted() }

    package func plugin(named name: String) -> PluginEntry? {
        entries.first { $0.file.name == name && $0.hiddenBy == nil }
    }

    /// Those that cannot be used, though something may want them.
    package var failed: [PluginEntry] { entries.filter { $0.failure != nil } }

    /// What a person should know: a line for each thing that is not as its author meant it.
    package var complaints: [String] {
        entries.flatMap { entry in
            (entry.failure.map { [$0] } ?? []) + entry.problems
        }
    }

    /// The names of a kind that something may have meant: also those of plugins that would have
    /// them, but cannot be used.
    package func knownNames(_ kind: Kind) -> [String] {
        names(kind) + failed.flatMap { $0.offer.names(kind) }
    }

    /// What is to be said where nothing that can be used has a name, if that may be because a
    /// plugin failed.
    package func excuse(for name: String, _ kind: Kind) -> String? {
        let owner = failed.first { $0.offer.names(kind).contains(name) }
        if let failure = owner?.failure {
            return "the \(kind.noun) \"\(name)\" cannot be used: \(failure)"
        }
        // Of those that ran it is known what they have.
        let suspects = failed.filter { $0.plugin == nil }.compactMap(\.failure)
        guard !suspects.isEmpty else { return nil }
        let shown = suspects.prefix(Self.shownFailures)
        return "the \(kind.noun) \"\(name)\" is not there, and "
            + (suspects.count == 1 ? "a plugin" : "\(suspects.count) plugins")
            + " that may have it cannot be used: " + shown.joined(separator: "; ")
            + (shown.count < suspects.count ? "; \"stet plugins\" lists the others" : "")
    }

    /// How many of many plugins that failed one message tells of.
    private static let shownFailures = 3

    // MARK: Names

    /// The same without commands that have the name of one that every prompt has.
    package func without(commandsOfPrompt taken: Set<String>) -> PluginInventory {
        var copy = self
        for index in entries.indices where entries[index].isUsable {
            let entry = entries[index]
            for command in entry.offer.commands where taken.contains(command.name) {
                copy.entries[index].problems.append(
                    Self.complaint(ofCommand: command.name, entry.file))
            }
            copy.entries[index].offer.commands.removeAll { taken.contains($0.name) }
        }
        return copy
    }

    /// Why a command is not used that has the name of one that every prompt has.
    package static func complaint(ofCommand name: String, _ file: PluginFile) -> String {
        "\(file.shown): the command \"\(name)\" is not used: the prompt has one of that name itself"
    }

    /// Gives the entry the names that are free, and takes from its offer those that are not.
    private mutating func settleNames(of entry: inout PluginEntry) {
        func isFree(_ name: String, _ kind: Kind) -> Bool {
            let noun = kind.noun
            if Self.isStandard(name, kind) {
                entry.problems.append(
                    "\(entry.file.shown): the \(noun) \"\(name)\" is not used: Stet has one of "
                        + "that name itself")
                return false
            }
            if let other = owners[kind]?[name] {
                entry.problems.append(
                    "\(entry.file.shown): the \(noun) \"\(name)\" is not used: "
                        + "\(entries[other].file.shown) has one of that name and comes first")
                return false
            }
            owners[kind, default: [:]][name] = entry.number
            return true
        }
        entry.offer.validators.removeAll { !isFree($0.name, .validators) }
        entry.offer.types.removeAll { !isFree($0, .types) }
        entry.offer.reporters.removeAll { !isFree($0, .reporters) }
        entry.offer.formats.removeAll { !isFree($0.name, .formats) }
        for index in entry.offer.formats.indices {
            for ending in entry.offer.formats[index].extensions
            where PluginFormats.standard.contains(ending) {
                entry.problems.append(
                    "\(entry.file.shown): the format \"\(entry.offer.formats[index].name)\" does "
                        + "not read files that end in .\(ending): Stet does so itself")
            }
        }
        entry.offer.commands.removeAll { !isFree($0.name, .commands) }
        entry.offer.cells.removeAll { !isFree($0, .cells) }
    }

    private static func isStandard(_ name: String, _ kind: Kind) -> Bool {
        switch kind {
        case .validators: ValidatorCatalog.validator(named: name) != nil
        case .types: FieldReader.isTypeName(name)
        case .reporters: ReportFormat(rawValue: name) != nil
        case .cells: CellRegistry.Provided(rawValue: name) != nil
        case .formats, .commands: false
        }
    }
}
