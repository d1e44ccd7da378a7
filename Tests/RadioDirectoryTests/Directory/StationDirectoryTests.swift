import RadioFormats
import RadioLists
import RadioLoop
import RadioStations
import Synchronization
import TestSupport
import Testing

@testable import RadioDirectory

struct StationDirectoryTests {
    typealias Entry = RadioBrowserServer.Entry

    /// A `StationDirectory` with its own event loop, which waits for each answer.
    private final class Asking {
        let loop: EventLoop
        let directory: StationDirectory
        var reports: [String] = []

        init(_ servers: [String], cache: String? = nil, pageSize: Int = 500) throws {
            loop = try .byHand()
            var settings = StationDirectory.Settings()
            settings.pageSize = pageSize
            var said: (String) -> Void = { _ in }
            directory = try StationDirectory(
                .server("http://directory"), loop: loop, cache: cache.map { ListCache(folder: $0) },
                settings: settings, report: { said($0) })
            directory.servers = servers
            said = { [weak self] in self?.reports.append($0) }
        }

        func search(_ query: DirectoryQuery = DirectoryQuery()) throws -> DirectoryAnswer {
            var answer: Result<DirectoryAnswer, StationLibraryError>?
            directory.search(query) { answer = $0 }
            loop.turn(within: .seconds(60)) { answer != nil }
            return try #require(answer).get()
        }

        func station(_ id: String) throws -> DirectoryStation? {
            var answer: Result<DirectoryStation?, StationLibraryError>?
            directory.station(id: id) { answer = $0 }
            loop.turn(within: .seconds(60)) { answer != nil }
            return try #require(answer).get()
        }
    }

    private static func entries(_ count: Int) -> [Entry] {
        (1...count).map { number in
            var entry = Entry(number, name: "Station \(number)", url: "http://127.0.0.1:1/\(number)")
            entry.votes = number
            entry.clicks = 2 * number
            return entry
        }
    }

