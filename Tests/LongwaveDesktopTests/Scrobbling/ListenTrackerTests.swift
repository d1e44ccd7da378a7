import Longwave
import RadioLoop
import Testing

@testable import LongwaveDesktop
@testable import RadioPlayer

/// A `ListenTracker` gets a simulated player's notifications and decides which songs count as listens.
@Suite struct ListenTrackerTests {
    /// A simulated player. The test advances its clock, which starts at 1,700,000,000 s after 1970, and its sound.
    private struct Listening {
        private var tracker = ListenTracker()
        private var snapshot = PlaybackSnapshot()
        private var heard = Duration.zero
        private var isPlaying = true
        private(set) var events: [String] = []

        init(_ station: String = "http://a/1", fileLength: Duration? = nil) {
            tune(to: station, fileLength: fileLength)
        }

        private mutating func tell(_ make: (PlaybackSnapshot) -> PlaybackNotification) {
            snapshot.tally = PlaybackTally()
            snapshot.tally.add(heard: heard)
            let clock = WallClock(offset: 1_700_000_000_000_000_000)
            for event in tracker.received(make(snapshot), by: clock) {
                switch event {
                case .begins(let listen): events.append("begins \(listen.title)")
                case .counts(let listen):
                    let length = listen.duration.map { " \($0.components.seconds) s" } ?? ""
                    events.append(
                        "\(listen.title) at \(listen.begin - 1_700_000_000)\(length)\(listen.isChosen ? " chosen" : "")"
                    )
                }
            }
        }

        mutating func tune(to station: String, fileLength: Duration? = nil) {
            snapshot.item = PlaybackItem(url: station)
            snapshot.nowPlaying = nil
            snapshot.currentTime = .zero
            snapshot.heardDuration = .zero
            snapshot.stream = StreamDescription(url: station)
            snapshot.stream?.duration = fileLength
            snapshot.intent = .playing
            snapshot.sound = .playing
            tell { .itemDidChange($0) }
        }

        /// Lets `seconds` pass on the clock. `heard` is how many seconds of sound are heard in this time (nil: all).
        /// `position` is how far the position moves (nil: as far as `heard`).
        mutating func pass(_ seconds: Double, heard: Double? = nil, position: Double? = nil) {
            snapshot.at = snapshot.at.advanced(by: .seconds(seconds))
            self.heard += .seconds(heard ?? seconds)
            snapshot.heardDuration += .seconds(heard ?? seconds)
            snapshot.currentTime = MediaTime(seconds: snapshot.currentTime.seconds + (position ?? heard ?? seconds))
        }

        mutating func title(
            _ title: String, _ kind: TrackInfo.Kind = .song, artist: String? = "Band", length: Duration? = nil
        ) {
            snapshot.nowPlaying = NowPlaying(
                track: TrackInfo(kind: kind, artist: artist, title: title, text: title, duration: length),
                stationName: "Radio", received: snapshot.at, heard: snapshot.at, position: snapshot.currentTime)
            tell { .nowPlayingDidChange($0) }
        }

        mutating func jump(to seconds: Double, title: String? = nil) {
            let (from, to) = (snapshot.currentTime, MediaTime(seconds: seconds))
            snapshot.currentTime = to
            tell { .didJump(from: from, to: to, .seek, $0) }
            if let title { self.title(title) }
        }

        mutating func mute(_ isMuted: Bool) {
            snapshot.isMuted = isMuted
            tell { .volumeDidChange($0) }
        }

        mutating func rate(_ rate: Double) {
            snapshot.rate = rate
            tell { .rateDidChange($0) }
        }

        mutating func stop() {
            snapshot.intent = .stopped
            snapshot.sound = .none
            tell { .statusDidChange($0) }
        }

        mutating func endOfFile() { tell { .didPlayToEnd($0) } }

        /// The events for listens that count, without those for songs that have only begun.
        var counted: [String] { events.filter { !$0.hasPrefix("begins") } }
    }

