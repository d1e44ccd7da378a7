import Longwave
import RadioJSON
import RadioTape
import TestSupport
import Testing

@testable import LongwaveCLI
@testable import LongwaveDesktop
@testable import RadioDirectory
@testable import RadioExport
@testable import RadioStations
@testable import RadioTitles

/// The documents that commands print with `--json` or write to files, byte for byte. `inspect`, `probe` and `check` have
/// tests of their own.
@Suite struct GoldenDocumentsTests {
    private static let second = MediaTime(value: 1_790_000_000_500, timescale: 1000)

    /// A station with every field.
    private static let whole = Station(
        name: "Süd \"FM\"", urls: ["http://süd.example/a", "http://b.example/"], id: "sued",
        homepage: "http://sued.example/",
        artworkURL: "http://sued.example/logo.png", summary: "Short", longDescription: "Long lines", codec: "MP3",
        language: "de", country: "AT", tags: ["jazz", "news"], charset: "windows-1252",
        headers: ["Referer": "http://r/"],
        headerHosts: ["b.example"], bitRate: 128_000, directoryID: "00000000-0000-0000-0000-000000000001")
    private static let bare = Station(name: "Nord", urls: ["http://nord.example/"])

    private static let items: [LibraryItem] = [
        LibraryItem(
            number: 1, id: "sued", recordID: "sued", station: whole,
            user: UserProperties(
                isFavourite: true, rating: 4, playCount: 3, lastPlayed: second, heard: .seconds(61.5), gain: -2.5)),
        LibraryItem(
            number: 2, id: "http://nord.example/", recordID: "http://nord.example/", station: bare,
            user: UserProperties()),
    ]

    private static var found: DirectoryAnswer {
        var answer = DirectoryAnswer()
        answer.stations = [DirectoryStation(station: whole, votes: 12, clicks: 0), DirectoryStation(station: bare)]
        answer.server = "https://directory.example"
        answer.kept = second
        return answer
    }

    private static let playlists: [StationPlaylist] = [
        StationPlaylist(name: "Morning", content: .stations(items.map { ListenerRecord(entry: $0) })),
        StationPlaylist(name: "Best", content: .query("rating>3 sort=-rating")),
    ]

    private static let devices: [OutputDevice] = [
        OutputDevice(
            name: "usb", description: "USB \"2\"", state: .running, isDefault: true,
            ports: [.init(name: "out", description: "Headphones", availability: .unavailable, isActive: true)],
            sampleFormat: "float32le", sampleRate: 44_100, channelCount: 1, volume: 0.355, isMuted: true),
        OutputDevice(name: "hdmi"),
    ]

    private static let links = [SongLinkTemplate(name: "Shop", url: "https://shop.example/?q={artist}+{title}")]

    private static let played: [PlayedTrack] = [
        PlayedTrack(
            track: GoldenEventsTests.track, station: "sued", stationName: "Süd", start: second,
            end: second + MediaTime(seconds: 181.25), unseen: .seconds(2.5), offset: -210, source: .heard),
        PlayedTrack(
            track: TrackInfo(kind: .song, title: "T", text: "T", raw: Array("T".utf8)), station: "nord",
            stationName: "Nord",
            start: second, end: nil, unseen: .zero, offset: 60, source: .inBand),
    ]

    private static func songs(_ links: [SongLinkTemplate]?) -> String {
        var text = ""
        var stream = SongStream(.json, charset: .utf8, width: nil, links: links) {
            text += $0
            return true
        }
        for track in played { _ = stream.take(track) }
        stream.end()
        return text
    }

    private static func list(_ document: ListDocument) -> String { document.text(.json, charset: .utf8, width: nil) }

    private static let counts: [SongCount] = [
        SongCount(
            artist: "Bänd", title: "Song", count: 3, stations: 2, first: second, last: second + MediaTime(seconds: 60)),
        SongCount(artist: nil, title: "T", count: 1, stations: 1, first: second, last: second),
    ]

    /// A record of each type in the log of `longwave log`.
    private static var log: String {
        func moment(_ seconds: Int64) -> LogMoment {
            LogMoment(
                wall: 1_790_000_000_000 + seconds * 1000,
                monotonic: MonotonicInstant(nanoseconds: seconds * 1_000_000_000))
        }
        let track = GoldenEventsTests.track
        let set = BootClock(boot: "b", wall: 1_790_000_000_000, boottime: MonotonicInstant(nanoseconds: 60_000_000_000))
        let records: [TitleRecord] =
            [
                .track(.init(at: moment(0), track: track, source: .inBand)),
                .track(.init(at: moment(0), track: TrackInfo(kind: .none), source: .playlist)),
                .end(
                    .init(
                        at: moment(181), track: track, began: moment(0), duration: .seconds(181), unseen: .seconds(1.5))
                ),
                .gap(.init(from: moment(181), until: moment(200), reason: "connection lost")),
            ] + [ClockCorrection(set, since: set.offset - 3_600_000)].compactMap { $0.map(TitleRecord.clock) }
        return records.enumerated().map { number, record in
            let line = LogLine.text(
                StationRecord(station: "sued", record: record, offset: -210), station: "Süd \"FM\"", .jsonLines)
            return LogLine.numbered(line, Int64(number) + 1, .jsonLines) + "\n"
        }.joined()
    }

