import CLinux
import Glibc
import Synchronization

/// Runs work on disk files, which would block the loop, on another thread.
///
/// Make one worker for each file or folder. Do not resolve host names with a worker: slow look-ups would occupy the few
/// disk threads.
///
/// The jobs of a worker run one after the other, in the order in which they were started. Their results are delivered
/// on the loop's thread.
///
/// Each worker is a client of the loop's ``DiskWorker``. All clients of a loop share one thread. A job that takes more
/// than two seconds occupies that thread, but delays only its own client: a new thread serves the other clients. There
/// are at most four threads.
package final class BlockingWorker {
    /// The maximum number of unfinished jobs of one worker. `run` refuses further jobs.
    package static let maximumQueue = 256

    private static let count = Atomic(0)

    private let loop: EventLoop
    private let client: Int
    private var waiting: [UInt64: (Any) -> Void] = [:]
    private var lastID: UInt64 = 0

    package init(loop: EventLoop) {
        self.loop = loop
        client = Self.count.add(1, ordering: .relaxed).newValue
    }

    /// Makes another worker on the same loop. The two workers do not wait for each other.
    package convenience init(beside other: BlockingWorker) { self.init(loop: other.loop) }

    /// Runs `work` on a disk thread, then calls `completion` with its result on the loop.
    ///
    /// An accepted job always runs, but `completion` is not called if this worker was released before. Returns false
    /// and does nothing if ``maximumQueue`` jobs of this worker are unfinished, if slow jobs occupy all threads, or if
    /// the system gives no thread.
    @discardableResult
    package func run<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, then completion: @escaping (Result) -> Void
    ) -> Bool {
        guard waiting.count < Self.maximumQueue else { return false }
        lastID += 1
        let id = lastID
        // `owner` is passed to a disk thread and back, but only the loop's thread uses the worker that it refers to.
        nonisolated(unsafe) weak let owner = self
        let loop = loop
        let isTaken = loop.disk.add(
            {
                let result = work()
                loop.postFromAnyThread { owner?.ended(id, result) }
            }, of: client)
        if isTaken { waiting[id] = { result in completion(result as! Result) } }
        return isTaken
    }

    /// Runs `work` like ``run(_:then:)``, but calls `completion` with `refused` in a later turn if the work is not
    /// accepted.
    package func run<Result: Sendable>(
        orElse refused: Result, _ work: @escaping @Sendable () -> Result, then completion: @escaping (Result) -> Void
    ) {
        guard !run(work, then: completion) else { return }
        loop.post { [weak self] in if self != nil { completion(refused) } }
    }

    /// The text that a listener reads if work was refused.
    package static let refusal = "the disk does not answer, is too slow, or too many files are open"

    /// Blocks the loop until all accepted jobs of this worker are done. Used at the end of a program.
    ///
    /// The completions of these jobs are not called during the wait.
    package func waitUntilDone() {
        let done = eventfd(0, Int32(EFD_CLOEXEC))
        guard done >= 0 else { return }
        defer { close(done) }
        let isTaken = run {
            var one: UInt64 = 1
            return write(done, &one, 8)
        } then: { (_: Int) in
        }
        guard isTaken else { return }
        var event = pollfd(fd: done, events: Int16(POLLIN), revents: 0)
        // The disk worker's timer, which usually calls `relieve()`, does not fire while the loop is blocked here.
        while poll(&event, 1, 500) <= 0 { loop.disk.relieve() }
    }

    private func ended(_ id: UInt64, _ result: Any) {
        loop.disk.jobEnded()
        waiting.removeValue(forKey: id)?(result)
    }
}
