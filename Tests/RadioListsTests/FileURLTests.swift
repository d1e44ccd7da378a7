import Glibc
import RadioLists
import Testing

@Suite struct FileURLTests {
    static let rows: [(path: String, url: String)] = [
        ("/", "file:///"), ("/music/a.m3u8", "file:///music/a.m3u8"),
        ("/a b%20c #1?x=ä", "file:///a%20b%2520c%20%231%3Fx=%C3%A4"),
        ("/What? (live) [2].mp3", "file:///What%3F%20(live)%20[2].mp3"), ("//a", "file:////a"),
    ]

    @Test(arguments: rows) func pathsAndTheirURLs(_ path: String, _ url: String) {
        #expect(FileURL.of(path) == url)
        #expect(FileURL.path(url) == path)
    }

    @Test func aPathIsMadeAbsolute() throws {
        let folder = try #require(getcwd(nil, 0))
        defer { free(folder) }
        #expect(FileURL.path(FileURL.of("a b.mp3")) == String(cString: folder) + "/a b.mp3")
    }

    /// A file URL may have no host, or the host `localhost` (RFC 8089 §2).
    static let others: [(url: String, path: String?)] = [
        ("FILE:/a", "/a"), ("file://LocalHost/a", "/a"), ("file:///a?b#c", "/a"), ("file://elsewhere/a", nil),
        ("http://localhost/a", nil), ("/a", nil), ("", nil),
    ]

    @Test(arguments: others) func otherURLs(_ url: String, _ path: String?) { #expect(FileURL.path(url) == path) }
}
