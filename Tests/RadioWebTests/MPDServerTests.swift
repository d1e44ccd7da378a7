import Longwave
import RadioDirectory
import RadioLoop
import TestSupport
import Testing

@testable import RadioWeb

/// MPD's protocol as its clients see it: a radio of this process, with a real port.
@Suite struct MPDServerTests {
    /// A radio with two stations in its list, and the server. The server is used on the radio's loop only.
    private final class Rig: @unchecked Sendable {
        let directory: TemporaryDirectory
        let radio: Radio
        private var server: MPDServer?
        private(set) var port: UInt16 = 0

        /// - Parameter picture: the address of the first station's picture.
        init(url: String = "http://127.0.0.1:1/one", picture: String = "", password: String? = nil) async throws {
            directory = try TemporaryDirectory()
            let list = """
                {"station": [{"name": "One", "streamURL": "\(url)", "tags": ["Jazz", "Talk"],
                "imageURL": "\(picture)"},
                {"name": "Two\\nOK", "streamURL": "http://user:secret@127.0.0.1:1/two"}]}
                """
            var configuration = Radio.Configuration()
            configuration.playback = PlaybackConfiguration(output: .null)
            configuration.lists = [try directory.write("stations.json", list)]
            configuration.journal = JournalPlaces()
            configuration.journal.listener = directory.path + "/library.sqlite"
            radio = try Radio(configuration)
            port = try await radio.manager.perform { manager in
                let options = MPDServer.Options(ListenAddress(port: 0), password: password)
                let artwork = ArtworkCache(folder: directory.path + "/artwork", loop: manager.loop)
                let server = try MPDServer(
                    radio, options, RemoteLibrary(radio), artwork: { artwork }, manager)
                self.server = server
                return server.port
            }
        }

        func client() throws -> Client { try Client(port: port) }

        func close() async {
            await radio.manager.perform { _ in
                server?.close()
                server = nil
            }
            await radio.shutDown()
        }
    }

    /// A client that waits for each answer.
    private final class Client {
        private let socket: LoopbackClient
        private var bytes: [UInt8] = []
        let greeting: String

        init(port: UInt16) throws {
            socket = try LoopbackClient(port: port)
            greeting = Self.line(&bytes, socket) ?? ""
        }

        func send(_ text: String) { socket.send(text) }
        func send(_ bytes: [UInt8]) -> Bool { socket.send(bytes) }

        func line() -> String? { Self.line(&bytes, socket) }

        private static func line(_ bytes: inout [UInt8], _ socket: LoopbackClient) -> String? {
            while true {
                if let end = bytes.firstIndex(of: 10) {
                    let line = String(decoding: bytes[..<end], as: UTF8.self)
                    bytes.removeFirst(end + 1)
                    return line
                }
                let more = socket.receive()
                if more.isEmpty { return nil }
                bytes += more
            }
        }

        /// Returns the lines up to `OK` or `ACK`; with the end of the connection, those that came.
        func answer() -> [String] {
            var lines: [String] = []
            while let line = line() {
                lines.append(line)
                if line == "OK" || line.hasPrefix("ACK") { break }
            }
            return lines
        }

        func ask(_ line: String) -> [String] {
            send(line + "\n")
            return answer()
        }

        /// Returns the number of bytes that were asked for, or fewer at the end of the connection.
        func take(_ count: Int) -> [UInt8] {
            while bytes.count < count, case let more = socket.receive(), !more.isEmpty { bytes += more }
            defer { bytes.removeFirst(min(count, bytes.count)) }
            return Array(bytes.prefix(count))
        }
    }

