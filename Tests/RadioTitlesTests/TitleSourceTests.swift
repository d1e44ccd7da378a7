import Glibc
import RadioFormats
import RadioLists
import RadioLoop
import TestSupport
import Testing

@testable import RadioTitles

/// Where the logger reads titles: the sound, the server's page, or the one until the other was seen to agree.
@Suite(.serialized) struct TitleSourceTests {
    private let directory: TemporaryDirectory
    private let loop: EventLoop

    init() throws {
        directory = try TemporaryDirectory()
        loop = try EventLoop()
    }

    private func logger(_ source: FollowedSource, checkEvery: Duration = .seconds(600)) throws -> TitleLogger {
        var settings = TitleLogger.Settings(
            database: directory.path + "/titles.sqlite", log: LogTarget(.file(directory.path + "/log.jsonl")))
        settings.source = source
        settings.pace.period = .milliseconds(400)
        settings.pace.tolerance = .seconds(2)
        settings.pace.checkEvery = checkEvery
        settings.pace.shortAvoidance = .seconds(2)
        return try TitleLogger(loop: loop, settings: settings) { _ in }
    }

    private func station(_ id: String, _ url: String) -> TitleStation {
        TitleStation(Station(name: id.uppercased(), urls: [url], id: id))
    }

    private func begin(_ logger: TitleLogger, _ stations: [TitleStation]) {
        var isBegun = false
        logger.start(stations) {
            if case .failure(let failure) = $0 { Issue.record("\(failure)") }
            isBegun = true
        }
        #expect(loop.turn { isBegun })
    }

    private func stop(_ logger: TitleLogger) {
        var isOver = false
        logger.stop { isOver = true }
        #expect(loop.turn { isOver })
    }

    /// The log as `track one A inBand`.
    private func log() throws -> [String] {
        let file = open(directory.path + "/log.jsonl", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(file, &bytes, bytes.count)
        return try bytes[..<max(count, 0)].split(separator: UInt8(ascii: "\n")).map { line in
            let value = try JSONReader.read(Array(line))
            return [value["type"], value["station"]?["id"], value["title"] ?? value["reason"], value["source"]]
                .compactMap { $0?.string }.joined(separator: " ")
        }
    }

    private func wait(for line: String) throws {
        var found: [String] = []
        let isThere = loop.turn(within: .seconds(60)) {
            loop.turn(mayBlock: false)
            found = (try? log()) ?? []
            return found.contains(line)
        }
        #expect(isThere, "\(line) is not in \(found)")
    }

    // MARK: Real servers

    @Test(.enabled(if: IcecastServer.isInstalled), arguments: [FollowedSource.auto, .status])
    func `mounts of an Icecast`(_ source: FollowedSource) throws {
        let icecast = try IcecastServer()
        let mounts = ["/one.mp3", "/two.mp3", "/three.mp3"]
        let sources = try mounts.map { try icecast.feed($0, .mp3) }
        func set(_ titles: [String]) throws {
            for (mount, title) in zip(mounts, titles) { try icecast.setTitle("X - \(title)", on: mount) }
        }
        try set(["A", "B", "Ç & \"D\""])
        let logger = try logger(source)
        begin(logger, zip(["one", "two", "three"], mounts).map { station($0, icecast.url($1)) })
        let first = source == .auto ? "inBand" : "statusPage"
        for line in ["one A", "two B", "three Ç & \"D\""] { try wait(for: "track \(line) \(first)") }
        #expect(loop.turn(within: .seconds(60)) { logger.tally.onPages == 3 })
        #expect(logger.tally.following == 3 && logger.tally.named == 3)
        // The sound is left: nothing but pages comes.
        try set(["E", "F", "1979"])
        for line in ["one E", "two F", "three 1979"] { try wait(for: "track \(line) statusPage") }
        // A title of a dash breaks the page's JSON; the other mounts are read.
        try icecast.setTitle("-", on: "/three.mp3")
        try icecast.setTitle("X - G", on: "/one.mp3")
        try wait(for: "track one G statusPage")
        #expect(logger.tally.onPages == 3)
        // A source that goes takes its mount from the page.
        sources[1].stop()
        #expect(loop.turn(within: .seconds(60)) { logger.tally.following == 2 })
        stop(logger)
        let records = try log()
        #expect(Set(records).count == records.count, "no track comes twice: \(records)")
        #expect(records.filter { $0.hasPrefix("track") }.count == 7)
        icecast.stop()
    }

    // MARK: Pages that lie

    /// The page stands still after it was believed: the comparison finds out, and the sound tells again.
    @Test func `a page that goes stale`() throws {
        let server = try PagedStation("X - A")
        defer { server.stop() }
        let logger = try logger(.auto, checkEvery: .seconds(3))
        begin(logger, [station("one", server.url)])
        try wait(for: "track one A inBand")
        #expect(loop.turn(within: .seconds(60)) { logger.tally.onPages == 1 })
        #expect(server.listens == 1)
        server.set(sound: "X - B")
        // The page still says A, and so does the log, until the sound is heard again.
        try wait(for: "track one B inBand")
        #expect(logger.tally.onPages == 0 && server.listens == 2)
        // From now on the sound is believed, whatever the page says.
        server.set(page: "X - Z")
        server.set(sound: "X - C")
        try wait(for: "track one C inBand")
        stop(logger)
        #expect(
            try log() == ["track one A inBand", "end one A", "track one B inBand", "end one B", "track one C inBand"])
    }

