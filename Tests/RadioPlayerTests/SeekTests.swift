import RadioFormats
import TestSupport
import Testing

@testable import RadioPlayer

/// Going to what is not held, with the network in between.
@Suite struct SeekTests {
    /// The connection is lost before anything of the place came: the next one begins there.
    @Test func aSeekOutlivesItsConnection() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.mp3, seconds: 2)
        origin.add("radio", HlsChannel(.onDemand, targetDuration: 2, programme: programme))
        origin.throttle(kilobitsPerSecond: 256)
        let rig = try PlayerRig()
        #expect(rig.startPlaying(origin.url("/radio.m3u8"), queue: .milliseconds(500)))
        try origin.leave()
        try rig.player.seek(to: MediaTime(seconds: 7))
        #expect(rig.loop.turn { rig.names.contains("willRetry") })
        origin.throttle(kilobitsPerSecond: nil)
        origin.comeBack()
        #expect(
            rig.loop.turn {
                rig.output?.consume(.milliseconds(50))
                return rig.status == .ended
            }, "\(rig.status)")
        let heard = rig.told.filter { $0.snapshot.status == .playing }.map(\.snapshot.currentTime.seconds)
        #expect(heard.allSatisfy { $0 < 2 || $0 > 6.9 } && heard.contains { $0 > 6.9 }, "\(heard)")
    }
}
