import Synchronization

/// References waiting to be released by the state that they belong to. It outlives the state.
final class ReferencePool: Sendable {
    private let abandoned = Mutex<[Int32]>([])

    func abandon(_ number: Int32) {
        abandoned.withLock { $0.append(number) }
    }

    func drain() -> [Int32] {
        abandoned.withLock { numbers in
            defer { numbers.removeAll(keepingCapacity: true) }
            return numbers
        }
    }
}
