import RadioHTTP
import RadioLoop
import TestSupport
import Testing

/// Transfers that are paused and cancelled, and the low-water mark: how many bytes must be waiting before the program
/// wakes up.
@Suite struct TransferFlowTests {
    @Test(arguments: [false, true])
    func pausingStopsBytesAndLosesNone(chunked: Bool) throws {
        let body = SeededBody.make(8_000_000, seed: 3)
        let server = try LoopbackServer { connection in
            var generator = SeededGenerator(seed: 4)
            var rest = body[...]
            let encoding = chunked ? ["Transfer-Encoding: chunked"] : []
            connection.begin(statusLine: chunked ? "HTTP/1.1 200 OK" : "HTTP/1.0 200 OK", headers: encoding)
            while !rest.isEmpty, connection.isOpen {
                let piece = Array(rest.prefix(Int.random(in: 1...60_000, using: &generator)))
                if chunked { connection.sendChunk(piece) } else { connection.send(piece) }
                rest = rest.dropFirst(piece.count)
            }
            if chunked { connection.sendChunk([]) }
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        let recorder = TransferRecorder()
        var generator = SeededGenerator(seed: 5)
        var bytesWhilePaused = 0
        recorder.onBody = { transfer, bytes in
            if transfer.isPaused { bytesWhilePaused += bytes.count }
            guard Int.random(in: 0..<12, using: &generator) == 0 else { return }
            transfer.setPaused(true)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: transfer.setPaused(false)
            case 1: bench.loop.post { transfer.setPaused(false) }
            default: bench.loop.schedule(after: .milliseconds(1)) { transfer.setPaused(false) }
            }
        }
        bench.pool.start(TransferRequest(url: server.url()), delegate: recorder)
        #expect(bench.loop.turn(within: .seconds(90)) { recorder.hasEnded })
        #expect(recorder.error == nil)
        #expect(recorder.body == body)
        #expect(bytesWhilePaused == 0)
        #expect(recorder.disorder.isEmpty)
    }

