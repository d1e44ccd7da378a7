import CLinux
import Glibc

/// Starts detached threads; Longwave has at most two besides the program's own: the loop and the disk worker.
public enum LoopThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread that ends with it.
    public static func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let context = Unmanaged.passRetained(Body(body)).toOpaque()
        let code = pthread_create(
            &thread, &attributes,
            { context in
                Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, context)
        precondition(code == 0, "no thread could be started: \(String(cString: strerror(code)))")
        pthread_attr_destroy(&attributes)
    }
}
