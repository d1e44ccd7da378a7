import RadioLists
import TestSupport
import Testing

@Suite struct PlsReaderTests {
    static let base = "http://host/list.pls"
    static let ab = [PlaylistEntry(url: "http://a/1"), PlaylistEntry(url: "http://b/2")]

    static let rows: [(String, String, [PlaylistEntry])] = [
        ("empty", "", []),
        ("header only", "[playlist]\n", []),
        ("usual", "[playlist]\nNumberOfEntries=2\nFile1=http://a/1\nFile2=http://b/2\nVersion=2\n", ab),
        ("missing NumberOfEntries", "[playlist]\nFile1=http://a/1\nFile2=http://b/2\n", ab),
        ("wrong NumberOfEntries", "[playlist]\nNumberOfEntries=1\nFile1=http://a/1\nFile2=http://b/2\n", ab),
        ("any case", "[Playlist]\nFILE1=http://a/1\nfile2=http://b/2", ab),
        ("CR only", "[playlist]\rFile1=http://a/1\rFile2=http://b/2\r", ab),
        ("CR LF and a byte order mark", "\u{FEFF}[playlist]\r\nFile1=http://a/1\r\nFile2=http://b/2\r\n", ab),
        ("spaces around =", "[playlist]\n File1 = http://a/1 \nFile 2=http://b/2", ab),
        ("gaps and any order", "[playlist]\nFile7=http://b/2\nFile3=http://a/1\n", ab),
        ("ten comes after nine", "[playlist]\nFile10=http://b/2\nFile9=http://a/1", ab),
        ("numbered from 0", "[playlist]\nFile0=http://a/1\nFile1=http://b/2", ab),
        ("without header", "File1=http://a/1\nFile2=http://b/2", ab),
        ("another section", "[playlist]\nFile1=http://a/1\n[other]\nFile3=http://c\n[playlist]\nFile2=http://b/2", ab),
        ("comments and blank lines", "; x\n[playlist]\n\n;File3=x\nFile1=http://a/1\n\nFile2=http://b/2", ab),
        ("glued twice", "[playlist]\nFile1=http://a/1\nFile2=http://b/2\n[playlist]\nFile1=http://c", ab),
        ("empty addresses", "[playlist]\nFile1=\nFile2=http://a/1\nFile3=http://b/2\nFile=x\nFile-4=x", ab),
        (
            "titles and lengths in any order",
            "[playlist]\nLength1=-1\nTitle2=B = b\nTitle1=A\u{1B}\nFile2=http://b/2\n"
                + "Length2=90\nFile1=http://a/1",
            [
                PlaylistEntry(url: "http://a/1", title: "A"),
                PlaylistEntry(url: "http://b/2", title: "B = b", duration: .seconds(90)),
            ]
        ),
        (
            "relative, with a space", "[playlist]\nFile1=a b.mp3\nFile2=http://b/x?y=z",
            [PlaylistEntry(url: "http://host/a%20b.mp3"), PlaylistEntry(url: "http://b/x?y=z")]
        ),
    ]

    @Test(arguments: rows) func reads(_ what: String, _ text: String, _ entries: [PlaylistEntry]) {
        #expect(PlsReader.read(Array(text.utf8), base: Self.base) == entries)
    }

    @Test func keepsAThousandEntries() {
        let text = "[playlist]\n" + (1...1500).map { "File\($0)=http://a/\($0)\n" }.joined()
        let entries = PlsReader.read(Array(text.utf8), base: Self.base)
        #expect(entries.count == 1000)
        #expect(entries.last?.url == "http://a/1000")
    }

    @Test(
        .enabled(if: Corpus.isPresent), arguments: [("pls_one.pls", 1), ("pls_somafm.pls", 4), ("secretagent.pls", 4)])
    func readsListsFromTheField(_ file: String, _ count: Int) throws {
        let entries = PlsReader.read(try Corpus.read("playlists/" + file), base: "http://host/")
        #expect(entries.count == count)
        #expect(entries.allSatisfy { $0.url.hasPrefix("http://") && $0.title != nil })
    }
}
