import Glibc

/// A plain thread with a stack deep enough for Lua's nested C calls.
///
/// Unsafe code: the body crosses to the new thread in a retained box that the thread releases,
/// once; a handle is joined exactly once, by `join`.
package struct WorkerThread: ~Copyable {
    private let handle: pthread_t

    /// Bytes; Lua allows 200 nested C calls, some of which hold 1 KiB buffers.
    private static let stackSize = 8 << 20

    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Starts a thread, or gives nil if the system has none left: the caller then does without.
    package static func start(_ body: @escaping @Sendable () -> Void) -> WorkerThread? {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        pthread_attr_setstacksize(attributes, stackSize)
        defer {
            pthread_attr_destroy(attributes)
            attributes.deallocate()
        }
        var handle: pthread_t = 0
        let box = Unmanaged.passRetained(Body(body))
        let status = pthread_create(
            &handle, attributes,
            { context in
                if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, box.toOpaque())
        guard status == 0 else {
            box.release()
            return nil
        }
        return WorkerThread(handle: handle)
    }

    private init(handle: pthread_t) {
        self.handle = handle
    }

    package consuming func join() {
        pthread_join(handle, nil)
    }
}
