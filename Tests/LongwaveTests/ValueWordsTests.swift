import RadioFormats
import RadioLoop
import Testing

@testable import Longwave
@testable import RadioPlayer

/// Public values print in short words.
@Suite struct ValueWordsTests {
    private static let station = Station(name: "Radio X", urls: ["http://x.example/live"])
    private static let track = TrackInfo(kind: .song, artist: "A", title: "B", text: "A - B", raw: [1, 2, 3])
    private static let now = NowPlaying(
        track: track, stationName: "Radio X", received: .now, heard: .now, position: MediaTime(seconds: 2))

    private static var snapshot: PlaybackSnapshot {
        var snapshot = PlaybackSnapshot()
        (snapshot.item, snapshot.nowPlaying) = (PlaybackItem(station), now)
        return snapshot
    }

    static let rows: [(any Sendable, String)] = [
        (station, "Radio X"), (Station(name: "", urls: ["http://y"]), "http://y"), (PlaybackItem(station), "Radio X"),
        (PlaybackItem(url: "/a/b.mp3"), "/a/b.mp3"), (PlaybackItem.Status.ready, "ready"), (track, "A - B"),
        (TrackInfo(kind: .unknown, text: "News at nine"), "News at nine"), (TrackInfo(kind: .none), "no title"),
        (TrackInfo(kind: .jingle, text: "Radio X!"), "jingle: Radio X!"), (TrackInfo(kind: .speech), "speech"),
        (TrackInfo.Identifier(name: "isrc", value: "X1"), "isrc=X1"), (now, "A - B (Radio X)"),
        (AssetDuration(time: MediaTime(value: 3, timescale: 2), isPrecise: false), "about 1.5 s"),
        (MediaTimeRange(start: .zero, duration: .seconds(3)), "0.0 s to 3.0 s"), (MediaTimeRange.zero, "empty"),
        (PCMFormat(sampleRate: 44_100, channelCount: 1), "44100 Hz, 1 channel"),
        (
            MediaFormat(
                codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 44_100, channelCount: 2, bitRate: 128_000),
            "MP3, 44100 Hz, 2 channels, 128 kbit/s"
        ),
        (PlaybackQueue([PlaybackItem(station), PlaybackItem(url: "y")]), "Radio X, 1 of 2"), (PlaybackQueue(), "empty"),
        (snapshot, "stopped, Radio X, A - B"), (PlaybackSnapshot(), "stopped"),
        (PlaybackNotification.statusDidChange(snapshot), "statusDidChange: stopped, Radio X, A - B"),
        (
            PlaybackNotification.didJump(from: .zero, to: MediaTime(seconds: 4), .seek, snapshot),
            "didJump: from 0.0 s to 4.0 s, seek"
        ),
        (StationLibrary(stations: [station], source: "list"), "1 station from list"),
        (PlaybackStatus.waitingToPlay(.connecting), "waiting to play: connecting"),
    ]

    @Test(arguments: rows.indices) func words(_ index: Int) {
        let (value, expected) = Self.rows[index]
        #expect("\(value)" == expected)
        // A value in an array or optional prints alike.
        #expect("\([value])" == "[\(expected)]")
    }
}
