import RadioJSON
import Testing

@testable import RadioText

@Suite struct CharsetLearnerTests {
    /// Reads the titles of a station in order. What is learned about its charset stays in `evidence`.
    static func read(_ titles: [[UInt8]], declared: String? = nil, _ evidence: inout CharsetEvidence) -> [TextReading] {
        titles.map { CharsetLearner.read($0, declared: declared, evidence: &evidence) }
    }

    @Test(arguments: TitleCorpus.charsetRows)
    func `a station's charset is learned over its titles`(_ language: TitleCorpus.Language, _ name: String) throws {
        let charset = try #require(Charset(name))
        let raw = try language.titles.map { title in
            let title = charset.encode(title) == nil ? title.replacing("№", with: "N") : title
            let bytes = charset.encode(title)
            return try #require(bytes, "\(title) in \(name)")
        }
        let sent = raw.compactMap { charset.decode($0) }
        var evidence = CharsetEvidence()
        let first = Self.read(raw, &evidence)
        let second = Self.read(raw, &evidence)
        #expect(second.map(\.text) == sent, "\(evidence.decision)")
        // After some titles, the charset is learned. From then on, all titles are right.
        let learnedAt =
            zip(first.map(\.text), sent).enumerated().filter { $1.0 != $1.1 }.map(\.offset).max().map { $0 + 1 } ?? 0
        #expect(learnedAt <= 6, "wrong until title \(learnedAt): \(first[learnedAt - 1].text)")
    }

    @Test(arguments: TitleCorpus.all) func `right texts never change`(_ language: TitleCorpus.Language) {
        var evidence = CharsetEvidence()
        for title in language.titles + language.titles {
            let reading = CharsetLearner.read(Array(title.utf8), evidence: &evidence)
            #expect(reading == TextReading(title, .utf8))
        }
        #expect(evidence.decision.basis == .utf8 && evidence.decision.repairedTo == nil)
    }

    @Test func `right texts of all languages on one station never change`() {
        var evidence = CharsetEvidence()
        let titles = TitleCorpus.all.flatMap(\.titles) + TitleCorpus.odd
        for title in titles + titles.reversed() {
            #expect(CharsetLearner.read(Array(title.utf8), evidence: &evidence) == TextReading(title, .utf8))
        }
    }

    @Test(arguments: TitleCorpus.odd) func `odd texts alone never change`(_ title: String) {
        var evidence = CharsetEvidence()
        #expect(CharsetLearner.read(Array(title.utf8), evidence: &evidence) == TextReading(title, .utf8))
    }

    /// Icecast and many control panels take the bytes of a title for Latin-1 and send them as UTF-8. The original text
    /// is restored.
    @Test(arguments: TitleCorpus.charsetRows)
    func `bytes read as Latin-1 and sent as UTF-8`(_ language: TitleCorpus.Language, _ name: String) throws {
        let charset = try #require(Charset(name))
        // Texts in these charsets need not be restored. Texts in multi-byte charsets never are.
        guard charset.form != .multiByte, !["IBM852", "IBM850", "macintosh"].contains(name) else { return }
        let raw = language.titles.compactMap { charset.encode($0) }
        let sent = raw.compactMap { charset.decode($0) }
        let misread = raw.map { Array(String(String.UnicodeScalarView($0.map { Unicode.Scalar($0) })).utf8) }
        var evidence = CharsetEvidence()
        for _ in 0..<3 { _ = Self.read(misread, &evidence) }
        let last = Self.read(misread, &evidence).map(\.text)
        // In these languages, a title may stay unrestored if there is a doubt. It never becomes a wrong text.
        let mayStay = ["Hungarian", "Croatian", "Romanian", "Slovak", "Persian"].contains(language.name)
        for (text, (sent, misread)) in zip(last, zip(sent, misread)) {
            #expect(text == sent || (mayStay && text.utf8.elementsEqual(misread)), "\(evidence.decision)")
        }
    }

