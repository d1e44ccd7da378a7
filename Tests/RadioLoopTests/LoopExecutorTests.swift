import Glibc
import RadioLoop
import TestSupport
import Testing

/// Swift's actors and tasks run on the thread of an event loop.
@Suite struct LoopExecutorTests {
    /// An event loop that runs on its own thread as long as this object lives.
    final class Running {
        let loop: EventLoop

        init() throws {
            let loop = try EventLoop()
            self.loop = loop
            LoopThread.start { loop.run() }
        }

        deinit { loop.stop() }
    }

    actor Counter {
        nonisolated let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        private var count = 0
        private let partner: Counter?

        init(_ loop: EventLoop, partner: Counter? = nil) {
            self.loop = loop
            self.partner = partner
        }

        func add(_ number: Int) -> Int {
            count += number
            return loop.isCurrent ? count : -1
        }

        func addWithPartner(_ number: Int) async -> Int {
            let other = await partner?.add(number) ?? 0
            return add(other)
        }
    }

    @Test func anActorRunsOnTheLoop() async throws {
        let running = try Running()
        let counter = Counter(running.loop)
        for number in 1...100 { #expect(await counter.add(1) == number) }
    }

    @Test func twoActorsOnOneLoop() async throws {
        let running = try Running()
        let counter = Counter(running.loop, partner: Counter(running.loop))
        #expect(await counter.addWithPartner(3) == 3)
        #expect(await counter.addWithPartner(4) == 10)
    }

    @Test func callbacksEnterByAssumeIsolated() async throws {
        let running = try Running()
        let counter = Counter(running.loop)
        let loop = running.loop
        let total = await withCheckedContinuation { continuation in
            loop.postFromAnyThread {
                loop.schedule(after: .milliseconds(1)) {
                    continuation.resume(returning: counter.assumeIsolated { $0.add(5) })
                }
            }
        }
        #expect(total == 5)
        #expect(await counter.add(1) == 6)
    }

    @Test func assumingFromAnotherThreadTraps() async {
        await #expect(processExitsWith: .failure) {
            let loop = try EventLoop()
            func assume(_ counter: Counter) { counter.assumeIsolated { _ = $0.add(1) } }
            assume(Counter(loop))
        }
    }

    @Test func tasksPreferTheLoop() async throws {
        let running = try Running()
        let loop = running.loop
        let counter = Counter(loop)
        let task = Task(executorPreference: loop) {
            var places = [loop.isCurrent]
            await Task.yield()
            places.append(loop.isCurrent)
            _ = await counter.add(1)
            places.append(loop.isCurrent)
            async let child = loop.isCurrent
            places.append(await child)
            return places
        }
        #expect(await task.value == [true, true, true, true])
    }

    @Test func manyTasksAtOnce() async throws {
        let running = try Running()
        let counter = Counter(running.loop)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 { group.addTask { _ = await counter.add(1) } }
        }
        #expect(await counter.add(0) == 1000)
    }
}
