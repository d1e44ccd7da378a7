import RadioFormats
import TestSupport
import Testing

@testable import RadioText

@Suite struct MetadataReaderTests {
    private func items(_ kind: TimedMetadata.Kind, _ raw: [UInt8]) -> [MetadataItem] {
        var evidence = CharsetEvidence()
        return MetadataReader.items(
            of: TimedMetadata(kind: kind, raw: raw), charset: nil, names: StationNames([]), evidence: &evidence)
    }

    private func words(_ items: [MetadataItem]) -> [String] {
        items.map { "\($0.identifier) \($0.commonKey?.rawValue ?? "-") \($0.text ?? "\($0.value)")" }
    }

    @Test func headersOfAStation() {
        let items = MetadataReader.items(
            of: IcyHeaders([
                ("icy-name", "Radio \u{202E}One"), ("icy-url", "http://one.example/"), ("icy-genre", "\u{7}"),
                ("icy-description", "All of it"), ("icy-logo", "http://one.example/logo.png"),
            ]))
        #expect(
            words(items) == [
                "icy/icy-name publisher Radio One", "icy/icy-description description All of it",
                "icy/icy-url homepage http://one.example/", "icy/icy-logo artwork http://one.example/logo.png",
            ])
        #expect(items[0].raw == Array("Radio \u{202E}One".utf8))
    }

    @Test(
        arguments: [
            (.icy, "StreamTitle='A - B';", ["icy/StreamTitle title B", "icy/StreamTitle artist A"]),
            (.icy, "StreamTitle='';", []),
            (.extinf, "A - B", ["hls/EXTINF title B", "hls/EXTINF artist A"]),
        ] as [(TimedMetadata.Kind, String, [String])])
    func titles(_ kind: TimedMetadata.Kind, _ text: String, _ expected: [String]) {
        let items = items(kind, Array(text.utf8))
        #expect(words(items) == expected)
        #expect(items.allSatisfy { $0.raw == Array(text.utf8) })
    }

    @Test func itemsOfITunes() {
        func item(_ name: String, _ content: [UInt8], type: UInt32 = 1) -> [UInt8] {
            Mp4Maker.box(name, Mp4Maker.box("data", Mp4Maker.big(type) + Mp4Maker.big(UInt32(0)) + content))
        }
        let raw =
            item("©nam", Array("Song\u{7}".utf8)) + item("©ART", Array("Band".utf8)) + item("aART", Array("All".utf8))
            + item("©alb", Array("Album".utf8)) + item("trkn", [0, 0, 0, 3, 0, 12, 0, 0], type: 0)
            + item("covr", Array("JFIF".utf8), type: 13) + item("pgap", [1], type: 21)
        let found = items(.itunes, raw)
        #expect(
            words(found.filter { $0.text != nil }) == [
                "itunes/©nam title Song", "itunes/©ART artist Band", "itunes/aART - All", "itunes/©alb albumName Album",
                "itunes/trkn trackNumber 3/12", "itunes/pgap - 1",
            ])
        #expect(found[0].raw == Array("Song\u{7}".utf8))
        let pictures = [MetadataItem.Value.picture(Array("JFIF".utf8), mimeType: "image/jpeg")]
        #expect(found.filter { $0.commonKey == .artwork }.map(\.value) == pictures)
        let track = TitleReader.track(in: TimedMetadata(kind: .itunes, raw: raw))
        #expect(track?.kind == .song && track?.artist == "Band" && track?.title == "Song" && track?.album == "Album")
        // A tag without a title names no track.
        #expect(TitleReader.track(in: TimedMetadata(kind: .itunes, raw: item("©alb", [0x41]))) == nil)
        #expect(items(.cueSheet, Array("Band - Song".utf8)).isEmpty)
        let cue = TitleReader.track(in: TimedMetadata(kind: .cueSheet, raw: Array("Band - Song".utf8)))
        #expect(cue?.artist == "Band" && cue?.title == "Song")
    }

    @Test func fieldsOfComments() {
        let picture = Self.picture(Array("JFIF".utf8))
        let fields = [
            "title=Song", "ARTIST=One", "Artist=Other", "ENCODER=x", "EMPTY=", "\u{1}", "GENRE=\u{202E}Jazz",
            "METADATA_BLOCK_PICTURE=" + Base64Text.encode(picture), "METADATA_BLOCK_PICTURE=????",
        ]
        let found = items(.vorbisComment, OggMaker.comments(fields))
        #expect(
            words(found.filter { $0.text != nil }) == [
                "vorbis/TITLE title Song", "vorbis/ARTIST artist One", "vorbis/ARTIST artist Other",
                "vorbis/ENCODER - x", "vorbis/GENRE genre Jazz",
            ])
        let pictures = [MetadataItem.Value.picture(Array("JFIF".utf8), mimeType: "image/jpeg")]
        #expect(found.filter { $0.commonKey == .artwork }.map(\.value) == pictures)
        #expect(items(.flacPicture, picture).map(\.value) == pictures)
        // The first block with a picture is cut off, and the second is not such a block. Both are ignored.
        #expect(items(.flacPicture, picture.dropLast()).isEmpty && items(.flacPicture, [1, 2, 3]).isEmpty)
    }

    private static func picture(_ bytes: [UInt8]) -> [UInt8] {
        func counted(_ bytes: [UInt8]) -> [UInt8] { [0, 0, 0, UInt8(bytes.count)] + bytes }
        return [0, 0, 0, 3] + counted(Array("image/jpeg".utf8)) + counted([]) + [UInt8](repeating: 0, count: 16)
            + counted(bytes)
    }

    @Test func framesOfATag() {
        let tag = FrameMaker.id3([
            ("TIT2", [3] + Array("One".utf8)), ("TXXX", [3] + Array("mood\0calm".utf8)),
            ("WORS", Array("http://one.example/".utf8)), ("COMM", [3] + Array("eng\0fine".utf8)),
            ("APIC", [3] + Array("-->\0".utf8) + [3, 0] + Array("http://one.example/p.png".utf8)),
            ("PRIV", Array("one.example\0".utf8) + [1, 2]),
        ])
        let items = items(.id3, tag)
        #expect(
            words(items) == [
                "id3/TIT2 title One", "id3/TXXX - calm", "id3/WORS homepage http://one.example/",
                "id3/COMM description fine", "id3/APIC artwork http://one.example/p.png", "id3/PRIV - 2 bytes",
            ])
        #expect(items.map(\.label) == [nil, "mood", nil, nil, nil, "one.example"])
        #expect(items[3].language == "eng")
        #expect(self.items(.id3, FrameMaker.id3([FrameMaker.timestamp(5)])) == [])
    }
}
