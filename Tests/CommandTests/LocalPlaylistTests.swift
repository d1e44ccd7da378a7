import Glibc
import Longwave
import TestSupport
import Testing

/// The built program plays lists on disk, which may name files. A list from a server must not name a file of this
/// computer.
@Suite struct LocalPlaylistTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        mkdir(directory.path + "/music", 0o755)
        for name in ["one.mp3", "two 100%.mp3"] {
            try TextFile.write(try Sample.mp3Reservoir.read(), to: directory.path + "/music/" + name)
        }
    }

    /// The name and text of a list on disk, and the items that must be heard, in order. In the text, `{}` stands for a
    /// station's address and `@` for the test's folder.
    struct Row: CustomTestStringConvertible, Sendable {
        var name: String
        var text: String
        var heard: [String]
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ heard: [String]) {
            (self.name, self.text, self.heard) = (name, text, heard)
        }
    }

    static let rows = [
        Row("a.pls", "[playlist]\nFile1={}\nTitle1=Radio\n", ["Test Station"]),
        Row("a.m3u", "#EXTM3U\n#EXTINF:-1,Radio\n{}\n", ["Test Station"]),
        Row(
            "a.xspf", "<playlist><trackList><track><location>{}</location></track></trackList></playlist>",
            ["Test Station"]),
        Row("a.asx", "<asx><entry><ref href=\"{}\"></entry></asx>", ["Test Station"]),
        // The first address refuses connections, so the second one plays.
        Row("b.pls", "[playlist]\nFile1=http://127.0.0.1:1/\nFile2={}\n", ["Test Station"]),
        Row("files.m3u", "#EXTM3U\nmusic/one.mp3\n#EXTINF:8,Second\n@/music/two 100%.mp3\n", ["one.mp3", "Second"]),
        // A list of relative paths without any header. The first file does not exist, so the second plays.
        Row("bare.m3u", "music/none.mp3\nmusic/one.mp3\n", ["one.mp3"]),
        Row("urls.m3u", "file://@/music/one.mp3\n", ["one.mp3"]),
        Row("files.pls", "[playlist]\nFile1=music\\one.mp3\n", ["one.mp3"]),
        Row(
            "files.xspf",
            "<playlist><trackList><track><location>music/two%20100%25.mp3</location></track></trackList></playlist>",
            ["two 100%.mp3"]),
        Row("list.m3u", "#EXTM3U\nfiles.pls\n", ["files.pls"]),
    ]

    @Test(arguments: rows) func listsOnDiskPlay(_ row: Row) throws {
        let station = try IcyServer([try .init(.mp3, title: "One")])
        defer { station.stop() }
        try TextFile.write("[playlist]\nFile1=music\\one.mp3\n", to: directory.path + "/files.pls")
        let path = directory.path + "/" + row.name
        let text = row.text.replacing("{}", with: station.url).replacing("@", with: directory.path)
        try TextFile.write(text, to: path)
        let argument = row.name.hasSuffix(".pls") ? "file://" + path : path
        let run = try LongwaveBinary.run(["play", "--output", "null", "--for", "1", argument])
        let playing = run.lines.filter { $0.hasPrefix("playing: ") }.map { String($0.dropFirst(9)) }
        #expect(playing == row.heard, "\(run.output) \(run.errors)")
    }

    static let refused = [
        "[playlist]\nFile1=file://@/music/one.mp3\n", "#EXTM3U\nfile:@/music/one.mp3\n",
        "<playlist><trackList><track><location>file://@/music/one.mp3</location></track></trackList></playlist>",
        "<asx><entry><ref href=\"file://localhost@/music/one.mp3\"/></entry></asx>",
    ]

    /// A list from a server names a file of this computer. The program refuses it, both when the listener names the
    /// server's list and when a list on disk does.
    @Test(arguments: refused) func aListOfTheNetworkNamesNoFile(_ text: String) throws {
        let text = text.replacing("@", with: directory.path)
        let server = try LoopbackServer { $0.reply(text: text) }
        defer { server.stop() }
        let list = directory.path + "/list.m3u"
        try TextFile.write("#EXTM3U\n\(server.url("/list"))\n", to: list)
        for argument in [server.url("/list"), list] {
            let run = try LongwaveBinary.run(["play", "--output", "null", "--give-up-after", "1", argument])
            #expect(run.code == 65, "\(run.output)")
            #expect(run.errors.contains("the list names a local file"), "\(run.errors)")
        }
    }

    /// A library from a server names files of this computer, too. The program leaves them out: an import would
    /// otherwise copy them into a list on disk, from which they would play.
    @Test func aLibraryOfTheNetworkNamesNoFile() throws {
        let text = """
            {"station":[{"name":"Here","streamURL":"file://\(directory.path)/music/one.mp3"},
            {"name":"Both","streamURL":"file:///etc/passwd","urls":["http://127.0.0.1:1/both"]}]}
            """
        let server = try LoopbackServer { $0.reply(text: text) }
        defer { server.stop() }
        let run = try LongwaveBinary.run(["list", "--library", server.url("/list")])
        #expect(run.lines.count == 2 && !run.output.contains("file:"), "\(run.output)")
        #expect(run.errors.contains("Here: a list from the network must not name a file of this computer; left out"))
        let own = directory.path + "/own.json"
        #expect(try LongwaveBinary.run(["import", server.url("/list"), "--to", own]).code == 0)
        #expect(try !LongwaveBinary.read(own).contains("file:"))
    }
}
