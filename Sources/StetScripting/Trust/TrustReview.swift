import StetStores

/// Everything in a project that asks for something, beside what the user trusts.
package struct TrustReview {
    /// The project: a real path.
    package let folder: String
    package private(set) var candidates: [TrustCandidate]
    /// What could not be looked at, a line each.
    package private(set) var problems: [String]

    /// - Parameter path: a folder of the project, or one file of it.
    package init(of path: String, in store: TrustStore) throws {
        let place = TrustPlace(try realPath(of: path))
        folder = try place.project
        (candidates, problems) = ([], [])
        let plugins = PluginCandidates(in: folder)
        if let found = plugins.found.first(where: { $0.isAt(place.path) }) {
            candidates = [found]
        } else if place.isFile {
            add(RulesCandidates(file: place.path, in: folder))
        } else {
            candidates = plugins.found
            problems = plugins.problems
            add(RulesCandidates(in: folder))
        }
        let trusted = try store.items(in: folder)
        for index in candidates.indices {
            candidates[index].before = trusted.first { $0.path == candidates[index].item.path }
        }
    }

    private mutating func add(_ rules: RulesCandidates) {
        candidates += rules.found
        problems += rules.problems
    }

    /// What the user is to be asked about.
    package var open: [TrustCandidate] { candidates.filter { $0.state != .trusted } }
}

/// What `stet trust` is pointed at: a project, or one file.
package struct TrustPlace {
    package let path: String
    package let isFile: Bool

    /// - Parameter path: a real path.
    package init(_ path: String) {
        self.path = path
        isFile = FileKind.isPlainFile(path)
    }

    /// The folder of the project that it is in.
    package var project: String {
        get throws(SystemError) {
            try ProjectFolder.containing(isFile ? folder(of: path) : path)
        }
    }
}
