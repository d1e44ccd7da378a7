import RadioFormats
import TestSupport
import Testing

@testable import RadioPlayer

/// The player shows the chapters of files that ffmpeg writes, and moves by them. The tracks of a cue sheet beside a file
/// are its chapters and titles.
@Suite(.enabled(if: ChildProcess.exists("ffmpeg"))) struct ChapterFileTests {
    @Test(arguments: ChapterFile.rows.indices) func theKeysGoByChapters(row: Int) throws {
        let directory = try TemporaryDirectory()
        let path = try ChapterFile.make(ChapterFile.rows[row], in: directory)
        let rig = try PlayerRig()
        #expect(rig.startPlaying(path))
        let chapters = try #require(rig.player.snapshot().stream?.chapters)
        #expect(chapters.map(\.title) == ["One", "Zwölf", "三"])
        #expect(chapters.map(\.start.seconds) == [0, 7.25, 12] && chapters[0].end?.seconds == 7.25)
        #expect(rig.player.snapshot().chapterIndex == 0)
        for (step, index, time) in [(1, 1, 7.25), (1, 2, 12.0), (-1, 1, 7.25), (0, 1, 7.25), (-1, 0, 0)] {
            try rig.player.seek(toTitle: step)
            #expect(rig.hears { rig.player.snapshot().currentTime.seconds > time })
            let snapshot = rig.player.snapshot()
            #expect(snapshot.currentTime.seconds < time + 0.2 && snapshot.chapterIndex == index)
        }
        // The title of the file stays.
        #expect(
            rig.player.snapshot().nowPlaying?.title == "Book" && rig.player.snapshot().nowPlaying?.artist == "Author")
        try rig.player.seek(toTitle: 2)
        #expect(throws: SeekError.noSuchTitle) { try rig.player.seek(toTitle: 1) }
        #expect(rig.hearsToTheEnd())
    }

    /// A file may be cut off before the titles of its chapters, but after some of its sound.
    @Test func theTextTrackIsMissing() throws {
        let directory = try TemporaryDirectory()
        let path = try ChapterFile.make(ChapterFile.rows[3], in: directory)
        let whole = try ChildProcess.run("stat", ["-c", "%s", path]).output
        let size = try #require(Int(whole.split(separator: "\n")[0]))
        #expect(try ChildProcess.run("truncate", ["-s", "\(size / 2)", path]).code == 0)
        let rig = try PlayerRig()
        #expect(rig.startPlaying(path) && rig.hearsToTheEnd())
    }

    private static let sheet = """
        PERFORMER "FM"\r
        FILE "three.mp3" MP3\r
        REM CUT 00:03:00 2026-01-01T00:00:00Z\r
          TRACK 01 AUDIO\r
            TITLE "One"\r
            PERFORMER "Band"\r
            INDEX 01 00:02:00\r
          TRACK 02 AUDIO\r
            TITLE "Zwölf"\r
            PERFORMER "Other"\r
            INDEX 01 00:14:15\r
        """

    @Test func aCueSheet() throws {
        let directory = try TemporaryDirectory()
        let path = try ChapterFile.make(ChapterFile.rows[4], in: directory)
        try directory.write("three.cue", Self.sheet)
        let rig = try PlayerRig()
        #expect(rig.startPlaying(path))
        let chapters = rig.player.snapshot().stream?.chapters ?? []
        #expect(
            chapters.map(\.title) == ["Band - One", "Other - Zwölf"] && chapters.map(\.start.seconds) == [2, 14.2])
        func title() -> String? { rig.player.snapshot().nowPlaying?.track.text }
        #expect(title() == "Author - Book")
        #expect(rig.hears { title() == "Band - One" })
        #expect(abs(rig.player.snapshot().currentTime.seconds - 2) < 0.5)
        // To the next track and back, whose sound is in memory or must be read again.
        try rig.player.seek(toTitle: 1)
        #expect(rig.hears { title() == "Other - Zwölf" })
        #expect(abs(rig.player.snapshot().currentTime.seconds - 14.2) < 0.5)
        try rig.player.seek(toTitle: -1)
        #expect(rig.hears { title() == "Band - One" })
        #expect(abs(rig.player.snapshot().currentTime.seconds - 2) < 0.5 && rig.player.snapshot().chapterIndex == 0)
        #expect(rig.hearsToTheEnd() && title() == "Other - Zwölf")
    }

    /// The buffer holds less sound than was to be gathered before the start. The player starts once the buffer is full.
    @Test func aFullBufferIsEnough() throws {
        let directory = try TemporaryDirectory()
        var policy = PlaybackPolicy.listener
        (policy.timelineBytes, policy.startBuffer) = (256 << 10, .seconds(10))
        let rig = try PlayerRig(policy: policy)
        #expect(rig.startPlaying(try ChapterFile.make(ChapterFile.rows[4], in: directory)))
        #expect(rig.hearsToTheEnd())
    }
}
