import RadioPlayer
import Testing

@testable import LongwaveDesktop

@Suite struct WatchdogJudgeTests {
    private static func snapshot(_ sound: PlaybackSnapshot.Sound, heard: Double, url: String = "http://a/")
        -> PlaybackSnapshot
    {
        var snapshot = PlaybackSnapshot()
        snapshot.intent = .playing
        snapshot.facts.sound = sound
        snapshot.heardDuration = .seconds(heard)
        snapshot.item = PlaybackItem(url: url)
        return snapshot
    }

    private static func verdicts(_ snapshots: [PlaybackSnapshot]) -> [Bool] {
        var judge = WatchdogJudge()
        return snapshots.map { judge.isWell($0) }
    }

    @Test("while it plays, only what is heard feeds it")
    func playing() {
        let verdicts = Self.verdicts([
            Self.snapshot(.playing, heard: 1), Self.snapshot(.playing, heard: 2), Self.snapshot(.playing, heard: 2),
            Self.snapshot(.playing, heard: 2), Self.snapshot(.playing, heard: 2.1),
        ])
        #expect(verdicts == [true, true, false, false, true])
    }

    @Test("who does not claim to play need not be heard: a kiosk waits for its network for days")
    func waiting() {
        let verdicts = Self.verdicts([
            Self.snapshot(.filling, heard: 0), Self.snapshot(.filling, heard: 0), Self.snapshot(.playing, heard: 1),
            Self.snapshot(.filling, heard: 1), Self.snapshot(.filling, heard: 1),
        ])
        #expect(verdicts.allSatisfy { $0 })
    }

    @Test("another station begins to count anew")
    func switching() {
        let verdicts = Self.verdicts([
            Self.snapshot(.playing, heard: 5), Self.snapshot(.playing, heard: 5, url: "http://b/"),
            Self.snapshot(.playing, heard: 0.5, url: "http://b/"),
            Self.snapshot(.playing, heard: 0.5, url: "http://b/"),
        ])
        #expect(verdicts == [true, true, true, false])
    }
}
