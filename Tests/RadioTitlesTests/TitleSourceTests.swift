import Glibc
import RadioFormats
import RadioLists
import RadioLoop
import TestSupport
import Testing

@testable import RadioTitles

/// Where the logger gets titles from: the sound, the server's status page, or first the sound and then the page, when
/// both have agreed.
@Suite(.serialized) struct TitleSourceTests {
    private let rig: LoggerRig

    /// The loop's time passes more slowly than in other tests, only three times as fast as real time, because the
    /// servers send pages and sound in real time.
    init() throws { rig = try LoggerRig(step: .milliseconds(6)) }

    private func logger(_ source: FollowedSource, checkEvery: Duration = .seconds(600)) throws -> TitleLogger {
        var settings = rig.settings
        settings.source = source
        settings.pace.period = .milliseconds(400)
        settings.pace.tolerance = .seconds(2)
        settings.pace.checkEvery = checkEvery
        settings.pace.avoidance.steadyDelay = .seconds(2)
        return try TitleLogger(loop: rig.loop, settings: settings) { _ in }
    }

    // MARK: Real servers

    /// The mount repeats an Ogg chain of two links.
    @Test(.enabled(if: IcecastServer.isInstalled), arguments: ChainSample.all)
    func `an Ogg mount of an Icecast`(_ chain: ChainSample) throws {
        let icecast = try IcecastServer()
        let sound = try chain.read()
        let source = try icecast.feed(
            "/radio", sound, bytesPerSecond: sound.count / 4, contentType: "application/ogg")
        let logger = try logger(.stream)
        rig.begin(logger, [rig.station("one", icecast.url("/radio"))])
        for line in ["one Song 1", "one Song 2"] { try rig.wait(for: "track \(line) inBand") }
        rig.stop(logger)
        let tracks = try rig.log().filter { $0.hasPrefix("track") }
        #expect(zip(tracks, tracks.dropFirst()).allSatisfy { $0 != $1 }, "\(tracks)")
        source.stop()
        icecast.stop()
    }

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
        rig.begin(logger, zip(["one", "two", "three"], mounts).map { rig.station($0, icecast.url($1)) })
        let first = source == .auto ? "inBand" : "statusPage"
        for line in ["one A", "two B", "three Ç & \"D\""] { try rig.wait(for: "track \(line) \(first)") }
        #expect(rig.turn { logger.tally.onPages == 3 })
        #expect(logger.tally.following == 3 && logger.tally.named == 3)
        // The logger has closed its connections to the sound, so titles come only from the page.
        try set(["E", "F", "1979"])
        for line in ["one E", "two F", "three 1979"] { try rig.wait(for: "track \(line) statusPage") }
        // The title `-` makes the page invalid JSON. The titles of the other mounts are still read.
        try icecast.setTitle("-", on: "/three.mp3")
        try icecast.setTitle("X - G", on: "/one.mp3")
        try rig.wait(for: "track one G statusPage")
        #expect(logger.tally.onPages == 3)
        // A source ends, and its mount disappears from the page.
        sources[1].stop()
        #expect(rig.turn { logger.tally.following == 2 })
        rig.stop(logger)
        let records = try rig.log()
        #expect(Set(records).count == records.count, "no track comes twice: \(records)")
        #expect(records.filter { $0.hasPrefix("track") }.count == 7)
        icecast.stop()
    }

    // MARK: What it costs

    /// Eight stations of one server need one connection for the status page. With the source `auto`, each also needs a
    /// short connection to its sound.
    @Test(arguments: [(FollowedSource.auto, 8), (.status, 0)])
    func `connections to a server`(_ source: FollowedSource, _ listens: Int) throws {
        let server = try PagedStation("X - A")
        defer { server.stop() }
        let logger = try logger(source)
        let ids = (1...8).map { "s\($0)" }
        rig.begin(logger, ids.map { rig.station($0, server.url + "?\($0)") })
        #expect(rig.turn { logger.tally.onPages == 8 })
        server.set(sound: "X - B")
        server.set(page: "X - B")
        for id in ids { try rig.wait(for: "track \(id) B statusPage") }
        #expect(server.listens == listens)
        #expect(server.accepted <= listens + StatusServers.maximumHostConnections)
        rig.stop(logger)
    }

    // MARK: Wrong pages

    /// The status page stops changing. A comparison with the sound shows this, and titles come from the sound again.
    @Test func `a page that goes stale`() throws {
        let server = try PagedStation("X - A")
        defer { server.stop() }
        let logger = try logger(.auto, checkEvery: .seconds(3))
        rig.begin(logger, [rig.station("one", server.url)])
        try rig.wait(for: "track one A inBand")
        #expect(rig.turn { logger.tally.onPages == 1 })
        #expect(server.listens == 1)
        server.set(sound: "X - B")
        // The page still shows A, and so does the log, until the page is compared with the sound again.
        try rig.wait(for: "track one B inBand")
        #expect(logger.tally.onPages == 0 && server.listens == 2)
        // From now on, the page's titles are ignored.
        server.set(page: "X - Z")
        server.set(sound: "X - C")
        try rig.wait(for: "track one C inBand")
        rig.stop(logger)
        #expect(
            try rig.log() == [
                "track one A inBand", "end one A", "track one B inBand", "end one B", "track one C inBand",
            ])
    }

    /// Each comparison with the sound confirms the page. It costs only a short connection.
    @Test func `a page that is right stays`() throws {
        let server = try PagedStation("X - A")
        defer { server.stop() }
        let logger = try logger(.auto, checkEvery: .seconds(1))
        rig.begin(logger, [rig.station("one", server.url)])
        try rig.wait(for: "track one A inBand")
        server.set(sound: "X - B")
        server.set(page: "X - B")
        #expect(
            rig.turn { server.listens >= 4 })
        #expect(logger.tally.onPages == 1)
        rig.stop(logger)
        let tracks = try rig.log().filter { $0.hasPrefix("track") }
        #expect(tracks.map { $0.prefix(11) } == ["track one A", "track one B"], "\(tracks)")
    }

    /// The page never agrees with the sound, fails, or loses the mount. Titles come from the sound.
    @Test func `pages that do not help`() throws {
        let (wrong, none, lost) = (try PagedStation("X - A"), try PagedStation("X - B"), try PagedStation("X - C"))
        defer { for server in [wrong, none, lost] { server.stop() } }
        wrong.set(page: "X - Z")
        none.dropPage()
        let logger = try logger(.auto)
        rig.begin(
            logger, [rig.station("wrong", wrong.url), rig.station("none", none.url), rig.station("lost", lost.url)])
        try rig.wait(for: "track wrong A inBand")
        try rig.wait(for: "track none B inBand")
        #expect(rig.turn { logger.tally.onPages == 1 })
        lost.set(page: nil)
        #expect(
            rig.turn { lost.listens == 2 && logger.tally.following == 3 })
        #expect(logger.tally.onPages == 0)
        for (server, title) in [(wrong, "D"), (none, "E"), (lost, "F")] { server.set(sound: "X - \(title)") }
        for line in ["wrong D", "none E", "lost F"] { try rig.wait(for: "track \(line) inBand") }
        rig.stop(logger)
        #expect(try rig.log().contains("gap lost not on the status page"))
        #expect(wrong.listens == 1 && none.listens == 1)
    }

    /// The page is the only source of titles. Each time without it is a gap.
    @Test func `only the page`() throws {
        let server = try PagedStation("X - A")
        defer { server.stop() }
        let logger = try logger(.status)
        rig.begin(logger, [rig.station("one", server.url)])
        try rig.wait(for: "track one A statusPage")
        server.set(page: nil)
        #expect(rig.turn { logger.tally.following == 0 })
        server.set(page: "X - A")
        #expect(rig.turn { logger.tally.following == 1 })
        server.set(page: "X - B")
        try rig.wait(for: "track one B statusPage")
        rig.stop(logger)
        #expect(server.listens == 0)
        #expect(
            try rig.log() == [
                "track one A statusPage", "gap one not on the status page", "end one A", "track one B statusPage",
            ])
    }
}
