import RadioFormats
import RadioLoop
import RadioStreams
import RadioText
import TestSupport
import Testing

@testable import RadioPlayer

/// A ``TitleTimeline`` keeps titles from their arrival until they are heard.
@Suite struct TitleTimelineTests {
    private static func metadata(_ title: [UInt8]) -> TimedMetadata {
        TimedMetadata(kind: .icy, raw: Array("StreamTitle='".utf8) + title + Array("';".utf8))
    }

    private static func hear(_ metadata: TimedMetadata, _ titles: inout TitleTimeline) -> Bool {
        let timeline = Timeline(maximumBytes: 1 << 16)
        timeline.append(.metadata(metadata), at: MonotonicInstant(nanoseconds: 0))
        return timeline.takeMetadata(upTo: 0).contains {
            titles.heard($0, at: MonotonicInstant(nanoseconds: 1), position: .zero)
        }
    }

    @Test func aTitleCountsOnceForItsCharset() {
        var titles = TitleTimeline()
        let metadata = Self.metadata(Array("Björk - Jóga".utf8))
        #expect(titles.read(metadata).title == "Jóga")
        #expect(Self.hear(metadata, &titles))
        #expect(titles.current?.track.title == "Jóga")
        #expect(titles.evidence.utf8Count == 1)
        #expect(!Self.hear(metadata, &titles))
    }

    /// While a title waits until it is heard, later titles reveal the station's charset. The waiting title is read with
    /// this charset, too.
    @Test func whatWasLearnedMeanwhileHolds() throws {
        var titles = TitleTimeline()
        let cyrillic = try ["Кино - Группа крови", "Алиса - Красное на чёрном", "ДДТ - Что такое осень"].map {
            Self.metadata(try #require(Charset("windows-1251")?.encode($0)))
        }
        let first = titles.read(cyrillic[0])
        for metadata in cyrillic.dropFirst() { _ = titles.read(metadata) }
        #expect(Self.hear(cyrillic[0], &titles))
        #expect(titles.current?.track.title == "Группа крови", "\(first)")
    }

    @Test("pictures are those of the comments behind them") func pictures() {
        func picture(_ number: UInt8) -> TimedMetadata {
            TimedMetadata(kind: .flacPicture, raw: [UInt8](repeating: 0, count: 31) + [1, number])
        }
        var titles = TitleTimeline()
        func numbers() -> [[UInt8]]? { titles.current?.pictures.map(\.bytes) }
        #expect(!Self.hear(picture(1), &titles) && !Self.hear(picture(2), &titles))
        #expect(Self.hear(Self.metadata(Array("A - B".utf8)), &titles) && numbers() == [[1], [2]])
        // If the same title is heard again, this is not a change.
        #expect(!Self.hear(picture(3), &titles) && !Self.hear(Self.metadata(Array("A - B".utf8)), &titles))
        #expect(Self.hear(Self.metadata(Array("C - D".utf8)), &titles) && numbers() == [])
    }

    /// A jump over the start of the next title makes this title current, with its picture.
    @Test(.enabled(if: ChildProcess.exists("flac"))) func aJumpKeepsPictures() throws {
        let folder = try TemporaryDirectory()
        let sound = try folder.write("sound", [UInt8](repeating: 0, count: 96_000))
        let format =
            "--silent --force-raw-format --endian=little --sign=signed --channels=1 --bps=16 --sample-rate=48000"
        var stream: [UInt8] = []
        for (title, width) in [("One", 1), ("Two", 2)] {
            let picture = try folder.write("picture", Pictures.grey(width, width))
            let words = ["-T", "TITLE=\(title)", "--picture", picture, "-o", folder.path + "/" + title, sound]
            let made = try ChildProcess.run("flac", format.split(separator: " ").map(String.init) + words)
            #expect(made.code == 0, "\(made.output)")
            stream += try Samples.read(path: folder.path + "/" + title)
        }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(try folder.write("both.flac", stream), queue: .milliseconds(500)))
        #expect(rig.player.snapshot().nowPlaying?.title == "One")
        #expect(rig.turn { rig.player.intake.timeline.metadata.count == 2 })
        try rig.player.navigator.seek(to: MediaTime(seconds: 1.5))
        let output = try #require(rig.output)
        output.isTimeless = true
        #expect(rig.turn { output.queued > 12_000 })
        rig.hear(.milliseconds(100))
        let playing = rig.player.snapshot().nowPlaying
        #expect(playing?.title == "Two" && playing?.pictures.map(\.bytes) == [Pictures.grey(2, 2)])
    }

    @Test("a jump back into the title before tells it again") func aJumpBack() throws {
        let rig = try PlayerRig()
        let link = Double(ChainSample.opus.sampleCounts[0]) / 48_000
        #expect(rig.startPlaying(ChainSample.opus.path, queue: .milliseconds(500)))
        func title() -> String? { rig.player.snapshot().nowPlaying?.title }
        #expect(rig.hears { rig.player.snapshot().currentTime.seconds > link + 0.4 })
        #expect(title() == "Song 2")
        try rig.player.navigator.seek(to: MediaTime(seconds: link - 0.3))
        #expect(rig.hears { title() == "Song 1" })
        #expect(rig.player.snapshot().currentTime.seconds < link)
        #expect(rig.hears { title() == "Song 2" })
        #expect(rig.player.snapshot().currentTime.seconds >= link)
        // Seeks to the start of the current title. A seek to a title that does not exist is refused.
        rig.hear(.milliseconds(300))
        try rig.player.seek(toTitle: 0)
        #expect(abs(rig.player.snapshot().currentTime.seconds - link) < 0.03)
        #expect(throws: SeekError.noSuchTitle) { try rig.player.seek(toTitle: 1) }
        #expect(throws: SeekError.noSuchTitle) { try rig.player.seek(toTitle: -2) }
    }

    @Test func `titles that were not read are counted with the next`() {
        var titles = TitleTimeline()
        var metadata = Self.metadata(Array("A - B".utf8))
        metadata.skipped = 5
        #expect(Self.hear(metadata, &titles) && titles.current?.skipped == 5)
        metadata.skipped = 2
        #expect(!Self.hear(metadata, &titles) && titles.current?.skipped == 5)
        metadata = Self.metadata(Array("C - D".utf8))
        metadata.skipped = 1
        #expect(Self.hear(metadata, &titles) && titles.current?.skipped == 3)
    }
}
