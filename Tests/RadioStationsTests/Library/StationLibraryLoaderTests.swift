import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStations
import TestSupport
import Testing

@Suite struct StationLibraryLoaderTests {
    /// Loads a library from a server that runs `script`.
    /// - Parameter timesOut: True if the loader's timeout passes after the server has received the request.
    static func load(
        timesOut: Bool = false, _ script: @escaping LoopbackServer.Script
    ) throws -> (String, StationLibraryLoader.Answer?) {
        let server = try LoopbackServer(script: script)
        defer { server.stop() }
        let source = server.url("/dir/list")
        let loop = try EventLoop.byHand()
        let answer = try load(source, on: loop) {
            guard timesOut else { return }
            #expect(loop.turn { !server.requests.isEmpty })
            loop.pass(.seconds(60))
        }
        return (source, answer)
    }

    static func load(
        _ source: String, on loop: EventLoop, meanwhile: () -> Void = {}
    ) throws -> StationLibraryLoader.Answer? {
        let pool = try TransferPool(loop: loop)
        let loader = StationLibraryLoader(
            loop: loop, pool: pool, worker: BlockingWorker(loop: loop), timeout: .seconds(60))
        var answers: [StationLibraryLoader.Answer] = []
        loader.load(source) { answers.append($0) }
        #expect(answers.isEmpty)
        meanwhile()
        loop.turn { !answers.isEmpty }
        // If there were a second result, it would come in these turns.
        for _ in 0..<5 { loop.turn(mayBlock: false) }
        #expect(answers.count == 1)
        pool.shutDown()
        return answers.first
    }

    @Test func fetchesAList() throws {
        let (source, answer) = try Self.load { connection in
            connection.reply(text: #"{"station":[{"name":"A","streamURL":"http://a/"}]}"#)
        }
        let library = try #require(try answer?.get())
        #expect(library.stations == [Station(name: "A", urls: ["http://a/"])])
        #expect(library.source == source)
    }

    @Test func resolvesEntriesToWhereTheListCameFrom() throws {
        let (source, answer) = try Self.load { connection in
            if connection.request.path == "/dir/list" {
                connection.redirect(to: "/a/b/list.m3u")
            } else {
                connection.reply(text: "#EXTM3U\n../x.mp3\n")
            }
        }
        let host = source.dropLast("/dir/list".count)
        #expect(try answer?.get().stations.map(\.urls) == [[host + "/a/x.mp3"]])
    }

    @Test func saysThatTheServerRefused() throws {
        let (source, answer) = try Self.load { $0.reply(status: "404 Not Found", text: "{\"station\":[]}") }
        #expect(answer == .failure(.refused(source, status: 404)))
    }

    @Test func saysThatAPageIsNoList() throws {
        let (source, answer) = try Self.load { $0.reply(text: "<html>hello</html>") }
        #expect(answer == .failure(.notAList(source)))
    }

    @Test func refusesAListThatIsTooLarge() throws {
        let (source, answer) = try Self.load { connection in
            connection.begin(headers: ["Content-Type: application/json"])
            connection.sendEndlessly([UInt8](repeating: 0x20, count: 65_536))
        }
        #expect(answer == .failure(.tooLarge(source, maximum: StationLibrary.maximumBytes)))
    }

    @Test func givesUpOnAServerThatSaysNothing() throws {
        let (source, answer) = try Self.load(timesOut: true) { $0.neverAnswer() }
        #expect(answer == .failure(.timedOut(source)))
    }

    @Test func givesUpOnAListThatNeverEnds() throws {
        let (source, answer) = try Self.load(timesOut: true) { connection in
            connection.begin(headers: ["Content-Length: 1000"])
            connection.send("{\"station\":")
            connection.waitUntilClosed()
        }
        #expect(answer == .failure(.timedOut(source)))
    }

    @Test func saysThatNobodyAnswers() throws {
        let server = try LoopbackServer { $0.neverAnswer() }
        server.stop()
        guard case .failure(.transfer(_, .cannotConnect))? = try Self.load(server.url(), on: try EventLoop()) else {
            Issue.record("it did not fail")
            return
        }
    }

    @Test func readsAFileOnTheWorker() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write("a", "http://a/\n")
        #expect(try Self.load(path, on: try EventLoop())?.get().stations.map(\.urls) == [["http://a/"]])
        let missing = folder.path + "/none"
        #expect(try Self.load(missing, on: try EventLoop()) == .failure(.noSuchFile(missing)))
    }
}
