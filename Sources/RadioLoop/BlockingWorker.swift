import CLinux
import Synchronization

/// One thread for what would block the loop: disk files. It starts with the first piece of work and ends with
/// the worker. Results come back to the loop; the queue is bounded.
public final class BlockingWorker {
    private final class Shared: Sendable {
        struct State {
            var queue: [@Sendable () -> Void] = []
            var isClosed = false
        }
        let state = Mutex(State())
        /// A semaphore: one count for each piece of work, and one to close.
        let semaphore: Int32

        init(semaphore: Int32) { self.semaphore = semaphore }
        deinit { close(semaphore) }

        func signal() {
            var one: UInt64 = 1
            _ = write(semaphore, &one, 8)
        }

        func work() {
            _ = longwave_set_thread_name("longwave-disk")
            while true {
                var count: UInt64 = 0
                _ = read(semaphore, &count, 8)
                let next: (item: (@Sendable () -> Void)?, isClosed: Bool) = state.withLock {
                    ($0.queue.isEmpty ? nil : $0.queue.removeFirst(), $0.isClosed)
                }
                if let item = next.item { item() } else if next.isClosed { return }
            }
        }
    }

    /// The most pieces of work that may wait; `run` refuses more.
    public static let maximumQueue = 256

    private let loop: EventLoop
    private var shared: Shared?
    private var waiting: [UInt64: (Any) -> Void] = [:]
    private var lastID: UInt64 = 0

    public init(loop: EventLoop) { self.loop = loop }

    deinit {
        guard let shared else { return }
        shared.state.withLock { $0.isClosed = true }
        shared.signal()
    }

    /// Runs `work` on the worker's thread, then `completion` with its result on the loop. Work runs in the order in
    /// which it came. Returns false, and does nothing, when ``maximumQueue`` pieces wait already or no descriptor is left.
    @discardableResult
    public func run<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, then completion: @escaping (Result) -> Void
    ) -> Bool {
        guard waiting.count < Self.maximumQueue else { return false }
        guard let shared = startedThread() else { return false }
        lastID += 1
        let id = lastID
        waiting[id] = { result in completion(result as! Result) }
        // The box crosses threads, its content is touched on the loop's thread only.
        nonisolated(unsafe) weak let owner = self
        let loop = loop
        shared.state.withLock {
            $0.queue.append {
                let result = work()
                loop.postFromAnyThread { owner?.waiting.removeValue(forKey: id)?(result) }
            }
        }
        shared.signal()
        return true
    }

    /// The same, and `completion` gets `refused` in a later turn of the loop where the work is not taken.
    public func run<Result: Sendable>(
        orElse refused: Result, _ work: @escaping @Sendable () -> Result, then completion: @escaping (Result) -> Void
    ) {
        guard !run(work, then: completion) else { return }
        loop.post { [weak self] in if self != nil { completion(refused) } }
    }

    /// Why work is not taken, for people.
    public static let refusal = "too many files are open, or too much waits for the disk"

    private func startedThread() -> Shared? {
        if let shared { return shared }
        let semaphore = eventfd(0, Int32(EFD_CLOEXEC | EFD_SEMAPHORE))
        guard semaphore >= 0 else { return nil }
        let new = Shared(semaphore: semaphore)
        shared = new
        LoopThread.start { new.work() }
        return new
    }
}