    /// A transfer is paused. The server cannot send more, long before it has sent all bytes.
    @Test func aPausedTransferHoldsTheServerBack() throws {
        let total = 64_000_000
        let server = try LoopbackServer { connection in
            connection.begin()
            let block = [UInt8](repeating: 7, count: 100_000)
            for _ in 0..<(total / block.count) where connection.isOpen { connection.send(block) }
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        let recorder = TransferRecorder()
        recorder.keepsBody = false
        recorder.onBody = { transfer, _ in if recorder.deliveries == 1 { transfer.setPaused(true) } }
        let transfer = bench.pool.start(TransferRequest(url: server.url()), delegate: recorder)
        #expect(bench.loop.turn { recorder.deliveries == 1 })
        bench.loop.turn(for: .milliseconds(200))
        #expect(recorder.deliveries == 1)
        #expect(!recorder.hasEnded)
        transfer.setPaused(false)
        #expect(bench.loop.turn(within: .seconds(90)) { recorder.hasEnded })
        #expect(recorder.byteCount == total)
    }

    @Test func pausedFromTheStart() throws {
        let server = try LoopbackServer { $0.reply(text: "hello") }
        defer { server.stop() }
        let bench = try HTTPBench()
        let recorder = TransferRecorder()
        let transfer = bench.pool.start(TransferRequest(url: server.url()), delegate: recorder)
        transfer.setPaused(true)
        #expect(bench.loop.turn { recorder.head != nil })
        bench.loop.turn(for: .milliseconds(100))
        #expect(recorder.byteCount == 0)
        #expect(!recorder.hasEnded)
        transfer.setPaused(false)
        #expect(bench.loop.turn { recorder.hasEnded })
        #expect(recorder.text == "hello")
    }

    enum Moment: CaseIterable, Sendable { case atOnce, waiting, head, body, heldBody, resuming }

    @Test(arguments: Moment.allCases)
    func nothingComesAfterCancel(_ moment: Moment) throws {
        let asked = TestSignal()
        let server = try LoopbackServer { connection in
            asked.raise()
            if moment == .waiting { return connection.neverAnswer() }
            connection.begin()
            connection.sendEndlessly(SeededBody.make(5000, seed: 6))
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        let recorder = TransferRecorder()
        var cancelledAt: (heads: Int, bytes: Int)?
        func cancel(_ transfer: Transfer) {
            transfer.cancel()
            transfer.cancel()
            if cancelledAt == nil { cancelledAt = (recorder.headCount, recorder.byteCount) }
        }
        recorder.onHead = { if moment == .head { cancel($0) } }
        recorder.onBody = { transfer, _ in
            switch moment {
            case .atOnce, .waiting, .head: break
            case .body: cancel(transfer)
            case .heldBody, .resuming:
                guard recorder.deliveries == 1 else { return cancel(transfer) }
                transfer.setPaused(true)
                bench.loop.schedule(after: .milliseconds(20)) {
                    if moment == .heldBody { cancel(transfer) } else { transfer.setPaused(false) }
                }
            }
        }
        let transfer = bench.pool.start(TransferRequest(url: server.url()), delegate: recorder)
        if moment == .atOnce { cancel(transfer) }
        if moment == .waiting {
            #expect(bench.loop.turn(untilElsewhere: { asked.isRaised }))
            cancel(transfer)
        }
        #expect(bench.loop.turn { cancelledAt != nil })
        bench.loop.turn(for: .milliseconds(30))
        #expect(recorder.headCount == cancelledAt?.heads)
        #expect(recorder.byteCount == cancelledAt?.bytes)
        #expect(!recorder.hasEnded)
        // The transfer was cancelled, and the server notices that its connection is closed.
        #expect(bench.loop.turn(untilElsewhere: { server.connectionCount == 0 }))
        if moment == .atOnce { #expect(server.acceptedCount == 0) }
    }

    @Test func aDelegateThatLeavesCancels() throws {
        let server = try LoopbackServer { connection in
            connection.begin()
            connection.sendEndlessly([1, 2, 3], every: 2)
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        var recorder: TransferRecorder? = TransferRecorder()
        weak let transfer = bench.pool.start(TransferRequest(url: server.url()), delegate: recorder!)
        #expect(bench.loop.turn { recorder!.byteCount > 0 })
        recorder = nil
        #expect(bench.loop.turn { transfer == nil })
    }

    /// The last bytes of the response are fewer than the low-water mark. They are delivered nevertheless.
    @Test(arguments: [false, true], [1, 4000, 16_384, 1_000_000])
    func theLowWaterMarkHoldsNothingBack(chunked: Bool, mark: Int) throws {
        let body = SeededBody.make(100_001, seed: 7)
        let received = TestSignal()
        let server = try LoopbackServer { connection in
            let encoding = chunked ? "Transfer-Encoding: chunked" : "Content-Length: \(body.count)"
            connection.begin(statusLine: "HTTP/1.1 200 OK", headers: [encoding])
            var rest = body[...]
            while !rest.isEmpty {
                let piece = Array(rest.prefix(7000))
                if chunked { connection.sendChunk(piece) } else { connection.send(piece) }
                rest = rest.dropFirst(piece.count)
            }
            // The server leaves the connection open after the last bytes, so that the end of the connection does not
            // cause their delivery.
            connection.pause(milliseconds: 30)
            if chunked { connection.sendChunk([]) }
            connection.isKeptAlive = true
            received.raise()
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        for _ in 0..<2 {
            let recorder = TransferRecorder()
            recorder.onHead = { $0.setReceiveLowWater(mark) }
            bench.pool.start(TransferRequest(url: server.url()), delegate: recorder)
            #expect(bench.loop.turn { recorder.hasEnded })
            #expect(recorder.error == nil)
            #expect(recorder.body == body)
        }
        // The second transfer uses the connection of the first. The first transfer's low-water mark does not apply any
        // more.
        #expect(server.acceptedCount == 1)
    }

    @Test func theLowWaterMarkSavesWakeUps() throws {
        let deliveries = try [1, 8192].map { mark in
            let server = try LoopbackServer { connection in
                connection.begin()
                connection.send(SeededBody.make(64_000, seed: 8), inPiecesOf: 500, every: 2)
            }
            defer { server.stop() }
            let bench = try HTTPBench()
            let recorder = TransferRecorder()
            recorder.onHead = { $0.setReceiveLowWater(mark) }
            bench.pool.start(TransferRequest(url: server.url()), delegate: recorder)
            #expect(bench.loop.turn { recorder.hasEnded })
            #expect(recorder.body == SeededBody.make(64_000, seed: 8))
            return recorder.deliveries
        }
        #expect(deliveries[1] <= 16)
        #expect(deliveries[1] < deliveries[0])
    }
}
