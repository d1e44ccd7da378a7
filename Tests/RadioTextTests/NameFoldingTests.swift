import RadioText
import Testing

@Suite struct NameFoldingTests {
    @Test(arguments: [
        ("Ångström Straße", ["angstrom", "strasse"]), ("ŁÓDŹ", ["lodz"]), ("İstanbul ılık", ["istanbul", "ilik"]),
        ("Æther Œuvre Þór", ["aether", "oeuvre", "thor"]), ("România Țară", ["romania", "tara"]), ("e\u{301}", ["e"]),
        ("Ñandú-FM 99.5", ["nandu", "fm", "99", "5"]), ("日本 ラジオ", ["日本", "ラジオ"]), ("ΑΘΗΝΑ", ["αθηνα"]),
    ]) func folds(_ text: String, _ words: [String]) {
        #expect(NameFolding.words(text) == words)
    }
}
