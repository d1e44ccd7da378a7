import RadioFormats
import TestSupport
import Testing

@Suite struct IcyMetadataTests {
    // Metadata blocks that the authors of other players have reported.
    @Test(
        arguments: [
            ("StreamTitle='Artist - Title';StreamUrl='';", "Artist - Title"),
            // MPD's test_icy_parser: the closing quote of a value is the one before `;` and another key, or the one
            // before the end of the block.
            ("StreamTitle='Yazoo - Don't Go';", "Yazoo - Don't Go"),
            ("StreamTitle='Artist - Rock 'n' Roll';StreamUrl='';", "Artist - Rock 'n' Roll"),
            ("StreamTitle='Kurtis; Blow; - Basketball; (1984)';", "Kurtis; Blow; - Basketball; (1984)"),
            ("a='b'c';StreamTitle='foo'bar'", "foo'bar"),
            ("StreamTitle='foo'bar';a='b'c'", "foo'bar"),
            ("NotStreamTitle='x'; StreamTitle='y';", "y"),
            // Titles that contain `';`. mpv, VLC and GStreamer cut them.
            ("StreamTitle='one'; two';StreamUrl='';", "one'; two"),
            ("StreamTitle='one'; two';", "one'; two"),
            // An equals sign in the title does not begin a field.
            ("StreamTitle='E=mc2; x y=z';", "E=mc2; x y=z"),
            // The block is cut off in a key after the title, in a value after the title, or in the title itself.
            ("StreamTitle='A - B';Stre", "A - B"),
            ("StreamTitle='A - B';StreamUrl", "A - B"),
            ("StreamTitle='A - B';StreamUrl=", "A - B"),
            ("StreamTitle='A - B';StreamUrl='http://exam", "A - B"),
            ("StreamTitle='A - Don't st", "A - Don't st"),
            ("StreamTitle='A - B'", "A - B"),
            ("StreamTitle='A - B", "A - B"),
            ("StreamTitle='", ""),
            ("StreamTitle=", ""),
            // Lower and upper case, double quotes, no quotes, and spaces around keys and values.
            ("streamtitle='A - B';streamurl='u';", "A - B"),
            ("STREAMTITLE='A - B';", "A - B"),
            ("StreamTitle=\"A - B\";StreamUrl=\"u\";", "A - B"),
            ("StreamTitle=\"12\" Mix; It's \"it\"\";StreamUrl=\"u\";", "12\" Mix; It's \"it\""),
            ("StreamTitle=A - B;StreamUrl=u;", "A - B"),
            ("StreamTitle=A; B; C;", "A; B; C"),
            ("StreamTitle=A - B", "A - B"),
            ("StreamTitle=A - B;StreamU", "A - B"),
            ("StreamTitle='A - B' ; StreamUrl='u' ; ", "A - B"),
            ("StreamTitle='A - B';\r\nStreamUrl='u';\r\n", "A - B"),
            // Garbage follows the closing `';`, or precedes the key `StreamTitle`.
            ("StreamTitle='A - B';garbage", "A - B"),
            ("StreamTitle='A - B';garbage;StreamUrl='u';", "A - B"),
            ("StreamTitle='A - B';\u{0}\u{0}tle='Old title';", "A - B"),
            ("\u{1}\u{2} StreamTitle='A - B';", "A - B"),
            (";;;StreamTitle='A - B';;;", "A - B"),
            ("StreamTitle='A - B';\u{0}\u{0}\u{0}\u{0}", "A - B"),
            ("\u{0}\u{0}StreamTitle='A - B';", "A - B"),
            // A block has two titles. The first is used.
            ("StreamTitle='A';StreamTitle='B';", "A"),
            // Empty titles and other placeholders are returned unchanged. The room RadioText decides what they mean.
            ("StreamTitle='';StreamUrl='';", ""),
            ("StreamTitle=' - ';", " - "),
            // A block from iHeart has double quotes inside of single quotes.
            (
                "StreamTitle='Taio Cruz - text=\"Dynamite\" song_spot=\"M\" MediaBaseId=\"1\"';StreamUrl='';",
                "Taio Cruz - text=\"Dynamite\" song_spot=\"M\" MediaBaseId=\"1\""
            ),
            ("StreamUrl='u';", nil),
            ("", nil),
            ("\u{0}\u{0}\u{0}\u{0}", nil),
            ("no fields at all", nil),
            ("='x';='y'", nil),
        ] as [(String, String?)])
    func `the title of a block`(block: String, title: String?) {
        #expect(IcyMetadata(Array(block.utf8)).streamTitle.map { String(decoding: $0, as: UTF8.self) } == title)
    }

    @Test(
        arguments: [
            ("StreamTitle='A';StreamUrl='http://x/?a=1;b=2&c='q'';", "http://x/?a=1;b=2&c='q'"),
            // A block from the program SAM Broadcaster.
            (
                "StreamTitle='A';StreamUrl='&artist=Kurtis%20Blow&title=Basketball&album=x';",
                "&artist=Kurtis%20Blow&title=Basketball&album=x"
            ),
            ("StreamTitle='A - B';garbage;StreamUrl='u';", "u"),
            ("StreamTitle=A;streamurl=u", "u"),
            ("StreamTitle='A';StreamUrl='http://exam", "http://exam"),
            ("StreamTitle='A';", nil),
        ] as [(String, String?)])
    func `the address of a block`(block: String, url: String?) {
        #expect(IcyMetadata(Array(block.utf8)).streamURL.map { String(decoding: $0, as: UTF8.self) } == url)
    }

    @Test func `an advertisement's fields, in their order`() {
        let metadata = IcyMetadata(
            Array("StreamTitle='';adw_ad='true';durationMilliseconds='30024';insertionType='preroll';".utf8))
        #expect(metadata.streamTitle == [])
        #expect(metadata.others.map(\.key) == ["adw_ad", "durationMilliseconds", "insertionType"])
        #expect(metadata[key: "durationmilliseconds"] == Array("30024".utf8))
        #expect(metadata[key: "nothing"] == nil)
        #expect(metadata[key: "StreamTitle"] == [])
    }

    @Test func `bytes stay as they are`() {
        let title: [UInt8] = [0x56, 0x69, 0x67, 0x79, 0xE9, 0x6C, 0x20, 0x65, 0x6C, 0xFF, 0x80]
        #expect(IcyMetadata(Array("StreamTitle='".utf8) + title + Array("';".utf8)).streamTitle == title)
    }

    @Test func `the number of fields is bounded`() {
        let block = Array(String(repeating: "a='';", count: 2000).utf8)
        #expect(IcyMetadata(block).others.count == IcyMetadata.maximumFieldCount)
    }

    @Test func `a key has a longest length`() {
        let key = String(repeating: "k", count: 500)
        #expect(IcyMetadata(Array("\(key)='v';".utf8)).others.first?.key.utf8.count == IcyMetadata.maximumKeyLength)
    }

    @Test(.enabled(if: Corpus.isPresent)) func `titles of real stations`() throws {
        let bytes = try Corpus.read("icy/4EverFloyd-1-8192.mp3")
        var titles: [String] = []
        var splitter = IcySplitter(metaint: 8192)
        bytes.withUnsafeBytes { bytes in
            splitter.feed(bytes) { event in
                if case .metadata(let block) = event {
                    titles.append(String(decoding: IcyMetadata(block).streamTitle ?? [], as: UTF8.self))
                }
            }
        }
        #expect(titles.first?.hasPrefix("Shine on You Crazy Diamond") == true, "\(titles)")
    }
}
