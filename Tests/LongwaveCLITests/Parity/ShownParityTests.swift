import Longwave
import LongwaveTerminal
import RadioJSON
import Testing

@testable import LongwaveCLI
@testable import RadioPlayer

/// A player's state in words, for a player of this process (from a snapshot) and for the shared player (from the same
/// snapshot as JSON): on the screen, and in one line.
@Suite struct ShownParityTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var sleep: Duration?
        var change: @Sendable (inout PlaybackSnapshot) -> Void

        var testDescription: String { name }

        var snapshot: PlaybackSnapshot {
            var snapshot = Snapshots.playing
            snapshot.outputDevice = nil
            change(&snapshot)
            return snapshot
        }

        /// The state here, and as another process reads it.
        var states: (local: PlayerState, shared: PlayerState) {
            get throws {
                let lines = JSONLine(clock: .now())
                let local = PlayerState(snapshot, sleep: sleep)
                let value = try JSONReader.read(Array(lines.value(local).text().utf8))
                let reader = PlayerStateReader(clock: lines.clock, now: snapshot.at)
                return (local, try #require(reader.state(value)))
            }
        }
    }

    static let rows: [Row] = [
        Row(name: "playing", change: { _ in }),
        Row(name: "stopped", change: { $0 = PlaybackSnapshot() }),
        Row(name: "without a title", change: { $0.nowPlaying = nil }),
        Row(name: "a title without parts", change: { $0.nowPlaying = Snapshots.nowPlaying(text: "News at ten") }),
        Row(name: "an album", change: { $0.nowPlaying?.track.album = "Black Acid Soul" }),
        Row(name: "no song", change: { $0.nowPlaying?.track.kind = .none }),
        Row(name: "an advertisement", change: { $0.nowPlaying?.track.kind = .advertisement }),
        Row(name: "paused", change: { $0.intent = .paused }),
        Row(
            name: "interrupted", change: { $0.suppressions = [.interruption(.application)] }),
        Row(name: "connecting", change: { $0 = Snapshots.with { $0.download = .connecting } }),
        Row(name: "reconnecting", change: { $0 = Snapshots.reconnecting }),
        Row(name: "failed", change: { $0 = Snapshots.failed }),
        Row(name: "no data", change: { $0.download = .frozen(since: Snapshots.moment) }),
        Row(
            name: "behind live",
            change: {
                $0.liveOffset = .seconds(45)
                $0.seekableTimeRanges = [MediaTimeRange(start: .zero, end: MediaTime(seconds: 796))]
            }),
        Row(name: "faster", change: { $0.rate = 1.05 }),
        Row(name: "a file", change: { $0.stream?.duration = .seconds(3600) }),
        Row(
            name: "a chapter",
            change: {
                $0.stream?.duration = .seconds(3600)
                $0.stream?.chapters = [
                    Chapter(start: .zero, title: "One"), Chapter(start: MediaTime(seconds: 60), title: "Two"),
                ]
            }),
        Row(
            name: "an equaliser and the loudness",
            change: {
                ($0.equaliser[.bass], $0.loudness, $0.loudnessGain) = (3, -12.3, -3.7)
            }),
        Row(name: "muted", change: { $0.isMuted = true }),
        Row(name: "at full volume", change: { $0.volume = 1 }),
        Row(name: "above full volume", change: { $0.volume = 1.2 }),
        Row(name: "rewinding", change: { $0.scan = .backward }),
        Row(name: "without a device", change: { $0.suppressions = [.noOutputDevice] }),
        Row(name: "recording", change: { $0.recordings = [GoldenEventsTests.recording] }),
        Row(
            name: "repeat, shuffle and sleep", sleep: .seconds(600),
            change: {
                $0.queue.repeatMode = .all
                $0.queue.isShuffled = true
            }),
        Row(name: "a device", change: { $0.outputDevice = "usb" }),
        Row(
            name: "an address with a password",
            change: {
                $0.item = PlaybackItem(url: "http://me:secret@radio.example/")
                $0.stream?.serverName = nil
            }),
        Row(name: "an address", change: { $0.item = PlaybackItem(url: "http://radio.example/") }),
        Row(
            name: "another address",
            change: { $0.workingURL = "http://b.example/" }),
        Row(
            name: "pictures",
            change: {
                $0.item?.station.artworkURL = "http://a.example/logo.png"
                $0.nowPlaying?.track.artworkURL = "http://a.example/song.png"
                $0.nowPlaying?.artworkURL = "http://a.example/song.png"
            }),
    ]

    @Test(arguments: rows) func onTheScreen(_ row: Row) throws {
        let (local, shared) = try row.states
        var other = ScreenPlaying(PlayerWords(shared), player: "shared player")
        let own = ScreenPlaying(PlayerWords(local), player: nil)
        // The screen says whose player it shows, and how to end it.
        #expect(other.notes.popLast() == "shared player")
        #expect(other.owner == #"the shared player; "longwave ctl quit" ends it"#)
        #expect(own.owner == "this screen; its sound ends with it")
        other.owner = own.owner
        #expect(other == own)
    }

    @Test(arguments: rows) func inOneLine(_ row: Row) throws {
        let (local, shared) = try row.states
        let line = StatusLine(charset: .utf8)
        #expect(line.text(PlayerWords(shared), width: .max) == line.text(PlayerWords(local), width: .max))
    }
}
