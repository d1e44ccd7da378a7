import Longwave
import RadioJSON
import RadioLoop
import Testing

@testable import LongwaveCLI
@testable import RadioPlayer

@Suite struct JSONLineTests {
    /// The lines' time is that of the sample snapshots, 2026-11-21T02:30:00.123Z.
    private let lines = JSONLine(
        clock: WallClock(offset: 1_795_228_200_123_000_000 - Snapshots.moment.nanoseconds),
        links: [SongLinkTemplate(name: "Shop", url: "https://shop.example/?q={artist}+{title}")])

    private func text(_ notification: PlaybackNotification) -> String { lines.value(notification).text() }

    private func member(_ name: String, of notification: PlaybackNotification) -> JSONNode? {
        guard case .object(let members) = lines.value(notification) else { return nil }
        return members.first { $0.name == name }?.value
    }

    @Test func theWholeLine() {
        let expected = #"""
            {"version":1,"event":"nowPlayingDidChange","time":"2026-11-21T02:30:00.123Z","status":"playing",\#
            "reason":null,"statusText":"playing","reasonText":null,"intent":"playing","download":"receiving","sound":"playing","suppressions":[],\#
            "item":{"id":"paradise","name":"Radio Paradise","urls":["http://radio.example/"]},\#
            "queue":{"index":0,"count":0,"repeat":"none","shuffled":false,"entry":null},\#
            "stream":{"url":"http://radio.example/live.mp3","serverName":"Paradise server","genre":null,\#
            "contentType":null,"codec":"mp3","codecName":"MP3","summary":"MP3 128 kbit/s","bitRate":128000,"sampleRate":44100,"channels":2,\#
            "hasTitles":true,"duration":null,"preciseDuration":null,"chapters":[]},\#
            "nowPlaying":{"kind":"song","artist":"Lady Blackbird","title":"Collage",\#
            "text":"Lady Blackbird - Collage","linkURL":null,"album":null,\#
            "duration":null,"ids":[],"charset":null,"repaired":false,"raw":"Lady Blackbird - Collage","rawBase64":null,\#
            "station":"Radio Paradise","artworkURL":null,"received":"2026-11-21T02:29:57.123Z",\#
            "heard":"2026-11-21T02:30:00.123Z","position":740,\#
            "links":[{"name":"Shop","url":"https://shop.example/?q=Lady%20Blackbird+Collage"}]},"chapter":null,\#
            "onAir":null,\#
            "device":"alsa_output.pci",\#
            "volume":0.8,\#
            "muted":false,"loudness":null,"loudnessGain":null,"equaliser":"off","currentTime":751.4,"currentDate":null,\#
            "loadedTimeRanges":[[750,754.9]],"seekableTimeRanges":[],\#
            "liveOffset":3.5,"rate":1,"scan":null,"recordings":[],"renditions":[],"selectedRendition":null,\#
            "heard":751.4,"stalls":0,"reconnects":0,"joined":0}
            """#
        #expect(text(.nowPlayingDidChange(Snapshots.playing)) == expected)
    }

    @Test func chaptersOfAFile() {
        var snapshot = Snapshots.playing
        snapshot.stream?.chapters = [
            Chapter(start: .zero, end: MediaTime(seconds: 751), title: "One"),
            Chapter(start: MediaTime(seconds: 751), title: "Zwölf"),
        ]
        let line = text(.nowPlayingDidChange(snapshot))
        let chapters =
            #""chapters":[{"start":0,"end":751,"title":"One"},{"start":751,"end":null,"title":"Zwölf"}]"#
        #expect(line.contains(chapters))
        #expect(line.contains(#""chapter":{"index":1,"start":751,"end":null,"title":"Zwölf"}"#))
    }

    @Test func bytesThatAreNotUTF8AreBase64() {
        let track = TrackInfo(kind: .song, text: "Café", raw: Array("Caf".utf8) + [0xE9])
        let notification = PlaybackNotification.metadataReceived(track, Snapshots.playing)
        guard case .object(let members) = member("track", of: notification) else {
            Issue.record("no track")
            return
        }
        #expect(members.contains(.init(name: "raw", value: .null)))
        #expect(members.contains(.init(name: "rawBase64", value: .string("Q2Fm6Q=="))))
    }

    @Test func errorsCarryKindMessageAndCode() {
        let error = PlaybackError.givenUp(last: .hostUnknown("a.invalid"))
        let expected = JSONNode.members([
            "kind": .string("givenUp"), "last": .string("hostUnknown"),
            "message": .string(error.sentence), "exitCode": .int(68), "detail": .string("a.invalid"),
            "httpStatus": .null,
        ])
        #expect(member("error", of: .didFail(error, Snapshots.failed)) == expected)
        #expect(member("reason", of: .didFail(error, Snapshots.failed)) == .string("accessDenied"))
    }

    @Test func whatOnlyOneNotificationCarries() {
        let retry = PlaybackNotification.willRetry(
            .timedOut("x"), attempt: 2, after: .milliseconds(250), Snapshots.reconnecting)
        #expect(member("attempt", of: retry) == .int(2))
        #expect(member("after", of: retry) == .number(0.25))
        #expect(member("reason", of: retry) == .string("reconnecting"))
        let ended = PlaybackNotification.interruptionEnded(.otherStream, shouldResume: true, Snapshots.playing)
        #expect(member("interruption", of: ended) == .string("otherStream"))
        #expect(member("shouldResume", of: ended) == .bool(true))
        let route = PlaybackNotification.outputRouteDidChange(.deviceRemoved, Snapshots.playing)
        #expect(member("routeReason", of: route) == .string("deviceRemoved"))
        #expect(member("error", of: .didStall(Snapshots.playing)) == nil)
    }

    @Test func anHlsStationHasRenditionsAndADate() {
        var english = Rendition(kind: .audio, groupID: "a", name: "English")
        english.language = "en"
        english.isDefault = true
        var commentary = Rendition(kind: .audio, groupID: "a", name: "Commentary")
        commentary.characteristics = ["public.accessibility.describes-video"]
        let snapshot = Snapshots.with {
            $0.renditions = [english, commentary]
            $0.selectedRendition = english
            $0.currentDate = MediaTime(seconds: 1_780_000_000.25)
        }
        let notification = PlaybackNotification.statusDidChange(snapshot)
        #expect(member("currentDate", of: notification) == .string("2026-05-28T20:26:40.250Z"))
        let first = #"{"name":"English","language":"en","default":true,"characteristics":[]}"#
        let second =
            #"{"name":"Commentary","language":null,"default":false,"#
            + #""characteristics":["public.accessibility.describes-video"]}"#
        #expect(member("renditions", of: notification)?.text() == "[\(first),\(second)]")
        #expect(member("selectedRendition", of: notification)?.text() == first)
    }

    private static let errors: [PlaybackError] =
        [
            .output(.noServer("a")), .output(.serverLost("")), .output(.noDevice("a")), .output(.file("b")),
            .output(.fileExists("c")), .output(.refused("d")), .undecodable("e"), .givenUp(last: .timedOut("f")),
        ]
        + [
            .fileMissing("a"), .fileUnreadable("a"), .badAddress("a"), .hostUnknown("a"), .noNetwork("a"),
            .unreachable("a"), .timedOut("a"), .insecure("a"), .accessDenied(status: 403, "a"),
            .notFound(status: 410, "a"), .serverError(status: 503, "a", retryAfter: nil), .notSound("a"),
            .unsupported("a"), .protocolViolation("a"), .connectionLost("a"), .emptyPlaylist("a"), .resources("a"),
        ].map { .stream($0) }

    private static let recording = Recording(
        id: 3, path: "/r/a.mp3", fileCount: 2, duration: .seconds(61), hasBeginning: false)

    private static let notifications: [PlaybackNotification] =
        [
            .statusDidChange(Snapshots.playing), .nowPlayingDidChange(Snapshots.playing),
            .metadataReceived(TrackInfo(kind: .song, text: "x", raw: [0xE9]), Snapshots.reconnecting),
            .itemDidChange(Snapshots.failed), .queueDidChange(Snapshots.playing), .queueDidEnd(Snapshots.failed),
            .sourceDidChange(Snapshots.ofProgramme),
            .volumeDidChange(Snapshots.with { ($0.volume, $0.isMuted) = (0.3, true) }), .didStall(Snapshots.playing),
            .willRetry(.notFound(status: 404, "a"), attempt: 2, after: .milliseconds(250), Snapshots.reconnecting),
            .didFindAddress("http://new/", Snapshots.playing), .didPlayToEnd(Snapshots.playing),
            .interruptionBegan(.sleep, Snapshots.with { $0.suppressions = [.interruption(.sleep), .noOutputDevice] }),
            .interruptionEnded(.otherStream, shouldResume: true, Snapshots.playing),
            .outputRouteDidChange(.deviceRemoved, Snapshots.playing), .didDropHeld(.seconds(7), Snapshots.playing),
            .didJump(from: .zero, to: MediaTime(seconds: 7), .rejoin, Snapshots.playing),
            .downloadDidRecover(attempts: 4, after: .seconds(2), Snapshots.playing),
            .formatDidChange(Snapshots.playing), .qualityDidChange(from: 1, to: 2, Snapshots.playing),
            .durationDidChange(
                Snapshots.with {
                    $0.stream = StreamDescription(url: "/f.mp3")
                    $0.stream?.duration = .seconds(90)
                    $0.rate = 1.25
                }),
            .outputDevicesDidChange(came: [OutputDevice(name: "a")], went: ["b"], Snapshots.playing),
            .itemStatusDidChange(Snapshots.playing), .timeshiftDidFail("full", Snapshots.playing),
            .scanDidChange(Snapshots.with { $0.scan = .backward }), .rateDidChange(Snapshots.playing),
            .recordingDidChange(recording, Snapshots.with { $0.recordings = [recording] }),
        ] + errors.map { .didFail($0, Snapshots.failed) }

    /// What another process reads is what was written, so that it is written in the same way again.
    @Test(arguments: notifications)
    func aNotificationIsReadAsItWasWritten(_ notification: PlaybackNotification) throws {
        let state = PlayerState(notification.snapshot, sleep: .seconds(600), links: lines.links)
        let text = lines.value(notification, state).text()
        let value = try JSONReader.read(Array(text.utf8))
        let reader = PlayerStateReader(clock: lines.clock, now: notification.snapshot.at)
        let read = try #require(reader.state(value))
        #expect(read.sleep == state.sleep && read.links == state.links)
        for name in PlayerWords.names { #expect(PlayerWords(read)[name] == PlayerWords(state)[name], "\(name)") }
        let again = try #require(reader.notification(value, read.snapshot))
        #expect(lines.value(again, read).text() == text)
    }

    @Test func suppressionsAreSorted() {
        let snapshot = Snapshots.with { $0.suppressions = [.noOutputDevice, .interruption(.sleep)] }
        #expect(
            member("suppressions", of: .statusDidChange(snapshot))
                == .array([.string("interruption:sleep"), .string("noOutputDevice")]))
    }

    @Test func rowsHaveTheirColumns() {
        let row = RowsPresenter.row(.nowPlayingDidChange(Snapshots.playing), WallClock(offset: 0))
        #expect(row.count == RowsPresenter.columns.count)
        #expect(row.dropFirst(2).prefix(5) == ["playing", "", "Radio Paradise", "Lady Blackbird", "Collage"])
        let error = RowsPresenter.row(
            .didFail(.stream(.timedOut("x")), Snapshots.failed), WallClock(offset: 0))
        #expect(error.last == "The server took too long: x.")
    }
}