    /// Comparisons that agree leave no trace but a connection for a moment.
    @Test func `a page that is right stays`() throws {
        let server = try PagedStation("X - A")
        defer { server.stop() }
        let logger = try logger(.auto, checkEvery: .seconds(1))
        begin(logger, [station("one", server.url)])
        try wait(for: "track one A inBand")
        server.set(sound: "X - B")
        server.set(page: "X - B")
        #expect(
            loop.turn(within: .seconds(60)) {
                loop.turn(mayBlock: false)
                return server.listens >= 4
            })
        #expect(logger.tally.onPages == 1)
        stop(logger)
        let tracks = try log().filter { $0.hasPrefix("track") }
        #expect(tracks.map { $0.prefix(11) } == ["track one A", "track one B"], "\(tracks)")
    }

    /// A page that never agrees is left alone; one that is away, or loses the mount, brings the sound back.
    @Test func `pages that do not help`() throws {
        let (wrong, none, lost) = (try PagedStation("X - A"), try PagedStation("X - B"), try PagedStation("X - C"))
        defer { for server in [wrong, none, lost] { server.stop() } }
        wrong.set(page: "X - Z")
        none.dropPage()
        let logger = try logger(.auto)
        begin(logger, [station("wrong", wrong.url), station("none", none.url), station("lost", lost.url)])
        try wait(for: "track wrong A inBand")
        try wait(for: "track none B inBand")
        #expect(loop.turn(within: .seconds(60)) { logger.tally.onPages == 1 })
        lost.set(page: nil)
        #expect(
            loop.turn(within: .seconds(60)) {
                loop.turn(mayBlock: false)
                return lost.listens == 2 && logger.tally.following == 3
            })
        #expect(logger.tally.onPages == 0)
        for (server, title) in [(wrong, "D"), (none, "E"), (lost, "F")] { server.set(sound: "X - \(title)") }
        for line in ["wrong D", "none E", "lost F"] { try wait(for: "track \(line) inBand") }
        stop(logger)
        #expect(try log().contains("gap lost not on the status page"))
        #expect(wrong.listens == 1 && none.listens == 1)
    }

    /// Nothing but the page: what it does not tell is a gap.
    @Test func `only the page`() throws {
        let server = try PagedStation("X - A")
        defer { server.stop() }
        let logger = try logger(.status)
        begin(logger, [station("one", server.url)])
        try wait(for: "track one A statusPage")
        server.set(page: nil)
        #expect(loop.turn(within: .seconds(60)) { logger.tally.following == 0 })
        server.set(page: "X - A")
        #expect(loop.turn(within: .seconds(60)) { logger.tally.following == 1 })
        server.set(page: "X - B")
        try wait(for: "track one B statusPage")
        stop(logger)
        #expect(server.listens == 0)
        #expect(
            try log() == [
                "track one A statusPage", "gap one not on the status page", "end one A", "track one B statusPage",
            ])
    }
}
