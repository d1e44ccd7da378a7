import RadioFormats
import RadioHTTP
import RadioLoop
import TestSupport
import Testing

@testable import RadioStreams

/// A stream is paused, or seeks, while its connection is still being opened. Both apply to the opened connection.
@Suite struct HoldBackTests {
    /// A client that pauses the stream when `isEnough` returns true.
    private final class Client: MediaStreamClient {
        var packets: [[UInt8]] = []
        var bytes = 0
        var error: StreamError??
        /// Gets the number of bytes of each delivery. Returns true to pause the stream.
        var isEnough: (Int) -> Bool = { _ in false }
        weak var opener: StreamOpener?

        func streamOpened(_ info: StreamInfo) {}
        func streamBrought(_ element: StreamElement) {
            if case .packet(let packet) = element { packets.append(Array(packet.bytes)) }
        }
        func streamReceived(bytes: Int) {
            self.bytes += bytes
            if isEnough(bytes) { opener?.setPaused(true) }
        }
        func streamEnded(with error: StreamError?) { self.error = error }
    }

    /// Records the transfers that a stream begins, in order.
    private final class Watch: TransferObserver {
        var transfers: [Transfer] = []
        /// For each transfer, whether it was already paused when it began.
        var werePaused: [Bool] = []

        func transferBegins(_ transfer: Transfer) {
            transfers.append(transfer)
            werePaused.append(transfer.isPaused)
        }
        func transfer(_ transfer: Transfer, tries address: String) {}
        func transfer(_ transfer: Transfer, isConnectedTo address: String) {}
        func transfer(_ transfer: Transfer, receivedHeaderLine line: UnsafeRawBufferPointer) {}
        func transfer(_ transfer: Transfer, receivedResponse head: ResponseHead) {}
        func transfer(_ transfer: Transfer, receivedBody bytes: UnsafeRawBufferPointer) {}
        func transfer(_ transfer: Transfer, isOverWith error: TransferError?) {}
    }

    private struct Rig {
        let loop: EventLoop
        let pool: TransferPool
        let opener: StreamOpener
        let client = Client()
        let watch = Watch()

        init(_ url: String) throws {
            loop = try .byHand()
            pool = try TransferPool(loop: loop)
            pool.observer = watch
            opener = StreamOpener(
                loop: loop, pool: pool, worker: BlockingWorker(loop: loop), request: StreamRequest(url: url),
                client: client)
            client.opener = opener
        }
    }

    /// A station is paused when its first bytes arrive, or even before that, while the connection is opened.
    @Test(arguments: [false, true]) func aStationIsHeldBackFromItsFirstBytes(isEarly: Bool) throws {
        let sound = try Sample.mp3.read()
        let goOn = TestSignal()
        let server = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: audio/mpeg", "icy-name: Test Station"])
            connection.send(Array(sound[..<4096]))
            connection.wait(for: goOn)
            connection.send(Array(sound[4096...]))
        }
        defer { server.stop() }
        let rig = try Rig(server.url("/radio"))
        if isEarly { rig.opener.setPaused(true) } else { rig.client.isEnough = { _ in true } }
        rig.opener.start()
        #expect(rig.loop.turn { rig.client.bytes > 0 })
        #expect(rig.watch.transfers.map(\.isPaused) == [true])
        rig.client.isEnough = { _ in false }
        rig.opener.setPaused(false)
        goOn.raise()
        #expect(rig.loop.turn { rig.client.error != nil })
        #expect(rig.client.bytes == sound.count)
        rig.opener.cancel()
    }

    /// The last packets of a segment fill the client's buffer. The transfer of the next segment begins paused.
    @Test func aSegmentIsHeldBackThatBeginsAtTheEndOfAnother() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        origin.add(
            "radio", HlsChannel(.onDemand, targetDuration: 2, programme: try HlsProgramme.packed(.mp3, seconds: 2)))
        let rig = try Rig(origin.url("/radio.m3u8"))
        // When all of a segment has arrived, the client gets a delivery without bytes. It pauses the stream then.
        rig.client.isEnough = { $0 == 0 }
        rig.opener.start()
        #expect(rig.loop.turn { rig.watch.transfers.count == 3 })
        #expect(rig.watch.transfers.map { $0.request.url.hasSuffix(".mp3") } == [false, true, true])
        #expect(rig.watch.werePaused == [false, false, true])
        rig.client.isEnough = { _ in false }
        rig.opener.setPaused(false)
        #expect(rig.loop.turn { rig.client.error != nil })
        let isAll = rig.client.packets == Samples.mpegPackets(try Sample.mp3.read())
        #expect(isAll)
        rig.opener.cancel()
    }

    /// The listener seeks while the station's connection is opened. The seek is made when the connection is open.
    /// (Once, it was lost.)
    @Test func aSeekBeforeThereIsAStreamHolds() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        origin.add(
            "radio", HlsChannel(.onDemand, targetDuration: 2, programme: try HlsProgramme.packed(.mp3, seconds: 2)))
        let rig = try Rig(origin.url("/radio.m3u8"))
        rig.opener.start()
        rig.opener.seek(to: MediaTime(seconds: 5))
        #expect(rig.loop.turn { rig.client.error != nil })
        let all = Samples.mpegPackets(try Sample.mp3.read())
        #expect(rig.client.packets.count < all.count / 2 + 5 && !rig.client.packets.isEmpty)
        let isEnd = Array(all.suffix(rig.client.packets.count)) == rig.client.packets
        #expect(isEnd)
        rig.opener.cancel()
    }
}
