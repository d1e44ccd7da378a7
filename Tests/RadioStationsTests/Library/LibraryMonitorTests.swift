import Glibc
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStations
import Synchronization
import TestSupport
import Testing

struct LibraryMonitorTests {
    /// A `LibraryMonitor` with its own event loop, and the changes of the library that it has reported.
    private final class Rig {
        let loop: EventLoop
        let monitor: LibraryMonitor
        private(set) var changes: [LibraryDidChange] = []
        private(set) var isStarted = false
        private let pool: TransferPool
        private var observation: LibraryObservation?

        init(
            _ sources: @escaping @autoclosure @Sendable () -> [String], places: [String] = [], listener: String? = nil,
            retry: RetryPolicy = .lists
        ) throws {
            loop = try .byHand()
            let pool = try TransferPool(loop: loop)
            self.pool = pool
            let worker = BlockingWorker(loop: loop)
            let loader = StationLibraryLoader(loop: loop, pool: pool, worker: worker)
            var settings = LibraryMonitor.Settings(
                sources: sources(), places: places, listener: listener, refreshInterval: .seconds(3600))
            settings.retry = retry
            monitor = LibraryMonitor(loop: loop, loader: loader, worker: worker, settings: settings)
            observation = monitor.observe { [weak self] in self?.changes.append($0) }
            monitor.start { [weak self] in self?.isStarted = true }
            #expect(turn { self.isStarted })
        }

        deinit { pool.shutDown() }

        var names: [String] { monitor.library.stations.map(\.name) }

        /// Runs the event loop until `condition` holds. Its clock runs ten times as fast as real time, so that the
        /// monitor soon takes a changed file for complete.
        func turn(until condition: () -> Bool) -> Bool {
            loop.turn(passing: .milliseconds(20), untilElsewhere: condition)
        }

        /// Returns the next change of the library, or nil if there is none.
        func next() -> LibraryDifference? {
            let count = changes.count
            return turn { self.changes.count > count } ? changes.last?.difference : nil
        }
    }

    private static func list(_ names: [String]) -> String {
        "#EXTM3U\n" + names.map { "#EXTINF:-1,\($0)\nhttp://\($0.lowercased()).test/\n" }.joined()
    }

    @Test func whatIsThereIsLoaded() throws {
        let folder = try TemporaryDirectory()
        let first = try folder.write("a.m3u", Self.list(["Alpha"]))
        let second = try folder.write("more/b.m3u", Self.list(["Beta", "Alpha"]))
        let rig = try Rig([first, second, folder.path + "/none.m3u"])
        #expect(rig.names == ["Alpha", "Beta"])
        #expect(rig.changes.map(\.difference.added.count) == [2])
        #expect(rig.monitor.failures == [folder.path + "/none.m3u": .noSuchFile(folder.path + "/none.m3u")])
    }

