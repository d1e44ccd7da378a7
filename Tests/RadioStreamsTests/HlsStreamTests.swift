import RadioFormats
import RadioHTTP
import RadioHls
import RadioLoop
import TestSupport
import Testing

@testable import RadioStreams

/// An `HlsStream` receives segments from a real server on this computer.
@Suite struct HlsStreamTests {
    private final class Client: MediaStreamClient {
        var info: StreamInfo?
        var packets = 0
        var titles = 0
        var discontinuities = 0
        var hasEnd = false
        var position: SoundPosition?
        var skipped = Duration.zero
        var error: StreamError??
        /// How much sound counts as not heard yet. If this is less than a segment, the stream never waits.
        var soundAhead = Duration.zero
        var requestPace = RequestPace()

        func streamOpened(_ info: StreamInfo) { self.info = info }
        func streamChanged(_ info: StreamInfo) { self.info = info }
        func streamBrought(_ element: StreamElement) {
            switch element {
            case .packet: packets += 1
            case .metadata: titles += 1
            case .discontinuity: discontinuities += 1
            case .position(let position): self.position = position
            case .end: hasEnd = true
            case .format: break
            }
        }
        func streamReceived(bytes: Int) {}
        func streamEnded(with error: StreamError?) { self.error = error }
    }

    /// An HLS test server, and a client that receives from it.
    private final class Rig {
        let origin: HlsOrigin
        let client = Client()
        let loop: EventLoop
        let pool: TransferPool
        private var opener: StreamOpener?

        init() throws {
            origin = try HlsOrigin()
            loop = try .byHand()
            pool = try TransferPool(loop: loop)
            // Four segments of half a second.
            let programme = try HlsProgramme.packed(.aac, seconds: 0.5)
            origin.add("radio", HlsChannel(.onDemand, targetDuration: 1) { $0 < 4 ? programme($0) : nil })
        }

        func open(_ path: String, isPlaylistOnly: Bool = false) {
            let skipping = SegmentSkipping { [client] duration, _ in client.skipped += duration }
            skipping.isOn = isPlaylistOnly
            let opener = StreamOpener(
                loop: loop, pool: pool, worker: BlockingWorker(loop: loop),
                request: StreamRequest(url: origin.url(path)), client: client, skipping: skipping)
            self.opener = opener
            opener.start()
        }

        func seek(to time: MediaTime) { opener?.seek(to: time) }

        func stop() {
            opener?.cancel()
            origin.stop()
        }
    }

    @Test func `an item is brought from its start to its end`() throws {
        let rig = try Rig()
        defer { rig.stop() }
        rig.open("/radio.m3u8")
        #expect(rig.loop.turn { rig.client.error != nil })
        #expect(rig.client.error == .some(nil) && rig.client.hasEnd)
        let info = try #require(rig.client.info)
        #expect(info.isFinite && info.isSeekable)
        #expect(abs((info.duration?.seconds ?? 0) - 2) < 0.1)
        #expect(rig.client.discontinuities == 0)
        #expect(abs(Double(rig.client.packets) * 1024 / Double(Sample.aac.sampleRate) - 2) < 0.1)
        #expect(rig.origin.paths.first == "/radio.m3u8" && Set(rig.origin.paths).count == 5)
    }

    @Test func `a multivariant playlist leads to its variant`() throws {
        let rig = try Rig()
        defer { rig.stop() }
        rig.origin.serve(
            "/all.m3u8", playlist: HlsOrigin.multivariant([.init("radio.m3u8", "BANDWIDTH=64000,CODECS=\"mp4a.40.2\"")])
        )
        rig.open("/all.m3u8")
        #expect(rig.loop.turn { rig.client.error != nil })
        #expect(rig.client.error == .some(nil))
        #expect(rig.client.info?.bitRate == 64_000)
        #expect(rig.origin.paths.prefix(2) == ["/all.m3u8", "/radio.m3u8"])
    }

    @Test func `playlists without segments`() throws {
        let rig = try Rig()
        defer { rig.stop() }
        rig.open("/radio.m3u8", isPlaylistOnly: true)
        #expect(rig.loop.turn(passing: .milliseconds(20), untilElsewhere: { rig.client.error != nil }))
        #expect(rig.client.packets == 0)
        #expect(rig.client.skipped > .milliseconds(1900) && rig.client.skipped < .milliseconds(2100))
        #expect(rig.origin.paths == ["/radio.m3u8"])
    }

    @Test func `what fails at the first playlist is named`() throws {
        let rig = try Rig()
        defer { rig.stop() }
        rig.origin.serve("/variants.m3u8", playlist: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"ec-3\"\na.m3u8\n")
        rig.open("/variants.m3u8")
        #expect(rig.loop.turn { rig.client.error != nil })
        guard case .some(.unsupported(let text)) = rig.client.error ?? nil else {
            return #expect(Bool(false), "\(String(describing: rig.client.error))")
        }
        #expect(text.contains("E-AC-3"))
        #expect(rig.client.info == nil && rig.client.packets == 0)
    }

