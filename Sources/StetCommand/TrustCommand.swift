import Glibc
import StetScripting
import StetStores
import StetText

/// `stet trust [FOLDER]`
enum TrustCommand {
    private enum Action {
        case review, list, revoke
    }

    private struct Request {
        var action = Action.review
        var path: String?
        var assumesYes = false
        var wantsJSON = false
    }

    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        guard let request = try parse(arguments) else { return try HelpCommand.run(["trust"]) }
        do {
            let store = TrustStore.ofUser
            switch request.action {
            case .list: return try TrustList(wantsJSON: request.wantsJSON).run(store, request.path)
            case .revoke: return try revoke(request.path ?? ".", store)
            case .review: return try review(request, store)
            }
        } catch {
            Output.error("stet: \(error)")
            return ExitStatus.notDone
        }
    }

    private static func parse(_ arguments: [String]) throws(UsageError) -> Request? {
        var request = Request()
        var parser = OptionParser(
            "trust", arguments,
            options: [
                .flag("--list", "-l"), .flag("--revoke"), .flag("--yes", "-y"), .flag("--json"),
                .flag("--help", "-h"),
            ])
        while let item = try parser.next() {
            switch item {
            case .option("--help", _): return nil
            case .option("--yes", _): request.assumesYes = true
            case .option("--json", _): request.wantsJSON = true
            case .option(let name, _):
                let action = name == "--list" ? Action.list : .revoke
                guard request.action == .review || request.action == action else {
                    throw UsageError("trust does one of --list and --revoke at a time")
                }
                request.action = action
            case .operand(let path):
                guard request.path == nil else {
                    throw UsageError(
                        "trust takes one folder or file", hint: "for example: stet trust .")
                }
                request.path = path
            }
        }
        guard !request.wantsJSON || request.action == .list else {
            throw UsageError("--json goes with --list")
        }
        return request
    }

    // MARK: Asking

    private static func review(_ request: Request, _ store: TrustStore) throws -> Int32 {
        let review = try TrustReview(of: request.path ?? ".", in: store)
        for problem in review.problems { Output.error("stet: \(problem)") }
        let failed = review.problems.isEmpty ? ExitStatus.done : ExitStatus.notDone
        guard !review.candidates.isEmpty else {
            Output.error("\(review.folder): nothing in it asks for more than everything may")
            return failed
        }
        // Whoever answers must have seen what was asked.
        let answers = isatty(STDIN_FILENO) == 1 && !request.assumesYes
        let isSeen = !answers || Output.isTerminal
        for candidate in review.candidates {
            let lines = TrustText.lines(of: candidate, in: review.folder)
            for line in lines {
                isSeen
                    ? Output.write(SafeText.escaped(line) + "\n")
                    : Output.error(SafeText.escaped(line))
            }
        }
        let open = review.open
        guard !open.isEmpty else {
            Output.error("\(review.folder): all of it is trusted")
            return failed
        }
        if !request.assumesYes {
            guard answers else {
                Output.error("stet: nobody can be asked: standard input is no terminal")
                Output.error(
                    "      --yes trusts what is listed; \"stet check --trust\" is for one run")
                return ExitStatus.notDone
            }
            guard ask("Trust \(open.count == 1 ? "it" : "these \(open.count)")? [y/N] ") else {
                Output.error("nothing more is trusted")
                return ExitStatus.findings
            }
        }
        try store.add(open.map(\.item))
        Output.error(
            English.list(open.map { TrustText.name(of: $0.item) })
                + " "
                + "\(open.count == 1 ? "is" : "are") trusted now")
        return failed
    }

    /// Anything but yes is no.
    private static func ask(_ question: String) -> Bool {
        Output.error(Array(SafeText.escaped(question).utf8))
        // Whoever started it may have wanted it left alone; a person at a terminal does not.
        signal(SIGINT, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigprocmask(SIG_UNBLOCK, &signals, nil)
        guard let answer = readLine() else {
            Output.error("")
            return false
        }
        return ["y", "yes"].contains(answer.lowercased().filter { $0 != " " })
    }

    // MARK: Taking back

    private static func revoke(_ path: String, _ store: TrustStore) throws -> Int32 {
        // What is gone from the disk may still be trusted.
        let real = realOrAbsolute(path)
        let items = try store.items()
        let named = items.filter { item in
            item.path == real || item.texts.contains { $0.path == real }
        }
        if let first = named.first {
            for item in named { _ = try store.remove(in: item.folder, at: item.path) }
            Output.error("\(TrustText.name(of: first)) is no longer trusted")
            return ExitStatus.done
        }
        let place = TrustPlace(real)
        let folder =
            items.contains { $0.folder == real } || !FileText.exists(real)
            ? real : try place.project
        let count = place.isFile ? 0 : try store.remove(in: folder)
        Output.error(
            count == 0
                ? "\(place.isFile ? real : folder): nothing was trusted"
                : "\(folder): \(English.count(count, "item")) no longer trusted")
        return ExitStatus.done
    }

    private static func realOrAbsolute(_ path: String) -> String {
        do throws(SystemError) {
            return try realPath(of: path)
        } catch {
            var text = path
            while text.count > 1, text.hasSuffix("/") { text.removeLast() }
            guard !text.hasPrefix("/"), let current = workingDirectory() else { return text }
            return current + "/" + text
        }
    }
}
