import Synchronization

/// The option `--trust`: everything that asks for a right has it, for as long as this process
/// lives. Nothing is written down.
package enum TrustForOneRun {
    private static let flag = Atomic<Bool>(false)

    package static var isGranted: Bool { flag.load(ordering: .relaxed) }

    package static func grant() { flag.store(true, ordering: .relaxed) }
}
