import RadioFormats
import TestSupport
import Testing

@Suite struct TitleSourcesTests {
    private static func icy(_ text: String) -> TimedMetadata {
        TimedMetadata(kind: .icy, raw: Array("StreamTitle='\(text)';".utf8))
    }

    private static func comments(_ fields: String...) -> TimedMetadata {
        TimedMetadata(kind: .vorbisComment, raw: OggMaker.comments(fields))
    }

    private static let nothing = TimedMetadata(kind: .vorbisComment, raw: [])

    struct Row: Sendable, CustomStringConvertible {
        var description: String
        var came: [TimedMetadata]
        var counted: [TimedMetadata]
    }

    @Test(arguments: [
        Row(
            description: "ICY metadata around comments that name nothing", came: [comments("ENCODER=x"), icy("A - B")],
            counted: [comments("ENCODER=x"), icy("A - B")]),
        Row(
            description: "both, the comments first",
            came: [comments("TITLE=B", "ARTIST=A"), icy("A - B"), comments("TITLE=D", "ARTIST=C"), icy("C - D")],
            counted: [comments("TITLE=B", "ARTIST=A"), comments("TITLE=D", "ARTIST=C")]),
        Row(
            description: "both, ICY first",
            came: [icy("A - B"), comments("TITLE=B"), icy("C - D"), comments("TITLE=D")],
            counted: [icy("A - B"), comments("TITLE=B"), comments("TITLE=D")]),
        Row(
            description: "a link without title",
            came: [comments("title=B"), comments("ENCODER=x"), comments("TITLE=D")],
            counted: [comments("title=B"), nothing, comments("TITLE=D")]),
        Row(
            description: "a link without title, with ICY",
            came: [comments("TITLE=B"), icy("News"), comments(), icy("More")],
            counted: [comments("TITLE=B"), icy("News"), icy("More")]),
        Row(
            description: "blank titles", came: [comments("TITLE= "), icy("A"), comments("ARTIST=\u{0}")],
            counted: [comments("TITLE= "), icy("A"), comments("ARTIST=\u{0}")]),
        Row(
            description: "no comments at all",
            came: [icy("A"), icy("B"), TimedMetadata(kind: .vorbisComment, raw: [9])],
            counted: [icy("A"), icy("B"), TimedMetadata(kind: .vorbisComment, raw: [9])]),
    ]) func oneTitleASong(_ row: Row) {
        var sources = TitleSources()
        #expect(row.came.compactMap { sources.take($0) } == row.counted)
    }
}
