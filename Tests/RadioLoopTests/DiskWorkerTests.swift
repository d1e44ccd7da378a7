import Glibc
import Synchronization
import TestSupport
import Testing

@testable import RadioLoop

/// Several clients use the disk worker of the same event loop. They do not disturb each other.
@Suite struct DiskWorkerTests {
    /// Records which jobs have run, in order.
    private final class Record: Sendable {
        private let lines = Mutex<[String]>([])
        func note(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    /// Returns a client of the disk worker with a job that runs until `goOn` is raised.
    private func busy(_ loop: EventLoop, until goOn: TestSignal) -> BlockingWorker {
        let client = BlockingWorker(loop: loop)
        let begun = TestSignal()
        client.run {
            begun.raise()
            goOn.wait()
        } then: { _ in
        }
        #expect(begun.wait())
        return client
    }

    @Test func clientsShareOneThreadAndTakeTurns() throws {
        let loop = try EventLoop(diskPatience: .seconds(3600))
        let (record, goOn) = (Record(), TestSignal())
        let threads = Mutex<Set<pthread_t>>([])
        let first = busy(loop, until: goOn)
        let second = BlockingWorker(loop: loop)
        for number in 1...3 {
            for (name, client) in [("first", first), ("second", second)] {
                client.run {
                    record.note("\(name) \(number)")
                    _ = threads.withLock { $0.insert(pthread_self()) }
                } then: {
                }
            }
        }
        goOn.raise()
        #expect(loop.turn { record.all.count == 6 })
        #expect(record.all == ["second 1", "first 1", "second 2", "first 2", "second 3", "first 3"])
        #expect(threads.withLock { $0.count } == 1)
        #expect(loop.disk.threadCount == 1)
    }

    @Test func aJobThatTakesLongHoldsUpItsOwnClientOnly() throws {
        let loop = try EventLoop(diskPatience: .milliseconds(20))
        let (record, goOn) = (Record(), TestSignal())
        let slow = busy(loop, until: goOn)
        var results: [String] = []
        slow.run {
            record.note("slow")
        } then: {
            results.append("slow")
        }
        // The other clients' jobs first wait behind the slow job. Then the worker starts a new thread for them.
        let others = (0..<3).map { _ in BlockingWorker(loop: loop) }
        for other in others {
            other.run {
                record.note("other")
            } then: {
                results.append("other")
            }
        }
        #expect(loop.turn { results.count == 3 })
        #expect(record.all == ["other", "other", "other"])
        #expect(loop.disk.threadCount == 2)
        goOn.raise()
        #expect(loop.turn { results.count == 4 })
        #expect(record.all.last == "slow")
        // When all jobs have run, the worker has one thread again.
        #expect(loop.turn(untilElsewhere: { loop.disk.threadCount == 1 }))
    }

    /// Four jobs hang. The worker has four threads then, starts no more, and refuses further jobs.
    @Test func fourThreadsAtMost() throws {
        // With a patience of zero, a job counts as slow from its start.
        let loop = try EventLoop(diskPatience: .zero)
        let goOn = TestSignal()
        let hung = (0..<DiskThreads.maximumThreads).map { _ in busy(loop, until: goOn) }
        #expect(loop.disk.threadCount == DiskThreads.maximumThreads)
        let late = BlockingWorker(loop: loop)
        #expect(
            !late.run {
                true
            } then: { _ in
                Issue.record("refused work was done")
            })
        var answer = ""
        late.run(orElse: BlockingWorker.refusal) {
            "done"
        } then: {
            answer = $0
        }
        #expect(loop.turn { !answer.isEmpty })
        #expect(answer.contains("the disk does not answer"))
        goOn.raise()
        #expect(loop.turn(untilElsewhere: { loop.disk.threadCount == 1 }))
        late.run {
            "done"
        } then: {
            answer = $0
        }
        #expect(loop.turn { answer == "done" })
        withExtendedLifetime(hung) {}
    }

    /// Each client may have a limited number of bytes waiting. One client does not use up another's limit.
    @Test func theQuotaIsEachClientsOwn() throws {
        let loop = try EventLoop()
        let full = BlockingWorker(loop: loop)
        let goOn = full.fill()
        let other = BlockingWorker(beside: full)
        var isDone = false
        let taken = [full.run({ false }, then: { isDone = $0 }), other.run({ true }, then: { isDone = $0 })]
        #expect(taken == [false, true])
        goOn.raise()
        #expect(loop.turn { isDone })
    }

    /// When the program ends, it waits for one client's jobs while another client's job hangs. The event loop does not
    /// run then, so none of its timers could start a thread.
    @Test func waitingForTheDiskIsNotHeldUpByAnother() throws {
        let loop = try EventLoop(diskPatience: .milliseconds(20))
        let (record, goOn) = (Record(), TestSignal())
        let slow = busy(loop, until: goOn)
        let file = BlockingWorker(loop: loop)
        file.run {
            record.note("written")
        } then: {
        }
        file.waitUntilDone()
        #expect(record.all == ["written"])
        goOn.raise()
        withExtendedLifetime(slow) {}
    }

    /// Opening a FIFO that nobody else has open blocks. Only the client that opens it waits.
    @Test func aFIFOHangsNobodyElse() throws {
        let loop = try EventLoop(diskPatience: .milliseconds(20))
        let directory = try TemporaryDirectory()
        let path = directory.path + "/fifo"
        #expect(mkfifo(path, 0o600) == 0)
        let (list, history) = (BlockingWorker(loop: loop), BlockingWorker(loop: loop))
        var isRead = false
        var written = 0
        list.run {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            close(file)
            return true
        } then: {
            isRead = $0
        }
        for _ in 0..<10 { history.run({ 1 }, then: { written += $0 }) }
        #expect(loop.turn { written == 10 })
        #expect(!isRead)
        let other = open(path, O_RDWR | O_CLOEXEC)
        #expect(loop.turn { isRead })
        close(other)
    }
}
