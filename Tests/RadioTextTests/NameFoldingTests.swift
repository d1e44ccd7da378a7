import RadioText
import Testing

@Suite struct NameFoldingTests {
    @Test(arguments: [
        ("Ångström Straße", ["angstrom", "strasse"]), ("ŁÓDŹ", ["lodz"]), ("İstanbul ılık", ["istanbul", "ilik"]),
        ("Æther Œuvre Þór", ["aether", "oeuvre", "thor"]), ("România Țară", ["romania", "tara"]), ("e\u{301}", ["e"]),
        ("Ñandú-FM 99.5", ["nandu", "fm", "99", "5"]), ("日本 ニュース", ["日本", "ニュース"]), ("ΑΘΗΝΑ", ["αθηνα"]),
        // Characters of another width are folded (UAX #11): full-width Latin letters and half-width katakana.
        ("ＮＨＫ　ＦＭ", ["nhk", "fm"]), ("ﾗｼﾞｵ", ["ラシオ"]), ("ラジオ", ["ラシオ"]), ("Ελλάδα", ["ελλαδα"]),
        ("Ёлка Йога", ["елка", "иога"]), ("עִבְרִית", ["עברית"]), ("مَدرَسة", ["مدرسة"]), ("हिन्दी", ["हिन्दी"]),
        ("한국", ["한국"].map { $0.decomposed }), ("ŉ ﬁ ²", ["n", "fi", "2"]), ("", []), (" -.! ", []),
        (String(repeating: "É", count: 2000), [String(repeating: "e", count: 2000)]),
    ]) func folds(_ text: String, _ words: [String]) {
        #expect(NameFolding.words(text) == words)
    }
}

extension String {
    /// The text, with each Hangul syllable split into its letters (Unicode §3.12). Folded text has this form.
    fileprivate var decomposed: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let index = scalar.value - 0xAC00
            let letters =
                [0x1100 + index / 588, 0x1161 + index % 588 / 28] + (index % 28 > 0 ? [0x11A7 + index % 28] : [])
            text.append(contentsOf: letters.compactMap(Unicode.Scalar.init))
        }
        return String(text)
    }
}
