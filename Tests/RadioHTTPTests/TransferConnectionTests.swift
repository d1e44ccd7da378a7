import CLinux
import Glibc
import RadioHTTP
import RadioLoop
import TestSupport
import Testing

/// Another owner takes the open connection of a transfer, with its socket.
@Suite struct TransferConnectionTests {
    /// libcurl has already closed the connection. It is not handed over, because the number of its descriptor may
    /// belong to another file now.
    @Test func aConnectionThatIsOverIsNotTaken() throws {
        let (isAsked, mayAnswer, isClosed) = (TestSignal(), TestSignal(), TestSignal())
        let server = try LoopbackServer { connection in
            isAsked.raise()
            _ = connection.wait(for: mayAnswer)
            connection.begin(headers: ["Content-Type: audio/mpeg"])
            connection.send([UInt8](repeating: 7, count: 4000))
            connection.finish()
            isClosed.raise()
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        let recorder = TransferRecorder()
        var (taken, strangers): (Int32??, [Int32]) = (nil, [])
        recorder.onBody = { transfer, _ in
            guard strangers.isEmpty else { return }
            strangers = [-1]
            bench.loop.post {
                // The opened files get the numbers of the closed descriptors.
                strangers = (0..<64).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
                taken = .some(transfer.takeConnection())
            }
        }
        let transfer = bench.pool.start(TransferRequest(url: server.url()), delegate: recorder)
        #expect(bench.loop.turn(untilElsewhere: { isAsked.isRaised }))
        mayAnswer.raise()
        // All bytes of the response have arrived at this computer, and so has the end of the connection.
        #expect(isClosed.wait())
        #expect(bench.loop.turn { taken != nil && recorder.hasEnded })
        #expect(taken == .some(nil))
        #expect(recorder.byteCount == 4000 && recorder.error == nil)
        for stranger in strangers where stranger >= 0 { close(stranger) }
        withExtendedLifetime(transfer) {}
    }

    @Test func aLivingConnectionIsTaken() throws {
        let isTaken = TestSignal()
        let server = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: audio/mpeg"])
            connection.send([UInt8](repeating: 7, count: 4000))
            _ = connection.wait(for: isTaken)
            connection.send([UInt8](repeating: 8, count: 10))
            connection.waitUntilClosed()
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        let recorder = TransferRecorder()
        let transfer = bench.pool.start(TransferRequest(url: server.url()), delegate: recorder)
        #expect(bench.loop.turn { recorder.byteCount == 4000 })
        let taken = try #require(transfer.takeConnection())
        defer { close(taken) }
        #expect(transfer.takeConnection() == nil, "once")
        isTaken.raise()
        var request = pollfd(fd: taken, events: Int16(POLLIN), revents: 0)
        #expect(poll(&request, 1, 30_000) == 1)
        var bytes = [UInt8](repeating: 0, count: 100)
        #expect(read(taken, &bytes, 100) == 10 && bytes[0] == 8)
        #expect(!recorder.hasEnded)
    }
}