    @Test func eachSongIsAnnouncedAndCountsAtItsEnd() {
        var radio = Listening()
        radio.pass(1)
        radio.title("Zero")
        radio.pass(50)
        radio.title("One")
        #expect(radio.events == ["begins Zero", "begins One"])
        radio.pass(200)
        radio.title("Two")
        #expect(radio.events.suffix(2) == ["One at 51 200 s", "begins Two"])
        radio.pass(100)
        radio.title("Three")
        #expect(radio.counted == ["One at 51 200 s", "Two at 251 100 s"])
    }

    /// Whether a song counts as a listen depends on its length and on how much of it was heard.
    @Test(arguments: [
        (30.0, 30.0, false), (31, 31, true), (200, 100, true), (200, 99, false), (600, 240, true), (600, 239, false),
        (20, 20, false),
    ]) func theRule(length: Double, heard: Double, counts: Bool) {
        #expect(ListenTracker.isEnough(.seconds(heard), of: .seconds(length)) == counts)
        var radio = Listening()
        radio.title("Zero")
        radio.pass(60)
        radio.title("One")
        // The song is on air for its whole length, but a stall or a pause takes a part of it.
        radio.pass(length, heard: heard, position: length)
        radio.title("Two")
        #expect(radio.counted.count == (counts ? 1 : 0))
    }

    @Test(arguments: [(nil, 239.0, false), (nil, 240, true), (200.0, 100, true), (200, 99, false), (20, 300, false)])
    func theFirstTitleAfterTuningIn(length: Double?, heard: Double, counts: Bool) {
        var radio = Listening()
        radio.pass(0.5)
        radio.title("Zero", length: length.map { .seconds($0) })
        radio.pass(heard)
        radio.title("One")
        #expect(radio.counted.count == (counts ? 1 : 0))
    }

    /// The first title on a station usually arrives in the middle of a song, so the song's start is unknown. If it
    /// arrives late, the song begins with it.
    @Test func theFirstTitleAfterALongTime() {
        var radio = Listening()
        radio.pass(60)
        radio.title("One")
        radio.pass(100)
        radio.title("Two")
        #expect(radio.counted == ["One at 60 100 s"])
    }

    @Test(arguments: [TrackInfo.Kind.advertisement, .jingle, .speech, .none, .unknown])
    func whatIsNoSongNeverCounts(_ kind: TrackInfo.Kind) {
        var radio = Listening()
        radio.title("Zero", kind)
        radio.pass(300)
        radio.title("Slogan", kind)
        radio.pass(300)
        radio.title("End", kind)
        radio.stop()
        #expect(radio.events.isEmpty)
    }

    @Test func aSongWithoutArtistNeverCounts() {
        var radio = Listening()
        radio.title("Zero", artist: nil)
        radio.pass(300)
        radio.title("One", artist: " \u{1B} ")
        radio.pass(300)
        radio.stop()
        #expect(radio.events.isEmpty)
    }

    /// A slogan in the middle of a song, or the same title again, does not end the song.
    @Test func aSongThatIsInterrupted() {
        var radio = Listening()
        radio.title("Zero")
        radio.pass(60)
        radio.title("One")
        radio.pass(20)
        radio.title("Radio One, the best", .jingle)
        radio.pass(10)
        radio.title("ONE")
        radio.pass(100)
        radio.title("Slogan", .unknown)
        radio.pass(10)
        radio.title("One")
        radio.pass(40)
        radio.title("Two")
        #expect(radio.counted == ["One at 60 130 s"])
        // The same title after a long time is another listen.
        radio.pass(300)
        radio.title("One")
        radio.pass(170)
        radio.title("Two")
        #expect(radio.counted == ["One at 60 130 s", "Two at 240 300 s", "One at 540 170 s"])
    }

