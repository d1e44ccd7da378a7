import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStations
import Testing

@Suite struct StationLibraryLoaderTests {
    /// Loads from a server that sends `response`, or that says nothing where it is nil.
    static func load(_ response: String?, timeout: Duration = .seconds(60)) throws -> (
        String, StationLibraryLoader.Answer?
    ) {
        let loop = try EventLoop()
        let server = try CannedServer(loop: loop, response: response.map { Array($0.utf8) })
        let source = "http://127.0.0.1:\(server.port)/dir/list"
        return (source, try load(source, on: loop, timeout: timeout))
    }

    static func load(
        _ source: String, on loop: EventLoop, timeout: Duration = .seconds(60)
    ) throws -> StationLibraryLoader.Answer? {
        let pool = try TransferPool(loop: loop)
        let loader = StationLibraryLoader(
            loop: loop, pool: pool, worker: BlockingWorker(loop: loop), timeout: timeout)
        var answers: [StationLibraryLoader.Answer] = []
        loop.schedule(after: .seconds(120)) { loop.stop() }
        loader.load(source) {
            answers.append($0)
            // A second answer would come in the next turns.
            loop.post { loop.post { loop.stop() } }
        }
        loop.run()
        #expect(answers.count == 1)
        pool.shutDown()
        return answers.first
    }

    static func page(_ body: String, status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n" + body
    }

    @Test func fetchesAList() throws {
        let (source, answer) = try Self.load(Self.page(#"{"station":[{"name":"A","streamURL":"http://a/"}]}"#))
        let library = try #require(try answer?.get())
        #expect(library.stations == [Station(name: "A", urls: ["http://a/"])])
        #expect(library.source == source)
    }

    @Test func resolvesEntriesToWhereTheListCameFrom() throws {
        let (source, answer) = try Self.load(Self.page("#EXTM3U\n../x.mp3\n"))
        let host = source.dropLast("/dir/list".count)
        #expect(try answer?.get().stations.map(\.urls) == [[host + "/x.mp3"]])
    }

    @Test func saysThatTheServerRefused() throws {
        let (source, answer) = try Self.load(Self.page("{\"station\":[]}", status: "404 Not Found"))
        #expect(answer == .failure(.refused(source, status: 404)))
    }

    @Test func saysThatAPageIsNoList() throws {
        let (source, answer) = try Self.load(Self.page("<html>hello</html>"))
        #expect(answer == .failure(.notAList(source)))
    }

    @Test func refusesAListThatIsTooLarge() throws {
        let (source, answer) = try Self.load(
            Self.page(String(repeating: " ", count: StationLibrary.maximumBytes + 1)))
        #expect(answer == .failure(.tooLarge(source, maximum: StationLibrary.maximumBytes)))
    }

    @Test func givesUpOnAServerThatSaysNothing() throws {
        let (source, answer) = try Self.load(nil, timeout: .milliseconds(200))
        #expect(answer == .failure(.timedOut(source)))
    }

    @Test func givesUpOnAListThatNeverEnds() throws {
        let endless = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"station\":"
        let (source, answer) = try Self.load(endless, timeout: .milliseconds(500))
        #expect(answer == .failure(.timedOut(source)))
    }

    @Test func saysThatNobodyAnswers() throws {
        let loop = try EventLoop()
        var server: CannedServer? = try CannedServer(loop: loop, response: nil)
        let source = "http://127.0.0.1:\(server!.port)/"
        server = nil
        guard case .failure(.transfer(source, _))? = try Self.load(source, on: loop) else {
            Issue.record("it did not fail")
            return
        }
    }

    @Test func readsAFileOnTheWorker() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a", "http://a/\n")
        #expect(try Self.load(path, on: try EventLoop())?.get().stations.map(\.urls) == [["http://a/"]])
        let missing = folder.path + "/none"
        #expect(try Self.load(missing, on: try EventLoop()) == .failure(.noSuchFile(missing)))
    }
}
