import CLinux

/// Signals as events of the loop, by signalfd. While it lives they are blocked for this thread and those that
/// it starts, so it must be made before any other thread.
package final class SignalWatch {
    private let descriptor: Int32
    private var watch: DescriptorWatch?
    private var mask: sigset_t
    private var isCancelled = false

    package init(_ loop: EventLoop, _ signals: [Int32], _ handler: @escaping (Int32) -> Void) throws(LoopError) {
        mask = sigset_t()
        sigemptyset(&mask)
        for signal in signals { sigaddset(&mask, signal) }
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        let descriptor = signalfd(-1, &mask, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        self.descriptor = descriptor
        guard descriptor >= 0 else { throw LoopError(call: "signalfd") }
        watch = try loop.watch(descriptor, for: .readable) { _ in
            var info = signalfd_siginfo()
            let size = MemoryLayout<signalfd_siginfo>.size
            // One a turn, for the handler may cancel: the number may then stand for something else.
            if read(descriptor, &info, size) == size { handler(Int32(info.ssi_signo)) }
        }
    }

    /// Gives the signals back their former effect.
    package func cancel() {
        guard !isCancelled else { return }
        isCancelled = true
        watch?.cancel()
        watch = nil
        if descriptor >= 0 { close(descriptor) }
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    }

    /// Lets a signal that is blocked on this thread have its usual effect, once and now: SIGTSTP stops the program here, until
    /// it is continued.
    package static func deliver(_ signal: Int32) {
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, signal)
        kill(getpid(), signal)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        pthread_sigmask(SIG_BLOCK, &mask, nil)
    }

    deinit { cancel() }
}
