import RadioLoop
import Synchronization
import TestSupport

/// Runs a ``LoadServer`` on a thread and event loop of its own, for tests. A test must call ``stop()``.
package final class LoadServerThread: Sendable {
    private struct Started {
        var ports: [UInt16] = []
        var library = ""
        var error: (any Error)?
        var summary = LoadSummary()
    }

    private let loop: EventLoop
    private let state = Mutex(Started())
    private let hasStarted = TestSignal()
    private let hasEnded = TestSignal()

    package init(_ options: LoadOptions) throws {
        loop = try EventLoop()
        LoopThread.start { [self] in
            run(options)
            hasEnded.raise()
        }
        hasStarted.wait()
        if let error = state.withLock({ $0.error }) { throw error }
    }

    package var ports: [UInt16] { state.withLock { $0.ports } }
    /// The server's mounts as a station list (`stations.json`).
    package var library: String { state.withLock { $0.library } }

    /// Ends the server. Its record of what it sent is complete afterwards.
    @discardableResult
    package func stop() -> LoadSummary {
        loop.stop()
        hasEnded.wait()
        return state.withLock { $0.summary }
    }

    private func run(_ options: LoadOptions) {
        do {
            let server = try LoadServer(loop: loop, options)
            state.withLock { ($0.ports, $0.library) = (server.ports, server.library) }
            hasStarted.raise()
            loop.run()
            server.stop()
            state.withLock { $0.summary = server.summary }
        } catch {
            state.withLock { $0.error = error }
            hasStarted.raise()
        }
    }
}
