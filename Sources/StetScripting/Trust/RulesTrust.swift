import StetStores

/// Which of the caps that a rules file asks for hold.
struct RulesTrust {
    private let path: String
    private let text: [UInt8]

    init(path: String, text: [UInt8]) {
        self.path = path
        self.text = text
    }

    /// What a file may use that the user trusts for this run, or looks at in order to trust it.
    static let generousCaps = RuleCaps().replaced(
        by: RuleSettings(load: 60_000, memory: 1 << 30))

    /// The caps until it is known what the file asks for: those that it was trusted with.
    var capsOfFirstLoad: RuleCaps {
        // Whoever spells the word so that it is not found has to load within the usual caps.
        guard Self.mayHaveSettings(text) else { return RuleCaps() }
        if TrustForOneRun.isGranted { return Self.generousCaps }
        return RuleCaps().raised(by: granted ?? RuleSettings())
    }

    /// The caps that hold, and what the user should know of those that do not.
    func caps(asked: RuleSettings, options: RuleSettings) -> (caps: RuleCaps, note: String?) {
        let usual = RuleCaps()
        var lifted = asked.above(usual)
        // What the user says himself settles it.
        if options.call != nil { lifted.call = nil }
        if options.load != nil { lifted.load = nil }
        if options.memory != nil { lifted.memory = nil }
        let all = usual.replaced(by: asked).replaced(by: options)
        guard !lifted.isEmpty else { return (all, nil) }
        let reason: Trust.Reason
        switch trust(lifted) {
        case .granted: return (all, nil)
        case .notGranted(let why): reason = why
        }
        var caps = all
        if lifted.call != nil { caps.call = usual.call }
        if lifted.load != nil { caps.load = usual.load }
        if lifted.memory != nil { caps.memory = usual.memory }
        let note =
            "\(path): its settings ask for more than rules may use "
            + "(\(lifted.grants.joined(separator: ", "))), but \(reason); the usual limits hold. "
            + reason.advice(for: path)
        return (caps, note)
    }

    private func trust(_ lifted: RuleSettings) -> Trust {
        // What is no file has no place to be trusted at.
        guard path != "-" else {
            return TrustForOneRun.isGranted ? .granted : .notGranted(.neverTrusted)
        }
        guard let place else { return .notGranted(.neverTrusted) }
        return Trust.of(
            path: place.path, in: place.folder,
            texts: [TrustedItem.Text(path: place.path, bytes: text)]
        ) { lifted.isCovered(by: RuleSettings(grants: $0)) }
    }

    /// What it was trusted with, if these are still its contents.
    private var granted: RuleSettings? {
        guard let place else { return nil }
        var granted: RuleSettings?
        _ = Trust.of(
            path: place.path, in: place.folder,
            texts: [TrustedItem.Text(path: place.path, bytes: text)]
        ) {
            granted = RuleSettings(grants: $0)
            return true
        }
        return granted
    }

    private var place: (path: String, folder: String)? {
        do throws(SystemError) {
            let real = try realPath(of: path)
            return (real, try ProjectFolder.containing(folder(of: real)))
        } catch {
            // It was read a moment ago and has gone since: nobody trusts it.
            return nil
        }
    }

    static func mayHaveSettings(_ text: [UInt8]) -> Bool {
        text.contains("settings".utf8)
    }
}
