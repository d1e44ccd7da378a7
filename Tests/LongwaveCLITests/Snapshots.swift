import Longwave

@testable import RadioPlayer

/// Sample snapshots, for tests of what the program prints.
enum Snapshots {
    static let moment = MonotonicInstant(nanoseconds: 60_000_000_000)

    /// Returns the snapshot of a station that shall play, after the changes that `change` makes.
    static func with(_ change: (inout PlaybackSnapshot) -> Void) -> PlaybackSnapshot {
        var snapshot = PlaybackSnapshot()
        snapshot.intent = .playing
        snapshot.at = moment
        snapshot.item = PlaybackItem(Station(name: "Radio Paradise", urls: ["http://radio.example/"], id: "paradise"))
        change(&snapshot)
        return snapshot
    }

    static var playing: PlaybackSnapshot {
        with {
            $0.download = .receiving
            $0.sound = .playing
            $0.volume = 0.8
            var stream = StreamDescription(url: "http://radio.example/live.mp3", hasTitles: true)
            stream.format = MediaFormat(codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 44_100, channelCount: 2)
            stream.pcm = PCMFormat(sampleRate: 44_100, channelCount: 2)
            stream.bitRate = 128_000
            stream.serverName = "Paradise server"
            $0.stream = stream
            $0.nowPlaying = nowPlaying(text: "Lady Blackbird - Collage", artist: "Lady Blackbird", title: "Collage")
            $0.currentTime = MediaTime(seconds: 751.4)
            $0.heardDuration = .seconds(751.4)
            $0.loadedTimeRanges = [MediaTimeRange(start: MediaTime(seconds: 750), end: MediaTime(seconds: 754.9))]
            $0.liveOffset = .seconds(3.5)
            $0.outputDevice = "alsa_output.pci"
        }
    }

    /// The second source of a programme plays.
    static var ofProgramme: PlaybackSnapshot {
        var snapshot = playing
        var place = ProgrammePlace(name: "shop", sources: ["one", "two", "/music"])
        (place.index, place.switchCount, place.lastSwitch) = (1, 3, .init(.deadAir, at: moment))
        snapshot.programme = place
        return snapshot
    }

    static var japanese: PlaybackSnapshot {
        var snapshot = playing
        snapshot.item = PlaybackItem(Station(name: "東京ラジオ放送局", urls: ["http://x/"]))
        snapshot.nowPlaying = nowPlaying(text: "宇多田ヒカル - 花束を君に")
        return snapshot
    }

    static var reconnecting: PlaybackSnapshot {
        with {
            $0.download = .retrying(attempt: 3, at: moment, because: .hostUnknown("radio.example"))
            $0.sound = .starved(since: moment)
            $0.reconnectCount = 3
            $0.facts.wasHeard = true
        }
    }

    static var failed: PlaybackSnapshot {
        with { $0.download = .failed(.stream(.accessDenied(status: 401, "http://radio.example/"))) }
    }

    static func nowPlaying(
        text: String, artist: String? = nil, title: String? = nil, raw: [UInt8]? = nil
    ) -> NowPlaying {
        NowPlaying(
            track: TrackInfo(kind: .song, artist: artist, title: title, text: text, raw: raw ?? Array(text.utf8)),
            stationName: "Radio Paradise", artworkURL: nil, received: moment.advanced(by: .seconds(-3)),
            heard: moment, position: MediaTime(seconds: 740))
    }
}