    @Test func editsAreNoticed() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write("a.m3u", Self.list(["Alpha", "Beta"]))
        let rig = try Rig([path])
        try folder.write("a.m3u", Self.list(["Beta", "Gamma"]))
        let difference = rig.next()
        #expect(difference?.added.count == 1 && difference?.removed.count == 1)
        #expect(rig.names == ["Beta", "Gamma"])
        // Most editors write a new file and rename it over the old one.
        let new = try folder.write("a.m3u.new", Self.list(["Delta"]))
        rename(new, path)
        #expect(rig.next()?.removed.count == 2)
        #expect(rig.names == ["Delta"])
        unlink(path)
        #expect(rig.next()?.removed.count == 1)
        try folder.write("a.m3u", Self.list(["Alpha"]))
        #expect(rig.next()?.added.count == 1)
    }

    /// A list is written only in part. The stations stay as they were.
    @Test func whatCannotBeReadChangesNothing() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write("a.json", #"{"station":[{"name":"A","streamURL":"http://a/"}]}"#)
        let rig = try Rig([path])
        try folder.write("a.json", #"{"station":[{"name":"#)
        #expect(rig.next() == LibraryDifference())
        #expect(rig.changes.last?.failures.count == 1 && rig.monitor.failures[path] != nil)
        #expect(rig.names == ["A"])
        try folder.write("a.json", #"{"station":[{"name":"B","streamURL":"http://b/"}]}"#)
        #expect(rig.next()?.added.count == 1)
        #expect(rig.monitor.failures == [:] && rig.changes.last?.failures == [])
    }

    /// At first there is no list. A list appears, one that comes before it appears and disappears again.
    @Test func listsAppearLater() throws {
        let folder = try TemporaryDirectory()
        let places = ["first.m3u", "second.m3u"].map { "\(folder.path)/lists/\($0)" }
        let rig = try Rig(places.first { access($0, R_OK) == 0 }.map { [$0] } ?? [], places: places)
        #expect(rig.changes.map(\.library.sources) == [[]])
        try folder.write("lists/second.m3u", Self.list(["Alpha"]))
        #expect(rig.next()?.added.count == 1)
        try folder.write("lists/first.m3u", Self.list(["Beta"]))
        #expect(rig.next()?.removed.count == 1)
        #expect(rig.names == ["Beta"])
        unlink(places[0])
        #expect(rig.next()?.added.count == 1)
        #expect(rig.names == ["Alpha"] && rig.changes.last?.failures == [])
    }

    @Test func foldersAreSources() throws {
        let folder = try TemporaryDirectory()
        try folder.write("lists/a.m3u", Self.list(["Alpha"]))
        try folder.write("lists/readme.txt", "no list")
        let rig = try Rig([folder.path + "/lists"])
        #expect(rig.names == ["Alpha"])
        try folder.write("lists/b.pls", "[playlist]\nFile1=http://beta.test/\nTitle1=Beta\n")
        #expect(rig.next()?.added.count == 1)
        #expect(rig.names == ["Alpha", "Beta"])
    }

    @Test func theListenersChangesAreNoticed() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write("a.m3u", Self.list(["Alpha", "Beta"]))
        let file = folder.path + "/data/library.sqlite"
        let rig = try Rig([path], listener: file)
        // Another program changes the listener's database.
        let store = try ListenerStore(path: file)
        try store.update(ListenerRecord(rig.monitor.library.item(at: 1))) { $0.rating = 5 }
        #expect(rig.next()?.changed == [rig.monitor.library.item(at: 1).id])
        #expect(rig.monitor.library.item(at: 1).user.rating == 5)
        try store.keep(StationPlaylist(name: "Evening", content: .query("alpha")))
        #expect(rig.next() == LibraryDifference())
        #expect(rig.changes.last?.playlists.map(\.name).prefix(2) == ["Evening", "favourites"])
        #expect(rig.monitor.library.item(at: 0).user.isEmpty)
    }

    @Test func listsOfTheNetworkAreAskedForAgain() throws {
        let names = Mutex(["Alpha"])
        let server = try LoopbackServer { connection in
            connection.reply(text: Self.list(names.withLock { $0 }))
        }
        defer { server.stop() }
        let rig = try Rig([server.url("/list.m3u")])
        #expect(rig.names == ["Alpha"])
        names.withLock { $0 = ["Alpha", "Beta"] }
        // The list may arrive during the hour or after it.
        rig.loop.pass(.seconds(3600))
        #expect(rig.turn { rig.names == ["Alpha", "Beta"] })
        #expect(rig.changes.last?.difference.added.count == 1)
        server.stop()
        rig.loop.pass(.seconds(3600))
        // A list from the network cannot be fetched any more. Its stations stay in the library.
        #expect(rig.turn { !rig.monitor.failures.isEmpty })
        #expect(rig.names == ["Alpha", "Beta"])
    }

    @Test(arguments: [503, 404]) func whatDoesNotComeIsAskedForAgainSoon(status: Int) throws {
        let looks = Mutex(0)
        let server = try LoopbackServer { connection in
            let look = looks.withLock {
                $0 += 1
                return $0
            }
            if look < 3 { return connection.reply(status: "\(status) No") }
            connection.reply(text: Self.list(["Alpha"]))
        }
        defer { server.stop() }
        var policy = RetryPolicy.lists
        policy.steadyDelay = .milliseconds(1)
        let rig = try Rig([server.url("/list.m3u")], retry: policy)
        #expect(!rig.monitor.failures.isEmpty)
        // After the response that the list does not exist, the server gets its next request only when all lists are
        // checked again.
        guard status == 503 else { return #expect(looks.withLock(\.self) == 1) }
        let isThere = rig.loop.turn(passing: .milliseconds(20), untilElsewhere: { rig.names == ["Alpha"] })
        #expect(isThere && rig.monitor.failures.isEmpty)
    }
}
