import Longwave
import RadioJSON
import RadioLoop
import TestSupport
import Testing

@testable import LongwaveCLI
@testable import RadioHls
@testable import RadioPlayer

/// The events of `play --json` and `ctl events`, byte for byte. Programs that read them rely on every member.
@Suite struct GoldenEventsTests {
    /// The events' time is that of the sample snapshots, 2026-11-21T02:30:00.123Z.
    static let lines = JSONLine(
        clock: WallClock(offset: 1_795_228_200_123_000_000 - Snapshots.moment.nanoseconds),
        links: [SongLinkTemplate(name: "Shop", url: "https://shop.example/?q={artist}+{title}")])

    static let recording: Recording = {
        var recording = Recording(id: 7)
        recording.path = "/music/Paradise \"1\".mp3"
        recording.fileCount = 2
        recording.duration = .seconds(61.5)
        recording.hasBeginning = false
        return recording
    }()

    static let track: TrackInfo = {
        var track = TrackInfo(
            kind: .advertisement, artist: "Bänd", title: "Next\u{1}", text: "Bänd - Next\u{1}",
            artworkURL: "http://a.example/next.png", linkURL: "http://a.example/next", album: "Album",
            duration: .seconds(181.25), raw: [0x42, 0xE4])
        track.identifiers = [.init(name: "isrc", value: "X1")]
        track.charset = "windows-1252"
        track.isRepaired = true
        return track
    }()

    /// A snapshot in which no member of the event is null.
    static let everything: PlaybackSnapshot = {
        var english = Rendition(kind: .audio, groupID: "a", name: "English")
        english.language = "en"
        english.isDefault = true
        english.characteristics = ["public.accessibility.describes-video"]
        var snapshot = Snapshots.playing
        snapshot.download = .retrying(attempt: 2, at: Snapshots.moment, because: .timedOut("http://radio.example/"))
        snapshot.suppressions = [.interruption(.otherStream), .noOutputDevice]
        snapshot.queue = QueuePlace(PlaybackQueue([snapshot.item!, PlaybackItem(url: "http://b.example/")]))
        snapshot.stream?.genre = "Eclectic"
        snapshot.stream?.contentType = "audio/mpeg"
        snapshot.stream?.duration = .seconds(3600.5)
        snapshot.stream?.chapters = [
            Chapter(start: .zero, end: MediaTime(seconds: 700), title: "One"),
            Chapter(start: MediaTime(seconds: 700), title: "Zwölf"),
        ]
        snapshot.nowPlaying = NowPlaying(
            track: track, stationName: "Radio Paradise", artworkURL: "http://a.example/this.png",
            received: Snapshots.moment.advanced(by: .seconds(-3)), heard: Snapshots.moment,
            position: MediaTime(seconds: 740))
        snapshot.onAir = track
        snapshot.isMuted = true
        snapshot.currentDate = MediaTime(seconds: 1_780_000_000.25)
        snapshot.seekableTimeRanges = [MediaTimeRange(start: MediaTime(seconds: 150), end: MediaTime(seconds: 754.9))]
        snapshot.rate = 1.05
        snapshot.scan = .backward
        snapshot.recordings = [recording]
        snapshot.renditions = [english]
        snapshot.selectedRendition = english
        snapshot.stallCount = 3
        snapshot.reconnectCount = 2
        snapshot.joins.joined = 1
        return snapshot
    }()

    @Test func states() throws {
        let snapshots = [
            PlaybackSnapshot(), Self.everything, Snapshots.reconnecting, Snapshots.failed, Snapshots.ofProgramme,
        ]
        let text = snapshots.map { Self.lines.value(PlayerState($0, links: Self.lines.links)).text() + "\n" }.joined()
        #expect(try GoldenFile.difference("event-states.jsonl", text) == nil)
    }

    /// One notification of each kind; of some kinds, one for each form.
    static let notifications: [PlaybackNotification] = {
        let snapshot = Snapshots.playing
        var failed = recording
        failed.state = .failed(.file("no room"))
        var ended = recording
        ended.state = .ended(.duration)
        var (ready, broken) = (snapshot, Snapshots.failed)
        ready.itemStatus = .ready
        broken.itemStatus = .failed(.stream(.notSound("http://radio.example/")))
        return [
            .statusDidChange(snapshot), .nowPlayingDidChange(snapshot), .metadataReceived(track, snapshot),
            .itemDidChange(snapshot), .queueDidChange(snapshot), .queueDidEnd(snapshot), .volumeDidChange(snapshot),
            .sourceDidChange(snapshot), .didStall(snapshot),
            .willRetry(.timedOut("http://radio.example/"), attempt: 2, after: .milliseconds(250), snapshot),
            .didFail(.givenUp(last: .hostUnknown("radio.example")), snapshot),
            .didFail(.stream(.accessDenied(status: 401, "http://radio.example/")), snapshot),
            .didFindAddress("http://found.example/", snapshot), .didPlayToEnd(snapshot),
            .interruptionBegan(.otherStream, snapshot),
            .interruptionEnded(.suspendedDevice, shouldResume: true, snapshot),
            .outputRouteDidChange(.deviceRemoved, snapshot), .didDropHeld(.seconds(12.5), snapshot),
            .didJump(from: MediaTime(seconds: 61), to: MediaTime(seconds: 71.5), .seek, snapshot),
            .downloadDidRecover(attempts: 3, after: .seconds(4.5), snapshot), .formatDidChange(snapshot),
            .qualityDidChange(from: 64_000, to: 128_000, snapshot), .durationDidChange(snapshot),
            .outputDevicesDidChange(came: [OutputDevice(name: "usb")], went: ["hdmi"], snapshot),
            .itemStatusDidChange(ready), .itemStatusDidChange(broken), .timeshiftDidFail("no room", snapshot),
            .scanDidChange(snapshot), .rateDidChange(snapshot), .recordingDidChange(recording, snapshot),
            .recordingDidChange(ended, snapshot), .recordingDidChange(failed, snapshot), .bufferDidChange(snapshot),
        ]
    }()

    /// The members that an event has before the player's state.
    @Test func details() throws {
        #expect(Set(Self.notifications.map(\.kind)) == Set(PlaybackNotification.Kind.allCases))
        let text = Self.notifications.map { notification in
            guard case .object(let members) = Self.lines.value(notification) else { return "" }
            return JSONNode.object(Array(members.prefix { $0.name != "status" })).text() + "\n"
        }.joined()
        #expect(try GoldenFile.difference("event-details.jsonl", text) == nil)
    }

    /// The lines that are no events of the player.
    @Test func otherLines() throws {
        let loop = try EventLoop()
        let output = Output(-1, loop: loop)
        let presenter = JSONPresenter(output: output, charset: .ascii)
        var tally = PlaybackTally()
        tally.add(heard: .seconds(75.5))
        tally.follow(Self.everything.facts, silentSince: Snapshots.moment, at: Snapshots.moment)
        tally.follow(Self.everything.facts, silentSince: nil, at: Snapshots.moment.advanced(by: .milliseconds(1250)))
        let summary = SessionSummary(tally: tally).line(at: Snapshots.moment, Self.lines.clock)
        let text = summary.text() + "\n" + (output.droppedNotice?(12) ?? "")
        withExtendedLifetime(presenter) {}
        #expect(try GoldenFile.difference("event-others.jsonl", text) == nil)
    }
}