    @Test(arguments: TitleCorpus.all) func `UTF-8 read as windows-1252 and encoded again`(
        _ language: TitleCorpus.Language
    ) {
        var evidence = CharsetEvidence()
        for title in language.titles {
            for text in [Windows1252.decode(title.utf8), Windows1252.decode(Windows1252.decode(title.utf8).utf8)] {
                let read = CharsetLearner.read(Array(text.utf8), evidence: &evidence).text
                // A single character outside of ASCII may be meant as it is, so it may stay.
                let isSingle = title.unicodeScalars.count { $0.value >= 0x80 } == 1
                #expect(read == title || (isSingle && [text, Windows1252.decode(title.utf8)].contains(read)))
            }
        }
    }

    @Test(arguments: TitleCorpus.all.prefix(4)) func `UTF-8 read as windows-1251`(_ language: TitleCorpus.Language)
        throws
    {
        var evidence = CharsetEvidence()
        let windows = try #require(Charset("windows-1251"))
        let table = try #require(CharsetTable.of(windows))
        for title in language.titles where title.utf8.contains(where: { $0 >= 0x80 }) {
            let units = title.utf8.map {
                table.units[Int($0)] == CharsetTable.undefined ? UInt16($0) : table.units[Int($0)]
            }
            let misread = String(decoding: units, as: UTF16.self)
            #expect(CharsetLearner.read(Array(misread.utf8), evidence: &evidence).text == title)
        }
    }

