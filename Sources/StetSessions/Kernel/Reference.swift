/// A value that several parties share and watch: what is selected, which record is edited,
/// whether a sheet is wanted. The sources call it a binding.
package final class Reference<Value: Equatable> {
    private var stored: Value
    private var watchers: [(token: Int, changed: (Value) -> Void)] = []
    private var lastToken = 0

    package init(_ value: Value) {
        stored = value
    }

    /// Setting an equal value tells nobody. A watcher that sets it again is heard at once, so
    /// whoever presents something from it reads it anew.
    package var value: Value {
        get { stored }
        set {
            guard newValue != stored else { return }
            stored = newValue
            for watcher in watchers where watchers.contains(where: { $0.token == watcher.token }) {
                watcher.changed(stored)
            }
        }
    }

    /// - Returns: what takes the watcher off again.
    package func watch(_ changed: @escaping (Value) -> Void) -> Int {
        lastToken += 1
        watchers.append((lastToken, changed))
        return lastToken
    }

    package func stopWatching(_ token: Int) {
        watchers.removeAll { $0.token == token }
    }
}
