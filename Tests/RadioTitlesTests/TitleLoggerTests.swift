import Glibc
import RadioFormats
import RadioLists
import RadioLoop
import TestSupport
import Testing

@testable import RadioTitles

/// The whole logger against stations on the loopback.
@Suite struct TitleLoggerTests {
    private let directory: TemporaryDirectory
    private let loop: EventLoop
    private var path: String { directory.path + "/log.jsonl" }

    init() throws {
        directory = try TemporaryDirectory()
        loop = try EventLoop()
    }

    private static func station() throws -> IcyServer {
        var settings = IcyServer.Settings()
        settings.metaint = 1024
        return try IcyServer(.mp3, settings: settings)
    }

    private func logger(
        _ events: @escaping (TitleLogger.Event) -> Void = { _ in }
    ) throws -> TitleLogger {
        let settings = TitleLogger.Settings(
            database: directory.path + "/titles.sqlite", log: LogTarget(.file(path)))
        return try TitleLogger(loop: loop, settings: settings, report: events)
    }

    private func named(_ id: String, _ server: IcyServer) -> TitleStation {
        TitleStation(Station(name: id.uppercased(), urls: [server.url], id: id))
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

    /// The log as `track one A`, in its order.
    private func log() throws -> [String] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(file, &bytes, bytes.count)
        var number = 0.0
        return try bytes[..<max(count, 0)].split(separator: UInt8(ascii: "\n")).map { line in
            let value = try JSONReader.read(Array(line))
            guard case .number(let seq)? = value["seq"], seq > number else {
                Issue.record("numbers do not grow")
                return ""
            }
            number = seq
            return [value["type"], value["station"]?["id"], value["title"] ?? value["reason"]].compactMap { $0?.string }
                .joined(separator: " ")
        }
    }

    private func wait(for line: String) throws {
        var found: [String] = []
        let isThere = loop.turn(untilElsewhere: {
            found = (try? log()) ?? []
            return found.contains(line)
        })
        #expect(isThere, "\(line) is not in \(found)")
    }

    @Test func titlesOfSeveralStationsAreWritten() throws {
        let (one, two) = (try Self.station(), try Self.station())
        one.setTitle("X - A")
        two.setTitle("Y - B")
        let logger = try logger()
        begin(logger, [named("one", one), named("two", two), named("one", two)])
        try wait(for: "track one A")
        try wait(for: "track two B")
        one.setTitle("X - C")
        try wait(for: "track one C")
        let tally = logger.tally
        #expect(tally.stations == 2, "an id is followed once")
        #expect(tally.following == 2 && tally.named == 2 && tally.titles == 3 && tally.bytes > 4096)
        stop(logger)
        #expect(try log().sorted() == ["end one A", "track one A", "track one C", "track two B"])
        one.stop()
        two.stop()
    }

    /// The time between two runs is a gap, and what the station still plays is no new track.
    @Test func aRestartIsAGapAndTheSameTitleGoesOn() throws {
        let one = try Self.station()
        one.setTitle("X - A")
        var first: TitleLogger? = try logger()
        begin(first!, [named("one", one)])
        try wait(for: "track one A")
        stop(first!)
        first = nil
        let second = try logger()
        begin(second, [named("one", one)])
        try wait(for: "gap one restart")
        // Taken by the connection that is there.
        one.setTitle("X - A")
        #expect(loop.turn { second.tally.titles == 1 })
        one.setTitle("X - B")
        try wait(for: "track one B")
        stop(second)
        #expect(try log() == ["track one A", "gap one restart", "end one A", "track one B"])
        one.stop()
    }

    @Test func aStationThatGoesIsAskedAgain() throws {
        let one = try Self.station()
        one.setTitle("X - A")
        var events: [String] = []
        let logger = try logger {
            switch $0 {
            case .came(let station): events.append("came \(station)")
            case .went(let station, let reason): events.append("went \(station): \(reason)")
            case .storeStuck, .storeRecovered, .logStuck, .logRecovered, .logClosed: break
            }
        }
        begin(logger, [named("one", one)])
        try wait(for: "track one A")
        one.setTitle("X - B")
        one.drop()
        try wait(for: "track one B")
        #expect(events == ["came ONE", "went ONE: connection lost", "came ONE"])
        stop(logger)
        #expect(try log() == ["track one A", "gap one connection lost", "end one A", "track one B"])
        one.stop()
    }

    /// Another list: what stays is not touched, what goes is closed, what comes is followed.
    @Test func theListCanChange() throws {
        let (one, two, three) = (try Self.station(), try Self.station(), try Self.station())
        for (server, title) in [(one, "A"), (two, "B"), (three, "C")] { server.setTitle("X - \(title)") }
        let logger = try logger()
        begin(logger, [named("one", one), named("two", two)])
        try wait(for: "track one A")
        try wait(for: "track two B")
        logger.update([named("two", two), named("three", three)])
        try wait(for: "track three C")
        two.setTitle("X - D")
        try wait(for: "track two D")
        #expect(two.connectionCount == 1)
        #expect(logger.tally.stations == 2 && logger.tally.titles == 4)
        // Back again: the time between is a gap.
        one.setTitle("X - A")
        logger.update([named("one", one), named("two", two), named("three", three)])
        try wait(for: "gap one not followed")
        stop(logger)
        #expect(try log().filter { $0.hasPrefix("track") }.count == 4)
        for server in [one, two, three] { server.stop() }
    }

    /// Lines that were durable when the program was killed, and not yet in the log, come with the next run.
    @Test func whatAKilledRunDidNotWriteIsWrittenLater() throws {
        let database = directory.path + "/titles.sqlite"
        do {
            let full = realpath(directory.path, nil)
            defer { free(full) }
            let log = String(cString: full!) + "/log.jsonl"
            let killed = try TitleDatabase(path: database)
            let line = "{\"type\":\"track\",\"station\":{\"id\":\"one\"},\"title\":\"Z\"}"
            let other = "{\"type\":\"track\",\"station\":{\"id\":\"one\"},\"title\":\"elsewhere\"}"
            _ = try killed.write(TitleDatabase.Batch(lines: [line, line], log: log))
            _ = try killed.write(TitleDatabase.Batch(lines: [other], log: "/elsewhere.jsonl"))
        }
        let logger = try logger()
        begin(logger, [])
        try wait(for: "track one Z")
        stop(logger)
        #expect(try log() == ["track one Z", "track one Z"])
        // Once.
        let next = try self.logger()
        begin(next, [])
        stop(next)
        #expect(try log().count == 2)
    }

    @Test func aLogOfSomebodyElseIsNoPlaceToBegin() throws {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        try #require(write(file, "notes\n", 6) == 6)
        close(file)
        let logger = try logger()
        var failure: TitleLogger.Failure?
        logger.start([]) { if case .failure(let why) = $0 { failure = why } }
        #expect(loop.turn { failure != nil })
        #expect(failure == .log(.foreign(path)))
    }
}
