import Testing

@testable import RadioTitles

@Suite struct SongSpellingTests {
    /// Spellings of the same song in each row, and of another song at its end.
    private static let rows: [(same: [(String?, String)], other: (String?, String))] = [
        ([("Beyonce", "Halo"), ("BEYONCÉ", "Halo"), ("Beyoncé", "HALO!")], ("Beyoncé", "Hello")),
        (
            [
                ("A feat. B", "Song"), ("A ft B", "Song"), ("A", "Song (feat. B)"), ("A", "Song [Ft. B & C]"),
                ("A", "Song featuring B"),
            ], ("B", "Song")
        ),
        (
            [
                ("The Beatles", "Help!"), ("Beatles", "Help - 2015 Remaster"),
                ("The Beatles", "Help (Remastered 2015)"),
                ("Beatles", "Help! - Remastered (Mono)"), ("The Beatles", "Help (Single Version)"),
                ("The Beatles", "Help （Radio Edit）"),
            ], ("The Beatles", "Help (Live)")
        ),
        ([("Yazoo", "Don't Go"), ("Yazoo", "Dont Go"), ("Yazoo", "Don’t Go")], ("Yazoo", "Don't Go (Remix)")),
        ([("AC/DC", "T.N.T."), ("ACDC", "TNT")], ("AC/DC", "T")),
        ([("Simon & Garfunkel", "America"), ("Simon and Garfunkel", "America")], ("Simon", "America")),
        ([("Stones", "(I Can't Get No) Satisfaction"), ("Stones", "I Can't Get No Satisfaction")], ("Stones", "No")),
        ([("!!!", "???"), ("!!!", "???")], ("!!!", "!!!")),
        ([("The The", "The"), ("the the", "THE")], ("The", "This")),
        ([(nil, "Ft. Worth"), (nil, "ft worth")], (nil, "Worth")),
        ([("X", "Version"), ("X", "VERSION")], ("X", "Y")),
    ]

    @Test func spellingsOfASongAreOne() {
        for row in Self.rows {
            func key(_ song: (String?, String)) -> Int64 { SongKey.song(artist: song.0, title: song.1, text: "") }
            #expect(Set(row.same.map(key)).count == 1, "\(row.same)")
            #expect(key(row.same[0]) != key(row.other), "\(row.other)")
        }
    }

    @Test func exactSpellingsDifferInMoreThanTheirCase() {
        func key(_ artist: String) -> Int64 { SongKey.song(artist: artist, title: "T", text: "", isExact: true) }
        #expect(key("Beyoncé") == key("BEYONCÉ") && key("Beyoncé") != key("Beyonce"))
        #expect(SongKey.artist(of: key("X")) != nil)
        #expect(SongKey.artist(of: SongKey.song(artist: nil, title: "T", text: "")) == nil)
    }

    /// Files contain these numbers, so that they must stay the same, unless the schema gets a new version.
    @Test func theNumbersStayTheSame() {
        #expect(SongKey.song(artist: "Beyoncé", title: "Halo", text: "") == 1534963698235184051)
        #expect(SongKey.liked(artist: "Beyoncé", title: "Halo", text: "") == -699442207270038682)
    }
}
