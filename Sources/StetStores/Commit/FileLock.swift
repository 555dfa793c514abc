import Glibc

/// An exclusive right to commit to one file, held until `release` or the process ends, however
/// it ends.
final class FileLock {
    /// What kept a lock from being taken.
    enum Failure: Error {
        /// Held by another; its process, if it could be read.
        case held(process: Int32?)
        case system(SystemError)
    }

    private var number: Int32

    /// Takes the lock without waiting.
    ///
    /// - Parameter path: a file in the state folder, created if missing and never removed:
    ///   removing it would let two processes lock two files of one name.
    init(path: String) throws(Failure) {
        number = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard number >= 0 else {
            throw .system(SystemError(function: "open", path: path, code: errno))
        }
        do throws(SystemError) {
            try systemCall("flock", on: path) { flock(number, LOCK_EX | LOCK_NB) }
        } catch {
            close(number)
            number = -1
            throw error.code == EWOULDBLOCK
                ? .held(process: Self.holder(of: path)) : .system(error)
        }
        // Only for another's message: that it cannot be written, on a full disk, is no reason
        // to refuse.
        let text = Array("\(getpid())\n".utf8)
        if ftruncate(number, 0) == 0 { _ = write(number, text, text.count) }
    }

    deinit {
        release()
    }

    func release() {
        guard number >= 0 else { return }
        close(number)
        number = -1
    }

    /// The process that holds a lock; 0 if it cannot be read, nil if nobody does.
    static func owner(of path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Shared and for a moment only, so that it keeps nobody from committing for long.
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
        return errno == EWOULDBLOCK ? holder(of: path) ?? 0 : nil
    }

    private static func holder(of path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var text = [UInt8](repeating: 0, count: 16)
        let count = read(descriptor, &text, text.count)
        guard count > 0 else { return nil }
        let digits = text[..<count].prefix { $0 != UInt8(ascii: "\n") }
        return Int32(String(decoding: digits, as: UTF8.self))
    }
}

/// The locks of all files of a commit.
struct CommitLocks {
    private let locks: [FileLock]

    init(_ orders: [StagedFile.Order], in state: StateFolder) throws(CommitError) {
        var locks: [FileLock] = []
        // Two paths may share a lock.
        var taken: Set<String> = []
        for order in orders where taken.insert(state.lock(for: order.places.target)).inserted {
            do throws(FileLock.Failure) {
                locks.append(try FileLock(path: state.lock(for: order.places.target)))
            } catch {
                // Those taken before are released with the array.
                switch error {
                case .held(let process):
                    throw CommitError(path: order.path, reason: .locked(process: process))
                case .system(let error):
                    throw CommitError(path: order.path, reason: .system(error))
                }
            }
        }
        self.locks = locks
    }

    /// - Returns: nil if another holds one of them.
    init?(targets: [String], in state: StateFolder) throws(SystemError) {
        var locks: [FileLock] = []
        for path in Set(targets.map { state.lock(for: $0) }) {
            do throws(FileLock.Failure) {
                locks.append(try FileLock(path: path))
            } catch {
                switch error {
                case .held: return nil
                case .system(let error): throw error
                }
            }
        }
        self.locks = locks
    }

    func release() {
        for lock in locks { lock.release() }
    }
}
