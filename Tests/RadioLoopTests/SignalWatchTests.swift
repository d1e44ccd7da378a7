import Glibc
import RadioLoop
import TestSupport
import Testing

@Suite struct SignalWatchTests {
    /// Runs `body` on a new thread that blocks no signals. The tests send their signals to this thread only.
    private func onThread(_ body: @escaping @Sendable () throws -> Void) {
        let done = TestSignal()
        LoopThread.start {
            // A new thread blocks the same signals as the thread that created it, here a thread of the test library
            // that blocks most of them.
            var mask = sigset_t()
            sigemptyset(&mask)
            pthread_sigmask(SIG_SETMASK, &mask, nil)
            #expect(throws: Never.self) { try body() }
            done.raise()
        }
        #expect(done.wait(seconds: 60))
    }

    private static func isBlocked(_ signal: Int32) -> Bool {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return sigismember(&mask, signal) == 1
    }

    @Test func signalsAreEvents() {
        onThread {
            let loop = try EventLoop()
            var seen: [Int32] = []
            let watch = try SignalWatch(loop, [SIGUSR1, SIGUSR2]) { seen.append($0) }
            pthread_kill(pthread_self(), SIGUSR2)
            #expect(loop.turn { seen == [SIGUSR2] })
            pthread_kill(pthread_self(), SIGUSR1)
            pthread_kill(pthread_self(), SIGUSR2)
            #expect(loop.turn { Set(seen.dropFirst()) == [SIGUSR1, SIGUSR2] })
            watch.cancel()
        }
    }

    @Test func cancellingGivesThemBack() {
        onThread {
            let loop = try EventLoop()
            #expect(!Self.isBlocked(SIGUSR1))
            let watch = try SignalWatch(loop, [SIGUSR1]) { _ in Issue.record("cancelled") }
            #expect(Self.isBlocked(SIGUSR1))
            watch.cancel()
            watch.cancel()
            #expect(!Self.isBlocked(SIGUSR1))
            var released: SignalWatch? = try SignalWatch(loop, [SIGUSR1]) { _ in }
            #expect(Self.isBlocked(SIGUSR1))
            withExtendedLifetime(released) {}
            released = nil
            #expect(!Self.isBlocked(SIGUSR1))
        }
    }

    @Test func aHandlerMayCancel() {
        onThread {
            let loop = try EventLoop()
            var watch: SignalWatch?
            var count = 0
            watch = try SignalWatch(loop, [SIGUSR1]) { _ in
                count += 1
                watch?.cancel()
            }
            pthread_kill(pthread_self(), SIGUSR1)
            #expect(loop.turn { count == 1 })
            #expect(!Self.isBlocked(SIGUSR1))
        }
    }
}