    /// RFC 8216 §6.3.4: a live playlist that has changed is loaded again one target duration after it was loaded.
    @Test func `a live playlist is asked for again in time`() throws {
        let rig = try Rig()
        defer { rig.stop() }
        let programme = try HlsProgramme.packed(.aac, seconds: 1, loops: true)
        rig.origin.add("live", HlsChannel(.live(window: 4), targetDuration: 1, programme: programme))
        rig.origin.advance(seconds: 6)
        // The sound does not run out, so no reload comes early.
        rig.client.soundAhead = .milliseconds(1900)
        rig.open("/live.m3u8")
        func loads() -> Int { rig.origin.paths.count { $0 == "/live.m3u8" } }
        #expect(rig.loop.turn { rig.client.packets > 0 })
        rig.loop.pass(.milliseconds(400))
        #expect(loads() == 1)
        rig.origin.advance(seconds: 1)
        let packets = rig.client.packets
        rig.loop.pass(.seconds(1))
        #expect(rig.loop.turn(untilElsewhere: { loads() == 2 }))
        // The stream's time does not advance here. On a busy computer, the playlist would otherwise count as too old
        // before the segment arrives.
        #expect(rig.loop.turn(untilElsewhere: { rig.client.packets > packets }))
        #expect(rig.client.error == nil, "\(String(describing: rig.client.error)) \(rig.origin.paths)")
        #expect(rig.client.info?.isFinite == false)
    }

    /// A live station lists nothing at first. The stream waits, as for any empty response with the name or type of such a
    /// playlist.
    @Test(arguments: ["", "\r\n", "#EXTM3U", "#EXTM3U\n\n"], ["application/vnd.apple.mpegurl", "text/plain"])
    func `an empty playlist is waited for`(text: String, type: String) throws {
        let rig = try Rig()
        defer { rig.stop() }
        let programme = try HlsProgramme.packed(.aac, seconds: 1, loops: true)
        rig.origin.add("live", HlsChannel(.live(window: 4), targetDuration: 1, programme: programme))
        rig.origin.advance(seconds: 6)
        rig.origin.fail("/live.m3u8", .bytes(Array(text.utf8), contentType: type), times: 3)
        rig.open("/live.m3u8")
        #expect(rig.loop.turn(passing: .milliseconds(20), untilElsewhere: { rig.client.packets > 0 }))
        #expect(rig.client.error == nil && rig.origin.faultCount == 3)
        #expect(rig.origin.paths.prefix(4).allSatisfy { $0 == "/live.m3u8" })
    }

    /// The redirect at the station's address leads to a playlist whose token runs out. The address is asked again, and
    /// the sound continues packet by packet.
    @Test(arguments: ["403 Forbidden", "404 Not Found", "410 Gone", "520 Unknown"], ["/one.m3u8", "/one*"])
    func `a token that has run out is renewed at the station's address`(status: String, path: String) throws {
        let rig = try Rig()
        defer { rig.stop() }
        let programme = try HlsProgramme.packed(.aac, seconds: 1, loops: true)
        for name in ["one", "two"] {
            rig.origin.add(name, HlsChannel(.live(window: 6), targetDuration: 1, programme: programme))
        }
        rig.origin.fail("/station", .redirect(to: "/one.m3u8"), times: 1)
        rig.origin.fail("/station", .redirect(to: "/two.m3u8"))
        rig.origin.advance(seconds: 8)
        rig.open("/station")
        #expect(rig.loop.turn(untilElsewhere: { rig.origin.count("/one/7.aac") == 1 }))
        #expect(rig.loop.turn { rig.client.packets > 120 })
        rig.origin.fail(path, .status(status))
        rig.origin.advance(seconds: 1)
        #expect(rig.loop.turn(passing: .milliseconds(20), untilElsewhere: { rig.origin.count("/two/8.aac") == 1 }))
        #expect(rig.client.error == nil && rig.client.discontinuities == 0)
        #expect(rig.origin.count("/station") == 2 && rig.origin.count("/two/7.aac") == 0)
    }

    @Test func `a seek goes on from there`() throws {
        let rig = try Rig()
        defer { rig.stop() }
        // The server sends slowly, so that the stream does not end before the seek.
        rig.origin.throttle(kilobitsPerSecond: 256)
        rig.open("/radio.m3u8")
        #expect(rig.loop.turn { rig.client.packets > 0 })
        rig.seek(to: MediaTime(value: 1, timescale: 1))
        rig.client.packets = 0
        #expect(rig.loop.turn { rig.client.error != nil })
        #expect(rig.client.discontinuities == 1 && rig.client.hasEnd)
        #expect(abs((rig.client.position?.time.seconds ?? 0) - 1.5) < 0.1)
        #expect(abs(Double(rig.client.packets) * 1024 / Double(Sample.aac.sampleRate) - 1) < 0.1)
    }
}
