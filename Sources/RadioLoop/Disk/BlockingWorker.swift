import CLinux
import Glibc
import Synchronization

/// A client of the loop's disk worker, for what would block the loop: disk files. Make one for each file or folder, and none
/// for names, which are looked up elsewhere.
///
/// Its jobs run one after the other on another thread, in the order in which they came, and their results come back to the loop.
/// All clients of a loop share one thread. A job that takes longer than two seconds keeps that thread, holds up its own client
/// only, and a fresh thread goes on with the others, four at most.
package final class BlockingWorker {
    /// The most jobs of one client that may be under way; `run` refuses more.
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

    /// Another client of the same loop, which neither waits for this one nor holds it up.
    package convenience init(beside other: BlockingWorker) { self.init(loop: other.loop) }

    /// Runs `work` on a thread of the worker, then `completion` with its result on the loop. What was taken is done, but nobody is
    /// told once the client is gone. Returns false, and does nothing, when ``maximumQueue`` jobs are under way already, or all threads
    /// are kept by jobs that take too long, or the system gives no thread.
    @discardableResult
    package func run<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, then completion: @escaping (Result) -> Void
    ) -> Bool {
        guard waiting.count < Self.maximumQueue else { return false }
        lastID += 1
        let id = lastID
        // The reference crosses threads, its object is touched on the loop's thread only.
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

    /// The same, and `completion` gets `refused` in a later turn of the loop where the work is not taken.
    package func run<Result: Sendable>(
        orElse refused: Result, _ work: @escaping @Sendable () -> Result, then completion: @escaping (Result) -> Void
    ) {
        guard !run(work, then: completion) else { return }
        loop.post { [weak self] in if self != nil { completion(refused) } }
    }

    /// Why work is not taken, for people.
    package static let refusal = "the disk does not answer, is too slow, or too many files are open"

    /// Blocks the loop until all jobs that were taken so far are done, for the end of a program. Nobody is told of them.
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
        // No timer of the loop fires meanwhile.
        while poll(&event, 1, 500) <= 0 { loop.disk.relieve() }
    }

    private func ended(_ id: UInt64, _ result: Any) {
        loop.disk.jobEnded()
        waiting.removeValue(forKey: id)?(result)
    }
}
