import Glibc
import RadioLoop
import Synchronization
import TestSupport
import Testing

@Suite struct BlockingWorkerTests {
    @Test func resultsComeBackInOrder() throws {
        let loop = try EventLoop()
        let worker = BlockingWorker(loop: loop)
        var results: [Int] = []
        for number in 0..<100 {
            #expect(
                worker.run {
                    number * 2
                } then: {
                    results.append($0)
                })
        }
        #expect(loop.turn { results.count == 100 })
        #expect(results == (0..<100).map { $0 * 2 })
    }

    @Test func theWorkIsDoneElsewhereAndTheResultHere() throws {
        let loop = try EventLoop()
        let worker = BlockingWorker(loop: loop)
        let here = pthread_self()
        var places: [Bool] = []
        worker.run {
            pthread_equal(here, pthread_self()) != 0
        } then: {
            places = [$0, pthread_equal(here, pthread_self()) != 0]
        }
        #expect(loop.turn { !places.isEmpty })
        #expect(places == [false, true])
    }

    @Test func theQueueIsBounded() throws {
        let loop = try EventLoop()
        let worker = BlockingWorker(loop: loop)
        let goOn = TestSignal()
        var done = 0
        for _ in 0..<BlockingWorker.maximumQueue {
            #expect(
                worker.run {
                    goOn.wait()
                } then: { _ in
                    done += 1
                })
        }
        #expect(
            !worker.run {
                true
            } then: { _ in
                Issue.record("refused work was done")
            })
        var answer = 0
        worker.run(orElse: 1) {
            2
        } then: {
            answer = $0
        }
        #expect(answer == 0, "not from within the call")
        #expect(loop.turn { answer == 1 })
        goOn.raise()
        #expect(loop.turn { done == BlockingWorker.maximumQueue })
        #expect(
            worker.run {
                true
            } then: { _ in
                done += 1
            })
        #expect(loop.turn { done == BlockingWorker.maximumQueue + 1 })
    }

    /// The owner of a `BlockingWorker` releases it while jobs wait. The jobs still run, so that files are written, but
    /// their completions are not called.
    @Test func theOwnerMayLeave() throws {
        let loop = try EventLoop()
        var worker: BlockingWorker? = BlockingWorker(loop: loop)
        let goOn = TestSignal()
        let last = TestSignal()
        worker?.run {
            goOn.wait()
        } then: { _ in
            Issue.record("the owner is gone")
        }
        worker?.run {
            last.raise()
        } then: {
            Issue.record("the owner is gone")
        }
        worker = nil
        goOn.raise()
        #expect(last.wait())
        loop.turn(for: .milliseconds(20))
    }

    @Test func theCompletionMayAskForMore() throws {
        let loop = try EventLoop()
        let worker = BlockingWorker(loop: loop)
        var numbers: [Int] = []
        func next(_ number: Int) {
            numbers.append(number)
            if number < 20 {
                worker.run {
                    number + 1
                } then: {
                    next($0)
                }
            }
        }
        next(0)
        #expect(loop.turn { numbers.count == 21 })
        #expect(numbers == Array(0...20))
    }
}