    @Test func anAnswer() throws {
        let server = try RadioBrowserServer(Self.entries(3))
        defer { server.stop() }
        server.entries[2].isBroken = true
        server.entries[1].tags = "jazz,smooth jazz"
        let asking = try Asking([server.url])
        let answer = try asking.search()
        #expect(answer.stations.map(\.station.name) == ["Station 2", "Station 1"])
        #expect(answer.stations.map(\.votes) == [2, 1])
        #expect(answer.stations.map(\.clicks) == [4, 2])
        #expect(
            answer.stations.first?.station
                == Station(
                    name: "Station 2", urls: ["http://127.0.0.1:1/2"], codec: "MP3", language: "de", country: "DE",
                    tags: ["jazz", "smooth jazz"], bitRate: 128_000, directoryID: RadioBrowserServer.id(2)))
        #expect(answer.server == server.url && answer.kept == nil && answer.shortfall == nil)
        #expect(try asking.search(DirectoryQuery(tags: ["Jazz"])).stations.count == 1)
        #expect(try asking.search(DirectoryQuery(language: "fr")).stations.isEmpty)
        // Each request contains the program's name, as the directory asks.
        let agents = server.requests.map { $0["User-Agent"] ?? "" }
        #expect(agents.allSatisfy { $0.hasPrefix("Longwave/") })
    }

    @Test func manyComeInParts() throws {
        let server = try RadioBrowserServer(Self.entries(25))
        defer { server.stop() }
        let asking = try Asking([server.url], pageSize: 10)
        let answer = try asking.search(DirectoryQuery(order: .name, limit: 22))
        #expect(answer.stations.count == 22)
        #expect(Set(answer.stations.map(\.station.name)).count == 22)
        let parts = server.requests.map { String($0.target.split(separator: "&").suffix(2).joined(separator: " ")) }
        #expect(parts == ["offset=0 limit=10", "offset=10 limit=10", "offset=20 limit=2"])
        // The directory's response has fewer stations than were asked for, so no further page is requested.
        #expect(try asking.search(DirectoryQuery(order: .name, limit: 100)).stations.count == 25)
        #expect(server.requests.count == 6)
        // A server sends the same page for every page number. It does not get endless requests.
        server.fault = .samePart
        #expect(try asking.search(DirectoryQuery(order: .clicks, limit: 1000)).stations.count == 10)
        #expect(server.requests.count == 8)
    }

    /// One of the directory's servers fails. The next server gets the request.
    @Test(arguments: [RadioBrowserServer.Fault.unavailable, .page, .broken, .endless])
    func anotherServerIsAsked(_ fault: RadioBrowserServer.Fault) throws {
        let bad = try RadioBrowserServer([], fault: fault)
        defer { bad.stop() }
        let away = try RadioBrowserServer([])
        defer { away.stop() }
        try away.leave()
        let good = try RadioBrowserServer(Self.entries(1))
        defer { good.stop() }
        let asking = try Asking([bad.url, away.url, good.url])
        #expect(try asking.search().stations.count == 1)
        #expect(asking.reports.count == 2)
        // From now on, the server that answered gets each request first.
        #expect(try asking.station(RadioBrowserServer.id(1))?.station.urls == ["http://127.0.0.1:1/1"])
        #expect(bad.requests.count == 1)
        #expect(good.requests.count == 2)
    }

    @Test func noMoreServersThanAFewAreAsked() throws {
        let servers = try (0..<6).map { _ in try RadioBrowserServer([], fault: .unavailable) }
        defer { servers.forEach { $0.stop() } }
        let asking = try Asking(servers.map(\.url))
        #expect(throws: StationLibraryError.self) { try asking.search() }
        #expect(servers.map(\.requests.count) == [1, 1, 1, 1, 0, 0])
    }

    @Test func aSilentServerTakesNoLongerThanItMay() throws {
        let server = try RadioBrowserServer([], fault: .silent)
        defer { server.stop() }
        let asking = try Asking([server.url])
        var answer: Result<DirectoryAnswer, StationLibraryError>?
        asking.directory.search(DirectoryQuery()) { answer = $0 }
        #expect(asking.loop.turn { server.requests.count == 1 })
        asking.loop.pass(StationDirectory.Settings().timeout)
        #expect(asking.loop.turn { answer != nil })
        guard case .failure(.timedOut)? = answer else {
            Issue.record("\(String(describing: answer))")
            return
        }
    }

    @Test func aSilentServerIsLeftSoonAndRemembered() throws {
        let silent = try RadioBrowserServer([], fault: .silent)
        defer { silent.stop() }
        let good = try RadioBrowserServer(Self.entries(1))
        defer { good.stop() }
        let asking = try Asking([silent.url, good.url])
        var answer: Result<DirectoryAnswer, StationLibraryError>?
        asking.directory.search(DirectoryQuery()) { answer = $0 }
        #expect(asking.loop.turn { silent.requests.count == 1 })
        asking.loop.pass(.milliseconds(2500))
        #expect(asking.loop.turn { answer != nil })
        #expect(try #require(answer).get().stations.count == 1)
        #expect(asking.directory.servers == [good.url, silent.url])
        _ = try asking.search(DirectoryQuery(tags: ["jazz"]))
        #expect(silent.requests.count == 1 && good.requests.count == 2)
    }

    /// A server that was silent for another process is asked last, for an hour.
    @Test func silenceIsKept() throws {
        let folder = try TemporaryDirectory()
        let cache = ListCache(folder: folder.path)
        let loop = try EventLoop()
        let directory = try StationDirectory(.radioBrowser, loop: loop, cache: cache)
        directory.servers = ["http://127.0.0.1:1#a", "b", "c"]
        directory.avoid("b")
        #expect(directory.servers == ["http://127.0.0.1:1#a", "c", "b"])
        #expect(loop.turn { StationDirectory.ordered(["b", "c", "d"], by: cache) == ["c", "d", "b"] })
        #expect(StationDirectory.ordered(["b", "c"], by: nil) == ["b", "c"])
        let hourAgo = WallClock.milliseconds - 3_600_001
        let old = ListCache.Copy(bytes: [], base: "b", etag: nil, lastModified: nil, fetched: hourAgo)
        cache.keep(old, of: StationDirectory.silenceName("b"))
        #expect(StationDirectory.ordered(["b", "c"], by: cache) == ["b", "c"])
    }

    /// Servers whose names are unknown are asked under one name, each at its address.
    @Test func allAddressesAreAsked() throws {
        let good = try RadioBrowserServer(Self.entries(1))
        defer { good.stop() }
        let port = try #require(UInt16(good.url.split(separator: ":")[2]))
        let bad = try LoopbackServer(host: "127.0.0.2", port: port) { $0.reply(status: "503 Busy", text: "no") }
        defer { bad.stop() }
        let url = "http://directory.invalid:\(port)"
        let asking = try Asking([url + "#127.0.0.2", url + "#127.0.0.1", url])
        #expect(try asking.search().stations.count == 1)
        #expect(bad.requests.count == 1 && good.requests.first?["Host"] == String(url.dropFirst(7)))
    }

    @Test func withoutTheDirectoryTheKeptAnswerIsIt() throws {
        let server = try RadioBrowserServer(Self.entries(25))
        defer { server.stop() }
        let folder = try TemporaryDirectory()
        let query = DirectoryQuery(order: .name)
        let before = try Asking([server.url], cache: folder.path + "/d", pageSize: 10).search(query)
        server.fault = .unavailable
        let asking = try Asking([server.url], cache: folder.path + "/d", pageSize: 10)
        let after = try asking.search(query)
        #expect(after.stations == before.stations)
        #expect(after.kept ?? .zero > MediaTime(.seconds(1_700_000_000)))
        if case .refused(_, status: 503)? = after.shortfall {} else { Issue.record("\(after)") }
        // This query was never made before, so the cache has no result for it.
        #expect(throws: StationLibraryError.self) { try asking.search(DirectoryQuery(words: "x")) }
        // The current address of a station must be asked from the directory, and never comes from the cache.
        #expect(throws: StationLibraryError.self) { try asking.station(RadioBrowserServer.id(1)) }
        server.fault = nil
        #expect(try asking.search(query).kept == nil)
    }

    /// The directory fails after the first page of the result. The first page is returned together with the failure.
    @Test func aPartIsBetterThanNothing() throws {
        let isAway = Mutex(false)
        let server = try LoopbackServer { connection in
            if isAway.withLock({ $0 }) { return connection.reply(status: "503 Service Unavailable", text: "later") }
            isAway.withLock { $0 = true }
            connection.reply(text: #"[{"name":"A","url":"http://a/"},{"name":"B","url":"http://b/"}]"#)
        }
        defer { server.stop() }
        let answer = try Asking([server.url("")], pageSize: 2).search()
        #expect(answer.stations.map(\.station.name) == ["A", "B"])
        #expect(answer.kept == nil && answer.shortfall != nil)
    }

    /// Anyone can write entries of the directory. Control characters are removed from their texts, and addresses that
    /// name files of this computer are left out.
    @Test func strangersEntries() throws {
        var entries = Self.entries(3)
        entries[0].name = "A\u{1B}[2J\r\nB"
        entries[1].url = "file:///etc/passwd"
        entries[2].url = "mms://127.0.0.1/x"
        let server = try RadioBrowserServer(entries)
        defer { server.stop() }
        let answer = try Asking([server.url]).search()
        #expect(answer.stations.count == 1)
        let name = try #require(answer.stations.first?.station.name)
        #expect(name.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(name)")
        #expect(!answer.problems.isEmpty)
    }

    @Test func stationsByID() throws {
        let server = try RadioBrowserServer(Self.entries(2))
        defer { server.stop() }
        let asking = try Asking([server.url])
        #expect(try asking.station(RadioBrowserServer.id(2).uppercased())?.station.name == "Station 2")
        #expect(try asking.station(RadioBrowserServer.id(3)) == nil)
        // A text that is not a station's id does not become part of a request's address.
        #expect(try asking.station("../servers") == nil)
        #expect(server.requests.count == 2)
    }

    /// The names of the directory's servers are looked up once for all requests. The test contacts no server.
    @Test func serversAreLookedUpOnce() throws {
        let looks = Mutex(0)
        let loop = try EventLoop()
        let directory = try StationDirectory(.radioBrowser, loop: loop)
        directory.lookUp = {
            looks.withLock { $0 += 1 }
            return ["de1.api.radio-browser.info"]
        }
        var answers: [[String]] = []
        for _ in 0..<3 { directory.withServers { answers.append($0) } }
        loop.turn(within: .seconds(60)) { answers.count == 3 }
        directory.withServers { answers.append($0) }
        let expected = ["https://de1.api.radio-browser.info", "https://all.api.radio-browser.info"]
        #expect(answers == [expected, expected, expected, expected])
        #expect(looks.withLock(\.self) == 1)
    }

    @Test func clicks() throws {
        let server = try RadioBrowserServer(Self.entries(2))
        defer { server.stop() }
        let away = try RadioBrowserServer([], fault: .unavailable)
        defer { away.stop() }
        let asking = try Asking([away.url, server.url])
        asking.directory.reportClick(id: "nobody")
        asking.directory.reportClick(id: RadioBrowserServer.id(2))
        #expect(asking.loop.turn(untilElsewhere: { !server.clicks.isEmpty }))
        #expect(server.clicks == [RadioBrowserServer.id(2)])
    }
}
