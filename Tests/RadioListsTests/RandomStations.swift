import RadioFormats
import TestSupport

/// Makes random stations for the tests of list formats, with all details that a list may contain and with difficult
/// texts.
enum RandomStations {
    /// Returns stations that could come from a list: with playable addresses and with texts that ``PlainText`` does not
    /// change.
    static func clean(_ count: Int, _ random: inout SeededGenerator) -> [Station] {
        (0..<count).map { number in
            var station = Station(name: text(&random) ?? "Station", urls: [url(&random)])
            for _ in 0..<Int.random(in: 0..<4, using: &random) where chance(3, &random) {
                let further = url(&random)
                if !station.urls.contains(further) { station.urls.append(further) }
            }
            if chance(2, &random) { station.id = "station-\(number)" }
            if chance(2, &random) { station.homepage = url(&random) }
            if chance(2, &random) { station.artworkURL = url(&random) }
            if chance(2, &random) { station.summary = text(&random) }
            if chance(3, &random) { station.longDescription = text(&random) }
            if chance(2, &random) { station.codec = ["MP3", "AAC", "HE-AAC", "OGG"].randomElement(using: &random) }
            if chance(2, &random) { station.language = ["de", "fr", "pt-BR", "yue"].randomElement(using: &random) }
            if chance(2, &random) { station.country = ["DE", "FR", "GB"].randomElement(using: &random) }
            for _ in 0..<Int.random(in: 0..<5, using: &random) {
                if let tag = text(&random), !station.tags.contains(tag) { station.tags.append(tag) }
            }
            if chance(4, &random) { station.charset = "windows-1251" }
            if chance(4, &random) {
                station.headers["User-Agent"] = "Agent/\(number) (x; \"y\") 'z'"
                station.headers["X-\(number)"] = " =,|&;\\ "
            }
            if chance(2, &random) { station.bitRate = [64_000, 128_000, 320_000, 1].randomElement(using: &random) }
            if chance(3, &random) { station.directoryID = "9617a958-0601-11e8-ae97-52543be04c81" }
            return station
        }
    }

    /// Returns stations that a program could make: their texts have line ends, control characters and spaces, or are
    /// empty.
    static func odd(_ count: Int, _ random: inout SeededGenerator) -> [Station] {
        clean(count, &random).map { station in
            var station = station
            let odd = [
                "", " ", "\n", "a\nb", "\r\nhttp://evil/", "x\u{0}y", "\u{1B}[2J", " lead", "\u{202E}turn",
                "\"},{\"name\":\"evil\",\"streamURL\":\"http://evil/\"}", "\",\"http://evil/",
                "</title></track><track><location>http://evil/</location>", "x\nFile2=http://evil/\nTitle2=evil",
                "x\n#EXTINF:-1,evil\nhttp://evil/", "&evil;", "]]>", "<!--", "\u{FFFE}", "\u{85}http://evil/",
            ]
            station.name = odd.randomElement(using: &random)! + station.name
            if chance(2, &random) { station.summary = odd.randomElement(using: &random)! }
            if chance(2, &random) { station.tags.append(odd.randomElement(using: &random)!) }
            if chance(2, &random) { station.charset = odd.randomElement(using: &random)! }
            if chance(4, &random) { station.urls.append(odd.randomElement(using: &random)!) }
            if chance(2, &random) { station.artworkURL = "http://art/" + odd.randomElement(using: &random)! }
            if chance(4, &random) { station.headers["Referer"] = odd.randomElement(using: &random)! }
            if chance(8, &random) { station.urls = [] }
            return station
        }
    }

    private static func chance(_ one: Int, _ random: inout SeededGenerator) -> Bool {
        Int.random(in: 0..<one, using: &random) == 0
    }

    private static func text(_ random: inout SeededGenerator) -> String? {
        let words = [
            "Radio", "Ö1", "Радио", "ラジオ", "🎵", "\"quoted\"", "'x'", "a,b", "c;d", "R&B", "<3", "100%", "#1", "=", "|",
            "/",
            "-", "[playlist]", "File1=x", "#EXTINF:-1", "\\", "{}", "]]>", "&amp;", "&eacute;", "--", "e\u{301}",
            "root",
        ]
        return (0..<Int.random(in: 1..<5, using: &random)).map { _ in words.randomElement(using: &random)! }
            .joined(separator: " ")
    }

    private static func url(_ random: inout SeededGenerator) -> String {
        let hosts = ["http://radio.example", "https://u:p@a.example:8443", "http://[::1]:8000", "http://198.51.100.7"]
        let paths = [
            "/", "/live.mp3", "/;", "/a%20b", "/x?y=z&w=v", "/q?u=http://h/|p", "/'quote'", "/\"q\"", "", "/#f",
            "/%C3%A9",
            "/a,b;c", "/<x>", "/&amp;", "/a/b/c.m3u8?sid=1|x=y",
        ]
        return hosts.randomElement(using: &random)! + paths.randomElement(using: &random)!
    }
}
