import RadioHTTP
import RadioLoop
import RadioStations
import Synchronization
import TestSupport
import Testing

/// The cache for lists from the network: it asks the server only for changed lists, and has a copy for times without a
/// network.
struct ListCacheTests {
    private static let text = #"{"station":[{"name":"A","streamURL":"http://a/"}]}"#

    /// Loads a list through a cache in `folder`.
    private static func load(
        _ source: String, cache folder: String, on loop: EventLoop
    ) throws -> StationLibraryLoader.Answer? {
        let pool = try TransferPool(loop: loop)
        defer { pool.shutDown() }
        let loader = StationLibraryLoader(
            loop: loop, pool: pool, worker: BlockingWorker(loop: loop), timeout: .seconds(30),
            cache: ListCache(folder: folder))
        var answer: StationLibraryLoader.Answer?
        loader.load(source) { answer = $0 }
        loop.turn { answer != nil }
        return answer
    }

    @Test func aListThatIsTheSameDoesNotComeAgain() throws {
        let asked = Mutex<[[String?]]>([])
        let server = try LoopbackServer { connection in
            let condition = [connection.request["If-None-Match"], connection.request["If-Modified-Since"]]
            asked.withLock { $0.append(condition) }
            if condition[0] == "\"one\"" {
                connection.reply(status: "304 Not Modified", headers: ["ETag: \"one\""])
            } else {
                let date = "Last-Modified: Sat, 21 Nov 2026 10:00:00 GMT"
                connection.reply(headers: ["ETag: \"one\"", date], text: Self.text)
            }
        }
        defer { server.stop() }
        let folder = try TemporaryDirectory()
        let loop = try EventLoop()
        for _ in 0..<3 {
            let answer = try Self.load(server.url("/list"), cache: folder.path + "/c", on: loop)
            #expect(try answer?.get().stations.map(\.name) == ["A"])
        }
        let expected: [String?] = ["\"one\"", "Sat, 21 Nov 2026 10:00:00 GMT"]
        #expect(asked.withLock { $0 } == [[nil, nil], expected, expected])
    }

    @Test func withoutTheNetworkTheCopyIsTheList() throws {
        let isAway = Mutex(false)
        let server = try LoopbackServer { connection in
            if isAway.withLock({ $0 }) {
                connection.reply(status: "503 Service Unavailable", text: "later")
            } else {
                connection.reply(text: Self.text)
            }
        }
        let folder = try TemporaryDirectory()
        let loop = try EventLoop()
        let source = server.url("/list")
        #expect(try Self.load(source, cache: folder.path, on: loop)?.get().problems == [])
        isAway.withLock { $0 = true }
        let old = try Self.load(source, cache: folder.path, on: loop)?.get()
        #expect(old?.stations.map(\.name) == ["A"])
        #expect(old?.problems.count == 1)
        #expect(old?.problems.first?.description.contains("status 503") == true)
        server.stop()
        let dead = try Self.load(source, cache: folder.path, on: loop)?.get()
        #expect(dead?.stations.map(\.name) == ["A"])
        // The cache has no copy of this list, so loading fails with the server's error.
        #expect(throws: StationLibraryError.self) {
            try Self.load(server.url("/other"), cache: folder.path, on: loop)?.get()
        }
    }

    /// A web page from a hotel's network, or an error response, does not replace the copy of a list.
    @Test func nothingBadTakesThePlaceOfACopy() throws {
        let answers = Mutex(["200 OK": Self.text])
        let server = try LoopbackServer { connection in
            let (status, text) = answers.withLock { $0.first.map { ($0.key, $0.value) } } ?? ("500 Error", "")
            connection.reply(status: status, text: text)
        }
        defer { server.stop() }
        let folder = try TemporaryDirectory()
        let loop = try EventLoop()
        func load() throws -> StationLibraryLoader.Answer? {
            try Self.load(server.url("/list"), cache: folder.path, on: loop)
        }
        #expect(try load()?.get().stations.count == 1)
        answers.withLock { $0 = ["200 OK": "<html>Please log in</html>"] }
        #expect(try load() == .failure(.notAList(server.url("/list"))))
        answers.withLock { $0 = ["404 Not Found": ""] }
        #expect(try load() == .failure(.refused(server.url("/list"), status: 404)))
        answers.withLock { $0 = ["502 Bad Gateway": ""] }
        #expect(try load()?.get().stations.count == 1)
    }

    @Test func damagedCopiesAreNone() throws {
        let server = try LoopbackServer { $0.reply(text: Self.text) }
        let folder = try TemporaryDirectory()
        let loop = try EventLoop()
        _ = try Self.load(server.url("/list"), cache: folder.path, on: loop)
        server.stop()
        let name = try #require(folder.names().first)
        try folder.write(name, "{\"source\":\"http://other/\",\"base\":\"\",\"length\":1}\nx")
        guard case .failure(.transfer)? = try Self.load(server.url("/list"), cache: folder.path, on: loop) else {
            Issue.record("another list's copy was taken")
            return
        }
    }

    @Test func thereAreNotMoreThanSomeCopies() throws {
        let server = try LoopbackServer { $0.reply(text: Self.text) }
        defer { server.stop() }
        let folder = try TemporaryDirectory()
        let loop = try EventLoop()
        for number in 0..<(ListCache.maximumLists + 5) {
            _ = try Self.load(server.url("/list\(number)"), cache: folder.path, on: loop)
        }
        #expect(folder.names().count == ListCache.maximumLists)
    }
}
