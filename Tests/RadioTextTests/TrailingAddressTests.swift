import RadioFormats
import RadioText
import Testing

/// Addresses and other additions after a title, which are removed, and titles that consist only of such additions.
@Suite struct TrailingAddressTests {
    typealias Row = TitleOdditiesTests.Row

    static let rows: [Row] = [
        // An address follows the title. It is removed.
        Row("Yazoo - Don't Go https://example.org/", .song, "Yazoo", "Don't Go"),
        Row("Yazoo - Don't Go http://example.org/a?b=c&d=e", .song, "Yazoo", "Don't Go"),
        Row("Yazoo - Don't Go   HTTPS://EXAMPLE.ORG", .song, "Yazoo", "Don't Go"),
        Row("Yazoo - Don't Go www.example.org", .song, "Yazoo", "Don't Go"),
        Row("Yazoo - Don't Go - www.example.org", .song, "Yazoo", "Don't Go"),
        Row("Yazoo - Don't Go | https://example.org/x", .song, "Yazoo", "Don't Go"),
        Row("Yazoo - Don't Go - example.fm", .song, "Yazoo", "Don't Go"),
        Row("Yazoo - Don't Go | Example.com", .song, "Yazoo", "Don't Go"),
        Row("Yazoo - Don't Go (https://example.org/x)", .song, "Yazoo", "Don't Go"),
        Row("Yazoo - Don't Go [www.example.org]", .song, "Yazoo", "Don't Go"),
        Row("Yazoo(example.fm) - Don't Go (Live)(example.fm)", .song, "Yazoo", "Don't Go (Live)"),
        Row("A, B (example.com) - C - D (example.com)", .song, "A, B", "C - D"),
        Row("Yazoo - Don't Go https://a.example.org https://b.example.org", .song, "Yazoo", "Don't Go"),
        Row("Don't Go https://example.org/", .unknown, nil, "Don't Go"),
        Row("Yazoo - https://example.org/", .unknown, nil, "Yazoo"),
        Row("Nachrichten https://example.org/", .speech, nil, "Nachrichten"),
        Row("1979 https://example.org/", .unknown, nil, "1979"),
        // Texts that consist only of addresses and placeholders name no title. In the first of these texts, `b` is not
        // part of an address, so the whole text stays.
        Row("https://example.org/a b", .unknown, nil, "https://example.org/a b"),
        Row("https://listenapi.example.co.uk/api9.2/eventdata/247801912", .none),
        Row("https://example.org - https://example.org", .none),
        Row("https://a.example.org https://b.example.org", .none),
        Row(" - https://example.org", .none), Row("example.fm", .none), Row("Unknown - https://example.org/", .none),
        // The dots are part of a name, not of an address.
        Row("will.i.am - Scream", .song, "will.i.am", "Scream"),
        Row("Usher - OMG (will.i.am)", .song, "Usher", "OMG (will.i.am)"),
        Row("Sia - example.com", .song, "Sia", "example.com"), Row("M.I.A. - Y.A.L.A.", .song, "M.I.A.", "Y.A.L.A."),
        Row("Sunday Morning - Live at Studio 4.0", .song, "Sunday Morning", "Live at Studio 4.0"),
        Row("A - B (feat. C.)", .song, "A", "B (feat. C.)"), Row("Live at last.fm", .unknown, nil, "Live at last.fm"),
        Row("www.example.com - The best", .song, "www.example.com", "The best"),
    ]

    @Test(arguments: rows) func `addresses behind and instead of titles`(_ row: Row) {
        for track in Self.read(row.sent) { row.check(track) }
    }

    static let numbers: [Row] = [
        Row("247801912 - 247801912", .none), Row("9999999 - 9999999", .none), Row("1979 - 1999", .none),
        Row("4 - 44", .none), Row("20:00 - 22:00", .none), Row("001 - 12.5", .none), Row("٣ - ٤", .none),
        Row("1979", .unknown, nil, "1979"), Row("99", .unknown, nil, "99"), Row("24/7", .unknown, nil, "24/7"),
        Row("1979-1999", .unknown, nil, "1979-1999"), Row("1979 - Smashing", .song, "1979", "Smashing"),
        Row("The Smashing Pumpkins - 1979", .song, "The Smashing Pumpkins", "1979"),
        Row("311 - Down", .song, "311", "Down"), Row("Toto - 99", .song, "Toto", "99"),
        Row("10cc - 10", .song, "10cc", "10"), Row("U2 - 40", .song, "U2", "40"), Row("一 - 二", .song, "一", "二"),
    ]

    @Test(arguments: numbers) func `numbers on both sides`(_ row: Row) {
        for track in Self.read(row.sent) { row.check(track) }
    }

    static let names: [Row] = [
        Row("Lonely Street  By: Andy Williams - ExampleRadio.com", .song, "Andy Williams", "Lonely Street"),
        Row("Lonely Street  By: Andy Williams - Example Radio", .song, "Andy Williams", "Lonely Street"),
        Row("Lonely Street By: Andy Williams - Example", .song, "Andy Williams", "Lonely Street"),
        Row("Bye Bye Blackbird  By: Sammy Davis Jr. - ExampleRadio.com", .song, "Sammy Davis Jr.", "Bye Bye Blackbird"),
        Row("Lonely Street  by: Andy Williams", .song, "Andy Williams", "Lonely Street"),
        Row("Lonely Street  BY: Andy Williams", .song, "Andy Williams", "Lonely Street"),
        Row("Don't Go - Remix  By: Yazoo - Example Radio", .song, "Yazoo", "Don't Go - Remix"),
        Row("Don't Go  By: Yazoo - Alf - Example Radio", .song, "Yazoo - Alf", "Don't Go"),
        Row("Don't Go  By: Yazoo https://example.org/", .song, "Yazoo", "Don't Go"),
        Row("Don't Go  By: Unknown - Example Radio", .unknown, nil, "Don't Go"),
        Row("Don't Go  By:  - Example Radio", .unknown, nil, "Don't Go"),
        Row("Unknown  By: Unknown - Example Radio", .none),
        // Songs with the word "By" in their names stay unchanged.
        Row("Ben E. King - Stand By Me", .song, "Ben E. King", "Stand By Me"),
        Row("Passing By", .unknown, nil, "Passing By"), Row("Stand By:Me", .unknown, nil, "Stand By:Me"),
    ]

    @Test(arguments: names) func `title, artist and station`(_ row: Row) {
        for track in Self.read(row.sent) { row.check(track) }
        for names in [["ExampleRadio.com"], ["Example Radio"], ["Example"], ["Example FM"]] {
            var evidence = CharsetEvidence()
            row.check(
                TitleReader.read(line: Array(row.sent.utf8), names: StationNames(names), evidence: &evidence))
        }
    }

    /// Returns what a text means in each kind of metadata. A text without letters is not read as the title of an HLS
    /// segment, where it would be a counter.
    static func read(_ text: String) -> [TrackInfo] {
        ListTitleTests.everyWay(text).dropLast(text.contains(where: \.isLetter) ? 0 : 1)
    }

    @Test func `the text loses it, the bytes do not`() {
        let raw = Array("StreamTitle='Yazoo - Don't Go https://example.org/';".utf8)
        let track = TitleReader.read(TimedMetadata(kind: .icy, raw: raw))
        #expect(track.text == "Yazoo - Don't Go" && track.raw == raw)
    }
}
