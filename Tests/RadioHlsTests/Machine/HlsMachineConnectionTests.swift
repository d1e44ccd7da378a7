import RadioHls
import Testing

/// An `HlsMachine` transfers playlists and media over one connection, one after the other.
struct HlsMachineConnectionTests {
    /// A reload of the playlist waits for a segment's end, and a segment for a reload's end. In this test, the player
    /// is five segments behind the newest one, so it always knows the next segment and could fetch it at any time.
    /// Without the waiting, the slow transfers would overlap repeatedly.
    @Test(
        arguments: [(500, 300_000), (2_000, 300_000), (2_500, 130_000), (20, 5_000_000)] as [(Int, Double)])
    func reloadsAndSegmentsWaitForEachOther(_ playlist: Int, _ rate: Double) throws {
        var live = Playlists.Live()
        live.count = 10
        live.extra = "#EXT-X-SERVER-CONTROL:HOLD-BACK=30\n"
        for shift in 0..<7 {
            let rig = MachineRig { [live] fetch, now in
                guard case .playlist = fetch.purpose else { return .media(bytes: 48_000, rate: rate) }
                return .playlist(
                    live.text(at: now.seconds + Double(shift) * 0.8), after: .milliseconds(playlist))
            }
            try rig.open(live.text(at: Double(shift) * 0.8))
            // The first segments do not wait for a reload, because no sound has been buffered yet. These overlaps are
            // not counted.
            rig.run(for: .seconds(20))
            let first = rig.overlaps.count
            rig.run(for: .seconds(600))
            #expect(rig.overlaps.count == first, "\(rig.overlaps)")
            #expect(rig.ended == nil && rig.stalls.isEmpty)
            #expect(rig.played.count >= 100)
        }
    }
}
