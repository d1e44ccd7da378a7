import Glibc
import RadioLoop
import TestSupport
import Testing

@Suite struct EventLoopTests {
    @Test func theInboxIsDrainedAtTheEndOfTheTurn() throws {
        let loop = try EventLoop()
        let pipe = Pipe()
        pipe.put()
        var events: [String] = []
        loop.schedule(at: .now) {
            loop.post { events.append("posted by the timer") }
            events.append("timer")
        }
        let watch = try loop.watch(pipe.reader, for: .readable) { _ in
            loop.post {
                events.append("posted by the watch")
                loop.post { events.append("posted by a post") }
            }
            events.append("watch")
        }
        loop.turn(mayBlock: true)
        #expect(
            events == ["watch", "timer", "posted by the watch", "posted by the timer", "posted by a post"])
        watch.cancel()
    }

    @Test func postsFromOutsideATurnDoNotWait() throws {
        let loop = try EventLoop()
        var isDone = false
        loop.post { isDone = true }
        // If the loop had forgotten the posted work, this turn would never end.
        loop.turn(mayBlock: true)
        #expect(isDone)
    }

    @Test func postingForEverStarvesNobody() throws {
        let loop = try EventLoop()
        var posts = 0
        var isOver = false
        func again() {
            posts += 1
            if !isOver { loop.post { again() } }
        }
        again()
        loop.schedule(after: .milliseconds(5)) { isOver = true }
        #expect(loop.turn { isOver })
        #expect(posts > 1)
    }

    @Test func postsFromManyThreads() throws {
        let loop = try EventLoop()
        nonisolated(unsafe) var seen: [Int: [Int]] = [:]
        for thread in 0..<4 {
            LoopThread.start {
                for number in 0..<500 { loop.postFromAnyThread { seen[thread, default: []].append(number) } }
            }
        }
        // The loop has no timer, so it wakes up only if each post wakes it.
        #expect(loop.turn { seen.values.reduce(0) { $0 + $1.count } == 2000 })
        // The work that one thread posted runs in the order of posting.
        #expect(seen.values.allSatisfy { $0 == Array(0..<500) })
    }

    @Test func runEndsWithStop() throws {
        let loop = try EventLoop()
        let ended = TestSignal()
        let started = TestSignal()
        nonisolated(unsafe) var wasCurrent = false
        LoopThread.start {
            loop.run()
            ended.raise()
        }
        loop.postFromAnyThread {
            wasCurrent = loop.isCurrent
            started.raise()
        }
        #expect(started.wait())
        #expect(wasCurrent)
        #expect(!loop.isCurrent)
        loop.stop()
        #expect(ended.wait())
    }

    @Test func runMayBeCalledAgain() throws {
        let loop = try EventLoop()
        for _ in 0..<3 {
            var count = 0
            loop.schedule(at: .now) {
                count += 1
                loop.stop()
            }
            loop.run()
            #expect(count == 1)
            #expect(!loop.isCurrent)
        }
    }

    /// Work is posted while the loop's thread is about to end. It runs on this thread or on the next one.
    @Test func workThatComesWhileTheThreadEnds() throws {
        var turns = 0
        for round in 0..<5000 {
            let loop = try EventLoop(startsItself: true)
            let done = Semaphore()
            loop.postStarting { done.post() }
            try #require(done.wait())
            loop.stop()
            // Each round posts slightly later, so that in some rounds the thread is just ending.
            for turn in 0..<round % 500 * 20 { turns &+= turn }
            loop.postStarting { done.post() }
            try #require(done.wait())
        }
        #expect(turns != 1)
    }

    @Test func aTurnInsideATurnTraps() async {
        await #expect(processExitsWith: .failure) {
            let loop = try EventLoop()
            loop.post { loop.turn(mayBlock: false) }
            loop.turn(mayBlock: false)
        }
    }

    @Test func aSecondThreadTraps() async {
        await #expect(processExitsWith: .failure) {
            let loop = try EventLoop()
            let running = TestSignal()
            LoopThread.start { loop.run() }
            loop.postFromAnyThread { running.raise() }
            running.wait()
            loop.run()
        }
    }

    private final class Token {}

    /// The loop, its watches, timers and posted work refer to each other. When the loop is released, all handlers are
    /// released nevertheless.
    @Test func aReleasedLoopLetsGoOfItsHandlers() throws {
        weak var token: Token?
        let pipe = Pipe()
        do {
            let loop = try EventLoop()
            let held = Token()
            token = held
            _ = try loop.watch(pipe.reader, for: .readable) { _ in _ = held }
            loop.schedule(after: .seconds(3600)) { _ = held }
            loop.makeTimer { _ = held }.rearm(after: .seconds(3600))
            loop.post { _ = held }
        }
        #expect(token == nil)
    }

    @Test func handlersAreLetGo() throws {
        let loop = try EventLoop()
        let pipe = Pipe()
        weak var token: Token?
        let watch: DescriptorWatch
        let timer: LoopTimer
        do {
            let held = Token()
            token = held
            watch = try loop.watch(pipe.reader, for: .readable) { _ in _ = held }
            timer = loop.schedule(after: .seconds(3600)) { _ = held }
            loop.post { _ = held }
            loop.postFromAnyThread { _ = Unmanaged.passUnretained(loop) }
        }
        loop.turn(mayBlock: false)
        #expect(token != nil)
        watch.cancel()
        timer.cancel()
        #expect(token == nil)
    }

    /// The test counts open descriptors, so it has a process of its own. The test library opens some, too, so only a
    /// number as large as that of the loops proves a leak.
    @Test func descriptorsAreClosed() async {
        await #expect(processExitsWith: .success) {
            func count() -> Int { (0..<1000).count { fcntl($0, F_GETFD) >= 0 } }
            let before = count()
            for _ in 0..<100 {
                let loop = try EventLoop()
                loop.schedule(after: .seconds(3600)) { _ = 0 }
                loop.turn(mayBlock: false)
            }
            #expect(count() < before + 50)
        }
    }
}

/// A POSIX semaphore for threads.
private final class Semaphore: @unchecked Sendable {  // sem_t is made for many threads.
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func post() { sem_post(semaphore) }

    /// Returns false if nothing arrives for a minute.
    func wait() -> Bool {
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_sec += 60
        while sem_timedwait(semaphore, &deadline) != 0 {
            if errno != EINTR { return false }
        }
        return true
    }
}
