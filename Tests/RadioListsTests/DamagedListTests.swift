import RadioFormats
import RadioLists
import TestSupport
import Testing

/// Bytes of lists are changed, removed, doubled or cut off at random. Each reader ends, keeps its limits, and returns
/// no control character.
@Suite struct DamagedListTests {
    static let lists: [[UInt8]] = [
        "#EXTM3U\r\n#EXTINF:-1 tvg-logo=\"http://x/a,b.png\" group-title=\"é\",Title, 1\r\nhttp://a/b|User-Agent=x\r\n../é.mp3\r\n",
        "[playlist]\nNumberOfEntries=2\nFile1=http://a/1?x#y\nTitle1=A\nLength1=-1\nFile12=b c.mp3\nLength12=5.5\n",
        """
        {"station":[{"name":"Ö1","streamURL":"http://u:p@a:80/b?c","urls":["file:///x%20y","http://é/"],"tags":"a,b","id":"x",
        "headers":{"A":"b"}},{"name":5,"streamURL":null},{"name":"\\u00e9\\ud83d\\ude00\\n","streamURL":"https://b/;"}]}
        """,
    ].map { Array($0.utf8) }

    static func damaged(_ list: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        // Bytes that mean something to one of the readers, and are therefore often used.
        let meaningful = Array("\r\n\0\"\\{}[],:=#|/?.%;'& \u{1B}\u{9B}\u{202E}\u{FEFF}0-".utf8)
        var bytes = list
        for _ in 0...Int.random(in: 0..<8, using: &random) where !bytes.isEmpty {
            let at = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, at + Int.random(in: 1..<12, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[at] = meaningful.randomElement(using: &random)!
            case 2: bytes.insert(meaningful.randomElement(using: &random)!, at: at)
            case 3: bytes.removeSubrange(at..<end)
            case 4: bytes.insert(contentsOf: bytes[at..<end], at: at)
            case _: bytes.removeSubrange(at...)
            }
        }
        return bytes
    }

    static func isShowable(_ text: String?) -> Bool {
        text?.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } ?? true
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func readersKeepToTheirLimits(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for round in 0..<200 {
            let bytes = Self.damaged(Self.lists[round % Self.lists.count], &random)
            _ = ListFormat.recognise(bytes)
            for base in ["http://host/dir/list", "file:///dir/list", "/dir/list", "list", ""] {
                for entry in M3uReader.read(bytes, base: base) + PlsReader.read(bytes, base: base) {
                    #expect(!entry.url.isEmpty && Self.isShowable(entry.title))
                    #expect(URLReference(entry.url).text == entry.url)
                }
            }
            guard let file = try? StationFile.read(bytes) else { continue }
            for station in file.stations {
                #expect(!station.name.isEmpty && !station.urls.isEmpty)
                #expect(Self.isShowable(station.name) && station.urls.allSatisfy(Self.isShowable))
                #expect(station.headers.allSatisfy { Self.isShowable($0.key) && Self.isShowable($0.value) })
            }
            #expect(file.problems.allSatisfy { Self.isShowable($0.description) }, "\(file.problems)")
        }
    }

    @Test func noiseIsNoList() {
        var random = SeededGenerator(seed: 5)
        for length in [0, 1, 2, 3, 100, 10_000, 100_000] {
            let noise = random.bytes(length)
            #expect(throws: StationFileError.self) { try StationFile.read(noise) }
            #expect(M3uReader.read(noise, base: "http://a/").count <= 1000)
            #expect(PlsReader.read(noise, base: "http://a/").isEmpty)
        }
    }
}
