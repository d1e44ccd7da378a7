import RadioFormats
import RadioLists
import TestSupport
import Testing

@Suite struct StationListWriterTests {
    /// For each list format, the details of a station that it can contain. They must be the same after writing and
    /// reading.
    static let held: [(ListFormat, @Sendable (Station) -> [String?])] = [
        (.m3u, { [$0.name, $0.artworkURL?.replacing("\"", with: "'")] }),
        (.pls, { [$0.name] }),
        (.xspf, { $0.allButHeaders }),
        (.asx, { $0.allButHeaders }),
        (.opml, { $0.allButHeaders }),
        (
            .radioBrowser,
            {
                [
                    $0.name, $0.urls.prefix(2).joined(separator: " "), $0.homepage, $0.artworkURL, $0.codec,
                    $0.language,
                    $0.country, $0.directoryID,
                ]
            }
        ),
        (.pyRadio, { [$0.name, $0.urls[0], $0.artworkURL, $0.charset] }),
        (.radiotray, { [$0.name, $0.urls[0], $0.artworkURL] }),
    ]

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64]) func ourOwnFormatLosesNothing(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let stations = RandomStations.clean(200, &random)
        let written = StationListWriter.write(stations, as: .stations, title: "My \"list\"")
        let read = try StationList.read(written.bytes)
        #expect(read.stations == stations)
        #expect(read.title == "My \"list\"")
        #expect(read.problems.isEmpty && written.losses.isEmpty)
        #expect(StationListWriter.write(read.stations, as: .stations, title: read.title).bytes == written.bytes)
    }

    @Test(arguments: StationListWriter.formats, [1, 2, 3] as [UInt64])
    func whatAFormatHoldsComesBack(_ format: ListFormat, _ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let stations = RandomStations.clean(150, &random)
        let written = StationListWriter.write(stations, as: format, title: "A list")
        let read = try StationList.read(written.bytes)
        #expect(read.format == format)
        #expect(read.problems.isEmpty)
        #expect(read.stations.count == stations.count)
        if let held = Self.held.first(where: { $0.0 == format })?.1 {
            // The format writes the stations of each group together. Apart from this order, the list must be the same.
            let order: ([[String?]]) -> [[String?]] = {
                $0.sorted { "\($0)" < "\($1)" }
            }
            #expect(order(read.stations.map(held)) == order(stations.map(held)))
        }
        // All details that the format cannot contain were reported when the list was first written. Writing the result
        // again loses nothing more.
        let again = StationListWriter.write(read.stations, as: format, title: read.title)
        #expect(again.losses.isEmpty, "\(again.losses)")
        for loss in written.losses {
            #expect(loss.field != nil && loss.stations > 0 && loss.stations <= stations.count)
        }
        if format == .pls {
            let homepages = stations.count { $0.homepage != nil }
            #expect(written.losses.contains(ListLoss(field: .homepage, stations: homepages)))
        }
    }

    @Test(arguments: StationListWriter.formats, [1, 2, 3] as [UInt64])
    func noTextSmugglesInAnotherEntry(_ format: ListFormat, _ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let stations = RandomStations.odd(150, &random)
        let written = StationListWriter.write(stations, as: format, title: "x\n#EXTINF:-1,evil\nhttp://evil/")
        let read = try StationList.read(written.bytes)
        let lost = written.losses.first { $0.field == nil }?.stations ?? 0
        #expect(read.stations.count + lost == stations.count)
        #expect(read.problems.isEmpty, "\(read.problems)")
        // The title of the list contains this address, which must not become an entry. (A station's own address may
        // have the same host.)
        var own: Set<String> = []
        for station in stations {
            for url in station.urls where url.contains("evil") { own.insert(url.filter { $0 > " " && $0.isASCII }) }
        }
        for station in read.stations {
            #expect(!station.urls.contains { $0.hasPrefix("http://evil/") && !own.contains($0) })
            #expect(!station.name.isEmpty && station.name != "evil")
        }
    }

    @Test func lossesReadAsASentence() {
        let stations = [
            Station(name: "A", urls: ["http://a/"], homepage: "http://h/", tags: ["x"]),
            Station(name: "B", urls: ["http://b/", "http://c/"], homepage: "http://h/"), Station(name: "", urls: []),
        ]
        let losses = StationListWriter.write(stations, as: .pls).losses
        #expect(
            ListLoss.sentence(losses, format: .pls)
                == "PLS cannot contain: 1 station without name or address, further addresses (1 station), homepage (2 stations), tags (1 station)"
        )
        #expect(ListLoss.sentence([], format: .pls) == nil)
    }

    // The exact text of a list in each format, as other programs read it.
    static let texts: [(ListFormat, String)] = [
        (
            .m3u,
            """
            #EXTM3U
            #PLAYLIST:L
            #EXTINF:-1 tvg-logo="http://i/" tvg-language="de" tvg-country="AT" group-title="a;b" radio="true",Ö "1", x
            #EXTVLCOPT:http-user-agent=VLC
            http://a/%7Cb

            """
        ),
        (.pls, "[playlist]\nNumberOfEntries=1\nFile1=http://a/|b\nTitle1=Ö \"1\", x\nLength1=-1\nVersion=2\n"),
        (
            .pyRadio,
            """
            # PyRadio Playlist File - Format:
            # name,url,encoding,icon,profile,buffering,force-http,volume,referer,player
            a,-
            "Ö ""1"", x",http://a/|b,,http://i/

            """
        ),
        (
            .opml,
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0" xmlns:longwave="urn:x-longwave">
              <head><title>L</title></head>
              <body>
                <outline type="audio" text="Ö &quot;1&quot;, x" URL="http://a/|b" image="http://i/" language="de" category="a,b" longwave:country="AT" />
              </body>
            </opml>

            """
        ),
    ]

    @Test(arguments: texts) func writesTheText(_ format: ListFormat, _ text: String) {
        let station = Station(
            name: "Ö \"1\", x", urls: ["http://a/|b"], artworkURL: "http://i/", language: "de", country: "AT",
            tags: ["a", "b"], headers: ["User-Agent": "VLC"])
        let written = StationListWriter.write([station], as: format, title: "L")
        #expect(String(decoding: written.bytes, as: UTF8.self) == text)
    }

    @Test(arguments: StationListWriter.formats) func aListOfNothingIsOne(_ format: ListFormat) throws {
        let written = StationListWriter.write([], as: format)
        #expect(try StationList.read(written.bytes, as: format).stations.isEmpty)
        #expect(written.losses.isEmpty)
    }
}

extension Station {
    fileprivate var allButHeaders: [String?] {
        [
            name, urls.joined(separator: " "), id, homepage, artworkURL, summary, longDescription, codec, language,
            country,
            charset, bitRate.map(String.init), directoryID, tags.joined(separator: "\n"),
        ]
    }
}