    private static var recording: String {
        var report = RecordingReport(station: "One \"FM\"", began: "2026-11-23T12:00:00Z")
        (report.file, report.length, report.byteCount) = ("x.mp3", .seconds(5000), 80_000_000)
        report.add(.init(at: .milliseconds(61_500), track: GoldenEventsTests.track, isLeftOut: true))
        report.add(.init(at: .milliseconds(1500), date: "2026-11-23T12:00:01.500Z"))
        return report.json(.size)
    }

    private static var waveform: String {
        var waveform = Waveform()
        waveform.columns = [.init(minimum: -1, maximum: 0.123456, rms: 0.5), .init(minimum: 0, maximum: 0, rms: 0)]
        waveform.duration = .seconds(2.5)
        return String(decoding: WaveformDrawing.json.bytes(waveform, height: 1), as: UTF8.self)
    }

    private static var trials: String {
        let track = GoldenEventsTests.track
        let title = LoggedTitles.Title(line: 12, stations: ["sued", "Süd"], track: track)
        return RuleTrialPrinter.json(title, TitleRuleSet().apply(to: TrackInfo(kind: .none)), ["one"], ["two"]).text()
            + "\n"
    }

    private static var artwork: String {
        let bytes = Pictures.grey(30, 20)
        guard let header = try? ImageHeader.read(bytes) else { return "" }
        let picture = StoredPicture(digest: "d", header: header, path: "/cache/a b.png", byteCount: 1234)
        return ArtworkJSON.json(Artwork(picture, source: .station), of: whole).text() + "\n"
    }

    private static var accounts: String {
        let login = ScrobblingAccount.Login.listenBrainz(token: Secret("x"))
        let account = ScrobblingAccount(name: "lb", server: "https://lb.example", user: "me", login: login)
        var report = ScrobbleFiles.Report()
        (report.waiting, report.problem, report.isRefused) = (3, "the token is wrong", true)
        return list(ListScrobbling.document([(account, report), (account, ScrobbleFiles.Report())]))
    }

    private static var settings: String {
        var file = Configuration()
        file.sound.volume = 40
        let shown = ConfigurationDocument.settings(environment: Configuration(), file: file)
        return list(ShowConfig.document(shown))
    }

    private static let documents: [String: @Sendable () throws -> String] = [
        "artwork.json": { artwork },
        "config-show.json": { settings },
        "devices.json": { DevicePrinter(charset: .utf8).text(devices, .json) },
        "find.json": { DirectoryPrinter(charset: .utf8).text(found, .json) },
        "list.json": { StationPrinter(charset: .utf8).text(items, .json) },
        "list-ascii.json": { StationPrinter(charset: .ascii).text(items, .json) },
        "list-groups.json": {
            StationPrinter(charset: .utf8).text(
                [
                    StationCollection(title: "jazz", items: items, count: 5),
                    StationCollection(title: "", items: [], count: 0),
                ],
                .json)
        },
        "log.jsonl": { log },
        "playlists.json": { list(ListPlaylists.document(playlists)) },
        "recording.json": { recording },
        "rules-test.jsonl": { trials },
        "scrobble.json": { accounts },
        "songs.json": { songs(nil) },
        "songs-links.json": { songs(links) },
        "songs-per-station.json": {
            list(
                SongPrinter.document([
                    StationCount(
                        id: "sued", name: "Süd", count: 5, different: 4, last: second, first: second, artists: 3,
                        repeatsAfter: .seconds(7200), topShare: 1, unknownShare: 0.25, advertisementMinutes: 7.5)
                ]))
        },
        "songs-top.json": { list(SongPrinter.document(counts)) },
        "stations.json": {
            String(decoding: StationListWriter.write([whole, bare], as: .stations, title: "Mine").bytes, as: UTF8.self)
        },
        "state.json": {
            var memory = PlayerMemory(volume: 0.35)
            memory.heard(whole, at: whole.urls[1])
            return String(decoding: memory.bytes, as: UTF8.self)
        },
        "waveform.json": { waveform },
    ]

    @Test(arguments: documents.keys.sorted()) func aDocument(_ name: String) throws {
        let document = try #require(Self.documents[name])
        #expect(try GoldenFile.difference(name, document()) == nil)
    }

    /// Lists and states that earlier releases have written can still be read, and nothing is lost.
    @Test func readAgain() throws {
        for name in ["list.json", "find.json", "stations.json"] {
            var read = try StationList.read(Array(GoldenFile.read(name).utf8)).stations
            // `find` gives the directory's id only.
            if name == "find.json" { read[0].id = Self.whole.id }
            #expect(read.first == Self.whole, "\(name)")
            #expect(read.last?.urls == Self.bare.urls, "\(name)")
        }
        let memory = PlayerMemory(Array(try GoldenFile.read("state.json").utf8))
        #expect(memory.stationID == "sued" && memory.workingURL(of: Self.whole) == Self.whole.urls[1])
    }
}