    @Test func `the field's cases`() {
        var evidence = CharsetEvidence()
        // Titles of real stations: windows-1251 taken for Latin-1 (as bytes and as UTF-8), and UTF-8 taken for Latin-1.
        #expect(CharsetLearner.read(Array("Ðóñè÷è - Ñóäàðóøêà".utf8), evidence: &evidence).text == "Русичи - Сударушка")
        #expect(CharsetLearner.read(Array("Àðòèñò".utf8), evidence: &evidence).text == "Артист")
        #expect(CharsetLearner.read(Array("Ð¡Ð¸Ð½Ð¸Ð¹".utf8), evidence: &evidence).text == "Синий")
        #expect(
            CharsetLearner.read(Windows1252.bytes("Ðóñè÷è - Ñóäàðóøêà"), evidence: &evidence).text
                == "Русичи - Сударушка")
        evidence = CharsetEvidence()
        #expect(CharsetLearner.read(Windows1252.bytes("Rock’n Roll"), evidence: &evidence).text == "Rock’n Roll")
        #expect(evidence.decision.basis == .assumed && evidence.decision.charset == "windows-1252")
        // ISO-8859-1 has no letters at the bytes 0x80 to 0x9F. If they occur, the text is not in this charset, whatever
        // was declared.
        let reading = CharsetLearner.read(Windows1252.bytes("Café – 5 €"), declared: "ISO-8859-1", evidence: &evidence)
        #expect(reading == TextReading("Café – 5 €", .windows1252))
        // ISO-2022-JP encodes its text in seven bits after the escape sequence `ESC $ B`.
        #expect(
            CharsetLearner.read(Array("\u{1B}$B%5%\u{6}!<%I\u{1B}(B".utf8), evidence: &evidence).text.isEmpty == false)
    }

    @Test func `one short title decides nothing`() {
        for bytes in [[0xE9], [0xCF, 0xF0], [0xC4, 0xE0]] as [[UInt8]] {
            var evidence = CharsetEvidence()
            let reading = CharsetLearner.read(bytes, evidence: &evidence)
            #expect(reading.charset == "windows-1252")
            #expect(evidence.decision.basis == .assumed && evidence.decision.confidence <= 0.5)
        }
    }

    @Test func `a declared charset wins where the bytes are text in it`() throws {
        let polish = try #require(Charset("iso-8859-2"))
        var evidence = CharsetEvidence()
        let bytes = try #require(polish.encode("Łzy"))
        #expect(CharsetLearner.read(bytes, declared: "latin2", evidence: &evidence) == TextReading("Łzy", polish))
        #expect(evidence.decision.basis == .declared && evidence.decision.charset == "ISO-8859-2")
        // The first declaration is right. The second is wrong, because the bytes are not EUC-KR.
        #expect(CharsetLearner.read(Array("Łzy ł".utf8), declared: "UTF-8", evidence: &evidence).text == "Łzy ł")
        #expect(CharsetLearner.read([0x41, 0xE9], declared: "euc-kr", evidence: &evidence).text == "Aé")
        #expect(evidence.decision.basis != .declared)
        // The declaration says windows-1251, but the station sends UTF-8 now.
        #expect(
            CharsetLearner.read(Array("Кино - Пачка".utf8), declared: "cp1251", evidence: &evidence).text
                == "Кино - Пачка")
        #expect(CharsetLearner.read([0xE9], declared: "no-such-charset", evidence: &evidence).text == "é")
    }

    @Test func `a station that changes its charset is learned anew`() throws {
        let koi = try #require(Charset("koi8-r"))
        let windows = try #require(Charset("cp1251"))
        let titles = TitleCorpus.all[0].titles.filter { koi.encode($0) != nil }
        var evidence = CharsetEvidence()
        for _ in 0..<3 {
            _ = Self.read(titles.compactMap { windows.encode($0) }, &evidence)
            #expect(evidence.decision.charset == "windows-1251")
            #expect(evidence.decision.confidence > 0.99 && evidence.decision.titleCount >= titles.count - 2)
            let read = Self.read(titles.compactMap { koi.encode($0) }, &evidence)
            #expect(evidence.decision.charset == "KOI8-R")
            #expect(read.suffix(8).map(\.text) == titles.suffix(8).map(\.self))
        }
    }

    @Test func `evidence is bounded`() {
        var evidence = CharsetEvidence()
        for number in 0..<3000 {
            _ = CharsetLearner.read(
                [0xE0, UInt8(number % 200) + 0x20, UInt8(number / 200) + 0x30, 0xFF], evidence: &evidence)
            _ = CharsetLearner.read(Array("Ðó\(number)Ñ".utf8), evidence: &evidence)
        }
        let sizes = [evidence.legacy, evidence.misread].compactMap { $0?.keptBytes }
        #expect(sizes.count == 2 && sizes.reduce(0, +) <= CharsetEvidence.maximumBytes, "\(sizes)")
    }

    @Test func `what is ASCII or UTF-8 keeps nothing`() {
        var evidence = CharsetEvidence()
        for title in ["Yazoo - Don't Go", "Beyoncé", "Кино", "日本"] {
            _ = CharsetLearner.read(Array(title.utf8), evidence: &evidence)
        }
        #expect(evidence.legacy == nil && evidence.misread == nil && evidence.utf8Count == 3)
    }

    @Test func `titles count as UTF-8 where that is declared, too`() {
        var evidence = CharsetEvidence()
        _ = Self.read(["Yazoo - Don't Go"].map { Array($0.utf8) }, declared: "utf-8", &evidence)
        #expect(evidence.isASCII)
        _ = Self.read(["Beyoncé", "Кино"].map { Array($0.utf8) }, declared: "utf-8", &evidence)
        #expect(evidence.decision.basis == .declared && evidence.decision.utf8Count == 2)
    }

    @Test func `two-byte titles that look like UTF-8 by chance`() throws {
        let charset = try #require(Charset("gbk"))
        var evidence = CharsetEvidence()
        let chinese = try #require(TitleCorpus.all.first { $0.name == "Simplified Chinese" })
        _ = Self.read(chinese.titles.compactMap { charset.encode($0) }, &evidence)
        // These GBK bytes are also valid UTF-8. The bytes C1 AA, a well-known example of such a confusion, are not.
        #expect(CharsetLearner.read([0xC4, 0xA3], evidence: &evidence).text == "模")
    }
}

extension Windows1252 {
    static func bytes(_ text: String) -> [UInt8] { text.unicodeScalars.compactMap { byte(of: $0) } }
}