    @Test func whatIsHeardAgainDoesNotCountAgain() {
        var radio = Listening()
        radio.title("Zero")
        radio.pass(60)
        radio.title("One")
        radio.pass(200)
        radio.title("Two")
        radio.pass(200)
        radio.title("Three")
        radio.pass(10)
        let before = radio.counted
        #expect(before.count == 2)
        radio.jump(to: 60, title: "One")
        radio.pass(200)
        radio.title("Two")
        radio.pass(200)
        radio.title("Three")
        #expect(radio.counted == before)
        // Now enough of the song "Three" is heard, so it counts. The time of the listen is the start of the song.
        radio.pass(90)
        radio.title("Four")
        #expect(radio.counted == before + ["Three at 460 90 s"])
    }

    /// The listener seeks into a song or out of it, so the song's length is unknown.
    @Test func jumps() {
        var radio = Listening()
        radio.title("Zero")
        radio.pass(60)
        radio.title("One")
        radio.pass(100)
        radio.jump(to: 500, title: "Three")
        radio.pass(60)
        radio.title("Four")
        #expect(radio.counted.isEmpty)
        // The listener seeks within a song. The sound that is skipped does not count as heard.
        radio.pass(50)
        radio.jump(to: 560 + 150)
        radio.pass(49)
        radio.title("Five")
        #expect(radio.counted.isEmpty)
        radio.pass(100)
        radio.jump(to: 1000, title: "Six")
        #expect(radio.counted.isEmpty)
    }

    @Test func zappingAwayAndBack() {
        var radio = Listening()
        radio.title("One", length: .seconds(200))
        radio.pass(60)
        radio.tune(to: "http://b/2")
        radio.title("Other")
        radio.pass(20)
        radio.tune(to: "http://a/1")
        radio.title("One", length: .seconds(200))
        radio.pass(60)
        radio.stop()
        #expect(radio.counted == ["One at 0 200 s"])
    }

    @Test func muteAndRate() {
        var radio = Listening()
        radio.title("Zero")
        radio.pass(60)
        radio.title("One")
        radio.pass(10)
        radio.mute(true)
        radio.pass(150)
        radio.mute(false)
        radio.pass(40)
        radio.title("Two")
        #expect(radio.counted.isEmpty)
        radio.rate(2)
        radio.pass(60, position: 120)
        radio.title("Three")
        #expect(radio.counted == ["Two at 260 120 s"])
    }

    @Test func aFile() {
        var radio = Listening("/music/one.mp3", fileLength: .seconds(180))
        radio.title("One")
        radio.pass(180)
        radio.endOfFile()
        #expect(radio.events == ["begins One", "One at 0 180 s chosen"])
        // The second file is left after more than half of it, so it counts. The third is left earlier, so it does not.
        radio.tune(to: "/music/two.mp3", fileLength: .seconds(180))
        radio.title("Two")
        radio.pass(91)
        radio.tune(to: "/music/three.mp3", fileLength: .seconds(180))
        radio.title("Three")
        radio.pass(89)
        radio.stop()
        #expect(radio.counted == ["One at 0 180 s chosen", "Two at 180 180 s chosen"])
    }

    /// A file that is repeated counts each time.
    @Test func aFileThatIsRepeated() {
        var radio = Listening("/music/one.mp3", fileLength: .seconds(300))
        for _ in 0..<2 {
            radio.title("One")
            radio.pass(300)
            radio.endOfFile()
            radio.tune(to: "/music/one.mp3", fileLength: .seconds(300))
        }
        #expect(radio.counted == ["One at 0 300 s chosen", "One at 300 300 s chosen"])
    }

    @Test func longTexts() {
        var radio = Listening()
        radio.title("Zero")
        for _ in 0..<100 {
            radio.pass(100)
            radio.title(String(repeating: "x", count: 100_000), artist: String(repeating: "y", count: 100_000))
            radio.pass(100)
            radio.title("Zero")
        }
        #expect(radio.counted.count > 0 && radio.counted.allSatisfy { $0.utf8.count < 400 })
    }
}
