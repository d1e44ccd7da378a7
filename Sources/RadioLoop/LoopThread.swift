import CLinux
import Glibc

/// Starts detached threads: the loop's, the disk worker's, and those that resolve host names.
package enum LoopThread {
    /// The size of a thread's stack in bytes, whatever limit the program runs with (`ulimit -s`).
    ///
    /// The decoders, which need the most, work with 256 KiB.
    package static let stackSize = 8 << 20

    /// Keeps a closure until the new thread runs it.
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread, which ends with `body`. Traps if no thread can be started.
    /// - Parameter stackSize: the size of the thread's stack in bytes.
    package static func start(stackSize: Int = LoopThread.stackSize, _ body: @escaping @Sendable () -> Void) {
        let isStarted = startIfPossible(stackSize: stackSize, body)
        precondition(isStarted, "no thread could be started")
    }

    /// Runs `body` on a new thread like ``start(_:)``, but returns false if the system gives no thread.
    package static func startIfPossible(stackSize: Int = LoopThread.stackSize, _ body: @escaping @Sendable () -> Void)
        -> Bool
    {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackSize)
        let context = Unmanaged.passRetained(Body(body)).toOpaque()
        let code = pthread_create(
            &thread, &attributes,
            { context in
                Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, context)
        pthread_attr_destroy(&attributes)
        if code != 0 { Unmanaged<Body>.fromOpaque(context).release() }
        return code == 0
    }
}
