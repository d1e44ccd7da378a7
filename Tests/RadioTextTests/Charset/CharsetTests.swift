import Testing

@testable import RadioText

@Suite struct CharsetTests {
    @Test(arguments: [
        ("windows-1251", "windows-1251"), ("CP1251", "windows-1251"), ("Windows 1251", "windows-1251"),
        ("win-1251", "windows-1251"),
        ("1251", "windows-1251"), ("x-cp1251", "windows-1251"), ("ISO-8859-1", "windows-1252"),
        ("latin1", "windows-1252"),
        ("iso8859-2", "ISO-8859-2"), ("ISO_8859-2", "ISO-8859-2"), ("Latin 2", "ISO-8859-2"), ("koi8r", "KOI8-R"),
        ("KOI8", "KOI8-R"), ("sjis", "Shift_JIS"),
        ("Shift-JIS", "Shift_JIS"), ("MS932", "Shift_JIS"), ("gb2312", "GB18030"), ("gbk", "GB18030"),
        ("ks_c_5601-1987", "EUC-KR"), ("big5", "Big5"),
        ("utf8", "UTF-8"), ("UTF-8", "UTF-8"), ("TIS-620", "windows-874"), ("iso-8859-9", "windows-1254"),
        ("iso-8859-15", "ISO-8859-15"),
        ("cp866", "IBM866"), ("macroman", "macintosh"),
    ]) func isKnownByItsLabels(_ label: String, _ name: String) {
        #expect(Charset(label)?.name == name)
        #expect(Charset(name)?.name == name)
    }

    @Test(arguments: [
        "", "US-ASCII", "ascii", "binary", "UTF-7", "UCS-2", "EBCDIC-US", "//TRANSLIT", "windows-1251//IGNORE x",
        "../../x", String(repeating: "a", count: 100),
    ])
    func isNil(_ label: String) { #expect(Charset(label) == nil) }

    @Test func isStrict() throws {
        let windows = try #require(Charset("cp1252"))
        #expect(windows.decode([0x81]) == nil)
        #expect(windows.decode([0x80]) == "€")
        #expect(Charset("iso-8859-2")?.decode([0x92]) == nil)
        #expect(Charset("euc-kr")?.decode([0xB0]) == nil)
        #expect(Charset("sjis")?.decode([0x82, 0xA0]) == "あ")
        #expect(Charset("utf-8")?.decode([0xC3]) == nil)
        #expect(Charset("euc-kr")?.decode([UInt8](repeating: 0xB0, count: 200_000)) == nil)
        // In windows-1258, the letter U+1EA5 is two bytes: â and a combining mark. The decoder returns one letter.
        #expect(Charset("windows-1258")?.decode([0x54, 0xE2, 0xEC])?.unicodeScalars.count == 2)
    }

    @Test(arguments: TitleCorpus.charsetRows) func goesThereAndBack(_ language: TitleCorpus.Language, _ name: String)
        throws
    {
        let charset = try #require(Charset(name))
        for title in language.titles {
            guard let bytes = charset.encode(title) else { continue }
            #expect(charset.decode(bytes) == title)
        }
    }

    @Test func `conversions in use stay open`() {
        var idle = IdleConversions()
        var (opened, closed) = (0, 0)
        func use(_ charset: String) {
            let conversion = IdleConversions.Conversion(from: charset, to: "UTF-8")
            let known = idle.take(conversion)
            if known == nil { opened += 1 }
            if idle.keep(known ?? UInt(opened), for: conversion) != nil { closed += 1 }
        }
        // Tables of thirty charsets are filled once. Then titles in nine charsets follow each other.
        for number in 0..<30 { use("once \(number)") }
        for _ in 0..<100 { for number in 0..<9 { use("often \(number)") } }
        #expect(opened == 39 && closed == 39 - IdleConversions.maximum)
    }

    @Test func `each thread has a descriptor of its own`() {
        var idle = IdleConversions()
        let conversion = IdleConversions.Conversion(from: "BIG5", to: "UTF-8")
        #expect(idle.take(conversion) == nil && idle.keep(1, for: conversion) == nil)
        #expect(idle.keep(2, for: conversion) == nil)
        #expect(idle.take(conversion) == 2 && idle.take(conversion) == 1 && idle.take(conversion) == nil)
    }
}
