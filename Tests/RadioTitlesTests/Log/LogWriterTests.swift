import RadioLoop
import TestSupport
import Testing

@testable import RadioTitles

@Suite struct LogWriterTests {
    /// A worker that has too much to do, or cannot begin: who opens and closes the log is answered, and not from within the call of `open`.
    @Test func whatTheWorkerRefusesIsAnswered() throws {
        let directory = try TemporaryDirectory()
        let loop = try EventLoop()
        let worker = BlockingWorker(loop: loop)
        let goOn = TestSignal()
        for _ in 0..<BlockingWorker.maximumQueue {
            worker.run {
                goOn.wait()
            } then: { _ in
            }
        }
        defer { goOn.raise() }
        let target = LogTarget(.file(directory.path + "/log.jsonl"))
        let writer = LogWriter(loop: loop, worker: worker, target: target, wallClock: { 0 }, report: { _ in })
        var number: Result<Int64, LogFileError>?
        writer.open { number = $0 }
        #expect(number == nil)
        #expect(loop.turn(within: .seconds(10)) { number != nil })
        guard case .failure(.noRoom)? = number else {
            Issue.record("it says \(String(describing: number))")
            return
        }
        var isClosed = false
        writer.close { isClosed = true }
        #expect(loop.turn(within: .seconds(10)) { isClosed })
    }
}