    @Test func stationsAreSongs() async throws {
        let rig = try await Rig()
        let client = try rig.client()
        #expect(client.greeting == "OK MPD 0.23.5")
        let one = ["file: http://127.0.0.1:1/one", "Title: One", "Name: One", "Genre: Jazz", "Genre: Talk"]
        let two = ["file: http://***@127.0.0.1:1/two", "Title: Two OK", "Name: Two OK"]
        #expect(
            client.ask("lsinfo") == one + two
                + ["favourites", "most-played", "recently-played", "never-played", "best-rated"].map {
                    "playlist: \($0)"
                }
                + ["OK"])
        #expect(client.ask("search any two") == two + ["OK"])
        #expect(client.ask("list genre") == ["Genre: Jazz", "Genre: Talk", "OK"])
        #expect(client.ask("count name One") == ["songs: 1", "playtime: 0", "OK"])
        #expect(client.ask("add http://***@127.0.0.1:1/two") == ["OK"])
        #expect(client.ask("addid http://127.0.0.1:1/one 0") == ["Id: 2", "OK"])
        #expect(client.ask("playlistinfo") == one + ["Pos: 0", "Id: 2"] + two + ["Pos: 1", "Id: 1", "OK"])
        #expect(client.ask("plchangesposid 0") == ["cpos: 0", "Id: 2", "cpos: 1", "Id: 1", "OK"])
        #expect(client.ask("add /etc/passwd") == ["ACK [4@0] {add} Access denied"])
        #expect(client.ask("add file:///etc/passwd") == ["ACK [4@0] {add} Access denied"])
        #expect(client.ask("add song.mp3") == ["ACK [50@0] {add} No such directory"])
        #expect(client.ask("delete 0") == ["OK"])
        #expect(await rig.radio.manager.queue.items.map(\.station.urls) == [["http://user:secret@127.0.0.1:1/two"]])
        await rig.close()
    }

    @Test func playlistsAndStars() async throws {
        let rig = try await Rig()
        let client = try rig.client()
        #expect(client.ask("add \"\"") == ["OK"])
        #expect(client.ask("save mine") == ["OK"])
        #expect(client.ask("save mine") == ["ACK [56@0] {save} Playlist already exists"])
        #expect(client.ask("save a/b") == ["ACK [2@0] {save} Bad playlist name"])
        #expect(client.ask("listplaylists").first == "playlist: mine")
        #expect(client.ask("playlistadd mine http://10.0.0.1/") == ["ACK [50@0] {playlistadd} No such song"])
        #expect(client.ask("add http://10.0.0.1/") == ["OK"])
        #expect(await rig.radio.manager.queue.items.last?.station.reachesOnlyPublic == true)
        #expect(client.ask("save other") == ["OK"])
        #expect(client.ask("listplaylist other").count == 3)
        #expect(client.ask("rm other") == ["OK"])
        #expect(client.ask("playlistmove mine 0 1") == ["OK"])
        #expect(client.ask("playlistdelete mine 9") == ["ACK [2@0] {playlistdelete} Bad song index"])
        let files = ["file: http://***@127.0.0.1:1/two", "file: http://127.0.0.1:1/one", "OK"]
        #expect(client.ask("listplaylist mine") == files)
        #expect(client.ask("clear") == ["OK"])
        #expect(client.ask("load mine 0:-3") == ["ACK [2@0] {load} Bad song index"])
        #expect(client.ask("load mine 7:9") == ["OK"])
        #expect(client.ask("load mine 1:") == ["OK"])
        #expect(client.ask("playlist") == ["0:file: http://127.0.0.1:1/one", "OK"])
        #expect(client.ask("rename mine other") == ["OK"])
        #expect(client.ask("rm other") == ["OK"])
        #expect(client.ask("load other") == ["ACK [50@0] {load} No such playlist"])
        #expect(client.ask("rm favourites") == ["ACK [50@0] {rm} No such playlist"])
        #expect(
            client.ask("sticker get song http://127.0.0.1:1/one rating") == ["ACK [50@0] {sticker} no such sticker"])
        #expect(client.ask("sticker set song http://127.0.0.1:1/one rating 8") == ["OK"])
        #expect(client.ask("sticker get song http://127.0.0.1:1/one rating") == ["sticker: rating=8", "OK"])
        #expect(
            client.ask("sticker find song \"\" rating")
                == ["file: http://127.0.0.1:1/one", "sticker: rating=8", "OK"])
        #expect(client.ask("listplaylist best-rated") == ["file: http://127.0.0.1:1/one", "OK"])
        await rig.close()
    }

    @Test func aStationPlays() async throws {
        let station = try IcyServer([.init(.mp3, title: "Miles Davis - So What")])
        defer { station.stop() }
        let rig = try await Rig(url: station.url)
        let (client, waiting) = (try rig.client(), try rig.client())
        waiting.send("idle player\n")
        #expect(client.ask("status").contains("state: stop"))
        #expect(client.ask("add \(station.url)") == ["OK"])
        #expect(client.ask("play") == ["OK"])
        #expect(waiting.answer() == ["changed: player", "OK"])
        while !client.ask("currentsong").contains("Artist: Miles Davis") {
            waiting.send("idle player\n"); _ = waiting.answer()
        }
        #expect(
            client.ask("currentsong") == [
                "file: \(station.url)", "Artist: Miles Davis", "Title: So What", "Name: One", "Genre: Jazz",
                "Genre: Talk",
                "Pos: 0", "Id: 1", "OK",
            ])
        let status = client.ask("status")
        for line in ["volume: 100", "repeat: 0", "state: play", "song: 0", "songid: 1", "playlistlength: 1"] {
            #expect(status.contains(line), "\(line) in \(status)")
        }
        #expect(status.contains { $0.hasPrefix("elapsed: ") } && status.contains { $0.hasPrefix("audio: 44100:f:") })
        waiting.send("idle mixer options output\n")
        #expect(client.ask("setvol 40") == ["OK"])
        #expect(waiting.answer() == ["changed: mixer", "OK"])
        #expect(client.ask("getvol") == ["volume: 40", "OK"])
        #expect(client.ask("disableoutput 0") == ["OK"])
        #expect(client.ask("status").contains("volume: 0"))
        #expect(client.ask("setvol 30") == ["OK"])
        #expect(client.ask("outputs").contains("outputenabled: 1"))
        #expect(client.ask("pause 1") == ["OK"])
        #expect(client.ask("status").contains("state: pause"))
        #expect(client.ask("stats").contains("songs: 2"))
        #expect(client.ask("clear") == ["OK"])
        #expect(client.ask("status").contains("state: stop"))
        await rig.close()
    }

    @Test func picturesInParts() async throws {
        let whole = Pictures.png(300, 200) + Array(repeating: 7, count: 20_000)
        let server = try LoopbackServer { $0.reply(body: whole) }
        defer { server.stop() }
        let rig = try await Rig(picture: server.url("/cover.png"))
        let client = try rig.client()
        for command in ["albumart", "readpicture"] {
            var picture: [UInt8] = []
            while picture.count < whole.count {
                client.send("\(command) http://127.0.0.1:1/one \(picture.count)\n")
                var head = ""
                while !head.contains("binary: "), let line = client.line() { head += line + "\n" }
                #expect(head.hasPrefix("size: \(whole.count)\n"))
                #expect(head.contains("type: image/png") == (command == "readpicture"))
                let count = Int(head.split(separator: "\n").last?.dropFirst(8) ?? "") ?? 0
                try #require(0 < count && count <= 8192)
                picture += client.take(count)
                #expect(client.answer() == ["", "OK"])
            }
            #expect(picture == whole)
        }
        #expect(client.ask("albumart http://***@127.0.0.1:1/two 0") == ["ACK [50@0] {albumart} No file exists"])
        #expect(client.ask("readpicture http://***@127.0.0.1:1/two 0") == ["OK"])
        #expect(client.ask("albumart http://nowhere.test/ 0") == ["ACK [50@0] {albumart} No such song"])
        await rig.close()
    }

    @Test func passwords() async throws {
        let rig = try await Rig(password: "open sesame")
        let client = try rig.client()
        #expect(client.ask("status") == ["ACK [4@0] {status} you don't have permission for \"status\""])
        #expect(client.ask("password wrong") == ["ACK [3@0] {password} incorrect password"])
        #expect(client.ask("password \"open sesame\"") == ["OK"])
        #expect(client.ask("status").last == "OK")
        await rig.close()
        await #expect(throws: ListenAddress.Failure.self) {
            try await rig.radio.manager.perform { manager in
                let everywhere = MPDServer.Options(ListenAddress(host: "0.0.0.0", port: 0))
                _ = try MPDServer(rig.radio, everywhere, RemoteLibrary(rig.radio), artwork: { nil }, manager)
            }
        }
    }

    /// More clients than there is room for, long lines, and clients that do not read: the others are served.
    @Test func hostileClients() async throws {
        let rig = try await Rig()
        let good = try rig.client()
        #expect(good.ask("ping") == ["OK"])
        var crowd: [Client] = []
        for _ in 0..<MPDServer.maximumClients + 20 {
            crowd.append(try rig.client())
            #expect(good.ask("ping") == ["OK"])
        }
        #expect(crowd[0].ask("ping") == [])
        #expect(crowd.last?.ask("ping") == ["OK"])
        let long = try rig.client()
        #expect(!(0..<64).allSatisfy { _ in long.send(Array(repeating: 97, count: 65_536)) } || long.answer().isEmpty)
        let deaf = try rig.client()
        for _ in 0..<200 where deaf.send(Array(repeating: "commands\n", count: 2000).joined().utf8.map { $0 }) {}
        #expect(good.ask("status").last == "OK")
        let browser = try rig.client()
        #expect(browser.ask("POST / HTTP/1.1\r\nHost: x\r\n\r\nclear") == [])
        await rig.close()
    }

    /// A queue that does not fit into the buffer of a socket.
    @Test func aLongQueue() async throws {
        let rig = try await Rig()
        let client = try rig.client()
        let items = (0..<20_000).map { PlaybackItem(Station(name: "Station \($0)", urls: ["http://radio.test/\($0)"])) }
        await rig.radio.manager.setQueue(items)
        client.send("command_list_begin\nplaylistinfo\nstatus\ncommand_list_end\n")
        let lines = client.answer()
        #expect(lines.count(where: { $0.hasPrefix("file: ") }) == 20_000)
        #expect(lines.contains("playlistlength: 20000") && lines.last == "OK")
        #expect(client.ask("delete 0:5000").first?.hasPrefix("ACK [2@0] {delete} Number too large") == true)
        await rig.close()
    }
}
