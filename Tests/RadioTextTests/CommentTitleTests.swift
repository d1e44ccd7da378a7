import RadioFormats
import RadioText
import TestSupport
import Testing

/// Titles in the comment headers of Ogg and FLAC (Vorbis comments).
@Suite struct CommentTitleTests {
    struct Row: Sendable, CustomStringConvertible {
        var fields: [String]
        var text: String?
        var artist: String?
        var title: String?
        var album: String?
        var kind = TrackInfo.Kind.song
        var description: String { "\(fields)" }
    }

    @Test(arguments: [
        Row(fields: ["ARTIST=A", "TITLE=B"], text: "A - B", artist: "A", title: "B"),
        Row(fields: ["title=B", "artist=A", "album=C"], text: "A - B", artist: "A", title: "B", album: "C"),
        Row(fields: ["ARTIST=A", "ARTIST=B", "TITLE=C"], text: "A, B - C", artist: "A, B", title: "C"),
        Row(fields: ["TITLE=A - B"], text: "A - B", artist: "A", title: "B"),
        Row(fields: ["ENCODER=x", "TITLE=\u{1}\u{202E}B", "ARTIST=A"], text: "A - B", artist: "A", title: "B"),
    ]) func names(_ row: Row) throws {
        let metadata = TimedMetadata(kind: .vorbisComment, raw: OggMaker.comments(row.fields))
        let track = try #require(TitleReader.track(in: metadata))
        #expect(track.artist == row.artist && track.title == row.title && track.album == row.album)
        #expect(track.text == row.text && track.kind == row.kind && track.raw == metadata.raw)
    }

    /// The comments contain no title. The current title stays.
    @Test(arguments: [["ENCODER=x"], ["GENRE=Jazz", "DESCRIPTION=A radio"], []])
    func aboutSomethingElse(_ fields: [String]) {
        #expect(TitleReader.track(in: TimedMetadata(kind: .vorbisComment, raw: OggMaker.comments(fields))) == nil)
    }

    @Test func nothingIsNamedAnyMore() {
        #expect(TitleReader.track(in: TimedMetadata(kind: .vorbisComment, raw: []))?.kind == TrackInfo.Kind.none)
    }
}
