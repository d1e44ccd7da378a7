import RadioFormats
import RadioHTTP
import RadioLoop
import TestSupport
import Testing

@testable import RadioStreams

/// A pause or a seek also applies to a source that is still being opened.
@Suite struct HoldBackTests {
    /// A client that pauses the stream at a moment of its choice.
    private final class Client: MediaStreamClient {
        var packets: [[UInt8]] = []
        var bytes = 0
        var error: StreamError??
        /// Called with the bytes of each delivery. Returns true to pause the stream.
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

    /// Records the transfers of a stream in order.
    private final class Watch: TransferObserver {
        var transfers: [Transfer] = []
        /// Whether each transfer was already paused when it began.
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

    /// A station may be paused when its first bytes arrive, while its stream is being opened, or even earlier.
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

    /// If the last packets of a segment fill the client's buffer, the transfer of the next segment is started, but
    /// paused.
    @Test func aSegmentIsHeldBackThatBeginsAtTheEndOfAnother() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        origin.add(
            "radio", HlsChannel(.onDemand, targetDuration: 2, programme: try HlsProgramme.packed(.mp3, seconds: 2)))
        let rig = try Rig(origin.url("/radio.m3u8"))
        // The client pauses at a delivery without bytes, which follows when all of a segment has arrived.
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

    /// A seek that is made while a station connects is kept. (It was once lost.)
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
