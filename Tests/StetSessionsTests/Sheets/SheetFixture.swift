import Foundation

@testable import StetSessions

/// A fruit, known by its name.
struct Fruit: Equatable {
    var name: String
    var weight = 1
}

/// A stage with an own log of what handlers did, in one order with the stage's announcements.
final class SheetFixture {
    let stage = Stage()
    private(set) var log: [String] = []
    private var token = 0

    init() {
        token = stage.log.listen { [unowned self] in self.log.append($0.description) }
    }

    func note(_ entry: String) { log.append(entry) }

    /// What was logged since it was last asked.
    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }

    /// A sheet by flag that logs its content and its dismissal.
    func declaration(
        _ name: String, _ flag: Reference<Bool>,
        content: @escaping (SheetHandle) throws(Refusal) -> Void = { _ throws(Refusal) in },
        onDismiss: @escaping () throws(Refusal) -> Void = { () throws(Refusal) in }
    ) -> SheetDeclaration {
        var declaration = SheetDeclaration(name, isPresented: flag)
        declaration.content = content
        declaration.onDismiss = { [unowned self] _, reason throws(Refusal) in
            self.note("on_dismiss \(name) \(reason.rawValue), flag \(flag.value)")
            try onDismiss()
        }
        return declaration
    }

    func fruitDeclaration(
        _ item: Reference<Fruit?>, onDismiss: @escaping () -> Void = {}
    ) -> SheetDeclaration {
        var declaration = SheetDeclaration(
            "fruit", item: item, identity: { Identity($0.name) },
            content: { [unowned self] fruit, _ in self.note("content \(fruit.weight)") })
        declaration.onDismiss = { [unowned self] handle, reason throws(Refusal) in
            let now = item.value?.name ?? "nil"
            self.note("on_dismiss \(handle.name) \(reason.rawValue), item \(now)")
            onDismiss()
        }
        return declaration
    }
}

/// How many steps a random walk takes. `STET_LONG=1` takes more.
enum Walks {
    static let length =
        ProcessInfo.processInfo.environment["STET_LONG"] == "1" ? 100_000 : 20_000
}
