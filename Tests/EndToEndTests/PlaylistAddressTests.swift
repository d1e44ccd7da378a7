import RadioPlayer
import RadioStreams
import TestSupport
import Testing

/// The listener gives the address of a playlist. The player finds the station in it and plays.
@Suite struct PlaylistAddressTests {
    /// Starts a server that answers each path in `lists` with the path's list. In a list, `{}` stands for the server's
    /// address. Paths that begin with `/sound` answer with sound.
    private func server(_ lists: [String: String]) throws -> LoopbackServer {
        let sound = try Sample.mp3.read()
        return try LoopbackServer { connection in
            let path = connection.request.path
            if path.hasPrefix("/sound") {
                connection.begin(headers: ["Content-Type: audio/mpeg"])
                connection.sendEndlessly(sound, every: 5000)
            } else if let text = lists[path] {
                let host = connection.request["Host"] ?? ""
                let type = path.hasSuffix("pls") ? "audio/x-scpls" : "audio/x-mpegurl"
                connection.reply(
                    headers: ["Content-Type: \(type)"],
                    text: text.split(separator: "{}", omittingEmptySubsequences: false).joined(
                        separator: "http://\(host)"))
            } else {
                connection.reply(status: "404 Not Found", text: "nothing here")
            }
        }
    }

    private func play(_ path: String, _ lists: [String: String]) async throws -> (ObservedPlayer, LoopbackServer) {
        let server = try server(lists)
        let player = try ObservedPlayer(PlaybackConfiguration(output: .null, policy: BadAnswersTests.impatient))
        await player.play(server.url(path))
        return (player, server)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var path: String
        var lists: [String: String]
    }

    static let playing = [
        Row(
            testDescription: "PLS", path: "/a.pls", lists: ["/a.pls": "[playlist]\nNumberOfEntries=1\nFile1={}/sound\n"]
        ),
        Row(testDescription: "M3U", path: "/a.m3u", lists: ["/a.m3u": "#EXTM3U\n#EXTINF:-1,Radio\n{}/sound\n"]),
        Row(
            testDescription: "XSPF", path: "/a.xspf",
            lists: [
                "/a.xspf":
                    "<playlist><trackList><track><location>{}/sound?a=b&c</location></track></trackList></playlist>"
            ]),
        // This ASX list is not valid XML: `&` is not escaped, and the tags mix upper and lower case.
        Row(
            testDescription: "ASX", path: "/a.asx",
            lists: [
                "/a.asx":
                    "<ASX version=\"3.0\"><Entry><REF HREF=\"{}/dead?a=b&c=d\"><Ref href=\"{}/sound\"></ENTRY></asx>"
            ]),
        Row(testDescription: "ASX that is no XML", path: "/a", lists: ["/a": "[Reference]\r\nRef1={}/sound\r\n"]),
        Row(testDescription: "relative", path: "/lists/a.m3u", lists: ["/lists/a.m3u": "../sound\n"]),
        Row(
            testDescription: "three deep", path: "/1.m3u",
            lists: ["/1.m3u": "{}/2.pls\n", "/2.pls": "[playlist]\nFile1={}/3.m3u\n", "/3.m3u": "{}/sound\n"]),
        // In issue 3987 of the player Clementine, the first entry of a list was dead and the second was not tried.
        Row(
            testDescription: "the second entry when the first is dead", path: "/a.pls",
            lists: ["/a.pls": "[playlist]\nFile1={}/dead\nFile2={}/sound\nNumberOfEntries=2\n"]),
        Row(testDescription: "a suffix that lies: sound", path: "/sound.m3u", lists: [:]),
        Row(testDescription: "a suffix that lies: a list", path: "/radio.mp3", lists: ["/radio.mp3": "{}/sound\n"]),
        Row(
            testDescription: "a list that names itself first", path: "/a.m3u",
            lists: ["/a.m3u": "{}/a.m3u\n{}/sound\n"]),
    ]

    @Test(arguments: playing) func listsAreFollowed(_ row: Row) async throws {
        let (player, server) = try await play(row.path, row.lists)
        defer {
            player.shutDown()
            server.stop()
        }
        let entry = try #require(await player.told(.playing), "\(player.story)")
        #expect(entry.snapshot.stream?.url.contains("/sound") == true)
    }

    /// A list on disk names two files, and the first does not exist. The player plays the second.
    @Test func aListOnDiskLeadsToItsFiles() async throws {
        let directory = try TemporaryDirectory()
        let sound = directory.path + "/here.mp3"
        try Sample.mp3.read().write(to: sound)
        try Array("#EXTM3U\nnone.mp3\nhere.mp3\n".utf8).write(to: directory.path + "/a.m3u")
        let player = try ObservedPlayer(PlaybackConfiguration(output: .null, policy: BadAnswersTests.impatient))
        defer { player.shutDown() }
        await player.play(directory.path + "/a.m3u")
        let entry = try #require(await player.told(.playing), "\(player.story)")
        #expect(entry.snapshot.stream?.url == sound)
    }

    static let refused = [
        Row(
            testDescription: "four deep", path: "/1.m3u",
            lists: ["/1.m3u": "{}/2.m3u\n", "/2.m3u": "{}/3.m3u\n", "/3.m3u": "{}/4.m3u\n", "/4.m3u": "{}/sound\n"]),
        Row(testDescription: "itself", path: "/a.m3u", lists: ["/a.m3u": "{}/a.m3u\n"]),
        Row(
            testDescription: "a circle of two", path: "/a.m3u", lists: ["/a.m3u": "{}/b.m3u\n", "/b.m3u": "{}/a.m3u\n"]),
        Row(testDescription: "empty XSPF", path: "/a", lists: ["/a": "<playlist><trackList/></playlist>"]),
        Row(
            testDescription: "a local file in XSPF", path: "/a",
            lists: ["/a": "<playlist><track><location>file:///etc/passwd</location></track></playlist>"]),
        Row(testDescription: "empty", path: "/a.pls", lists: ["/a.pls": "[playlist]\nNumberOfEntries=0\n"]),
        Row(testDescription: "a local file", path: "/a.m3u", lists: ["/a.m3u": "file:///etc/passwd\n"]),
        Row(testDescription: "all dead", path: "/a.m3u", lists: ["/a.m3u": "{}/dead\n{}/gone\n"]),
    ]

    @Test(arguments: refused) func listsWithoutHopeAreRefused(_ row: Row) async throws {
        let (player, server) = try await play(row.path, row.lists)
        defer {
            player.shutDown()
            server.stop()
        }
        let error = await player.failed()
        #expect(error != nil, "\(player.story)")
        #expect(player.first { $0.snapshot.status == .playing } == nil, "\(player.story)")
        // The player may repeat its request if the response could change, but it does not flood the server.
        #expect(server.requests.count < 40, "\(server.requests.count) requests")
    }
}
