import CLinux

/// Reports signals as events of the loop, with signalfd.
///
/// A watch blocks its signals for this thread and for threads that this thread starts later. Make it before any other
/// thread.
package final class SignalWatch {
    private let descriptor: Int32
    private var watch: DescriptorWatch?
    private var mask: sigset_t
    private var isCancelled = false

    /// Blocks the signals and starts to report them. Throws if the system gives no descriptor.
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
            // Only one signal per turn is read. The handler may cancel the watch, which closes the descriptor, so
            // another read could reach a new descriptor with the same number.
            if read(descriptor, &info, size) == size { handler(Int32(info.ssi_signo)) }
        }
    }

    /// Ends the watch and unblocks its signals.
    package func cancel() {
        guard !isCancelled else { return }
        isCancelled = true
        watch?.cancel()
        watch = nil
        if descriptor >= 0 { close(descriptor) }
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    }

    /// Sends this process a signal that this thread blocks. The signal takes effect before the call returns; afterwards
    /// the thread blocks it again.
    ///
    /// SIGTSTP, for example, stops the program during the call, until another program continues it.
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
