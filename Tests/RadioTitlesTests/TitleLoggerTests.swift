import Glibc
import RadioFormats
import RadioLists
import RadioLoop
import TestSupport
import Testing

@testable import RadioTitles

/// The whole logger, with stations on this computer.
@Suite struct TitleLoggerTests {
    private let rig: LoggerRig

    init() throws { rig = try LoggerRig() }

    private static func station() throws -> IcyServer {
        var settings = IcyServer.Settings()
        settings.metaint = 1024
        return try IcyServer(.mp3, settings: settings)
    }

    private func logger(
        _ events: @escaping (TitleLogger.Event) -> Void = { _ in }
    ) throws -> TitleLogger {
        try TitleLogger(loop: rig.loop, settings: rig.settings, report: events)
    }

    private func named(_ id: String, _ server: IcyServer) -> TitleStation {
        rig.station(id, server.url)
    }

    @Test func titlesOfSeveralStationsAreWritten() throws {
        let (one, two) = (try Self.station(), try Self.station())
        one.setTitle("X - A")
        two.setTitle("Y - B")
        let logger = try logger()
        rig.begin(logger, [named("one", one), named("two", two), named("one", two)])
        try rig.wait(for: "track one A inBand")
        try rig.wait(for: "track two B inBand")
        one.setTitle("X - C")
        try rig.wait(for: "track one C inBand")
        let tally = logger.tally
        #expect(tally.stations == 2, "an id is followed once")
        #expect(tally.following == 2 && tally.named == 2 && tally.titles == 3 && tally.bytes > 4096)
        rig.stop(logger)
        #expect(
            try rig.log().sorted() == ["end one A", "track one A inBand", "track one C inBand", "track two B inBand"])
        one.stop()
        two.stop()
    }

    /// Two loggers would count each song of one database twice.
    @Test func onlyOneLoggerUsesADatabase() throws {
        let first = try logger()
        rig.begin(first, [])
        var settings = rig.settings
        settings.log = nil
        func begin(_ other: TitleLogger) -> Result<Void, TitleLogger.Failure>? {
            var result: Result<Void, TitleLogger.Failure>?
            other.start([]) { result = $0 }
            #expect(rig.turn { result != nil })
            return result
        }
        let second = try TitleLogger(loop: rig.loop, settings: settings) { _ in }
        guard case .failure(.store(.busy(let words))) = begin(second) else {
            Issue.record("it begins")
            return
        }
        #expect(words.contains("process \(getpid()) ") && words.contains(settings.database))
        #expect(words.contains("log.jsonl"), "\(words)")
        rig.stop(first)
        let third = try TitleLogger(loop: rig.loop, settings: settings) { _ in }
        guard case .success = begin(third) else {
            Issue.record("it does not begin")
            return
        }
        rig.stop(third)
    }

    /// Each link of an Ogg station is one track. A new connection may begin with the link that was recorded last. It is
    /// not recorded again.
    @Test(arguments: ChainSample.all) func linksOfAnOggStation(_ chain: ChainSample) throws {
        let bytes = try chain.read()
        let second = try #require(
            ChainSample.pages(of: bytes).map(\.lowerBound).filter { bytes[$0 + 5] & 2 != 0 }.last)
        let (goOn, drop) = (TestSignal(), TestSignal())
        let server = try LoopbackServer { connection in
            connection.send("HTTP/1.0 200 OK\r\nContent-Type: application/ogg\r\nicy-name: One\r\n\r\n")
            guard !drop.isRaised else {
                connection.send(Array(bytes[second...]))
                return connection.waitUntilClosed()
            }
            connection.send(Array(bytes[..<second]))
            goOn.wait()
            connection.send(Array(bytes[second...]))
            drop.wait()
        }
        defer { server.stop() }
        let logger = try logger()
        rig.begin(logger, [rig.station("one", server.url())])
        try rig.wait(for: "track one Song 1 inBand")
        goOn.raise()
        try rig.wait(for: "track one Song 2 inBand")
        drop.raise()
        #expect(rig.turn { logger.tally.titles >= 3 })
        rig.stop(logger)
        let tracks = try rig.log().filter { $0.hasPrefix("track") }
        #expect(tracks == ["track one Song 1 inBand", "track one Song 2 inBand"])
    }

    /// A station sends two thousand long titles in windows-1251 at once. Few of them are read in a second, and one
    /// record counts the others.
    @Test func `a flood of titles costs little`() throws {
        let count = 2000
        let (goOn, isSent) = (TestSignal(), TestSignal())
        let sound = try Sample.mp3.read()
        let server = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: audio/mpeg", "icy-metaint: 16"])
            var place = 0
            func send(_ metadata: [UInt8]) -> Bool {
                let blocks = (metadata.count + 15) / 16
                var bytes = Array(sound[place..<place + 16])
                place = (place + 16) % (sound.count / 16 * 16)
                bytes.append(UInt8(blocks))
                bytes += metadata
                bytes += [UInt8](repeating: 0, count: blocks * 16 - metadata.count)
                return connection.send(bytes)
            }
            for _ in 0..<1000 { _ = send([]) }
            while !goOn.isRaised, send([]) { connection.pause(milliseconds: 2) }
            for number in 0..<count {
                var title = Array("StreamTitle='\(number) - ".utf8)
                title += [UInt8](repeating: 0xE9, count: 1000)
                title += Array("';".utf8)
                _ = send(title)
            }
            isSent.raise()
            while send([]) { connection.pause(milliseconds: 2) }
        }
        defer { server.stop() }
        var newest: String?
        let logger = try logger { if case .began(let track, _, _) = $0 { newest = track.artist } }
        rig.begin(logger, [rig.station("one", server.url())])
        #expect(rig.turn { logger.tally.following == 1 })
        let before = logger.tally.bytes
        goOn.raise()
        #expect(rig.loop.turn(untilElsewhere: { isSent.isRaised && logger.tally.bytes - before > count * 1040 }))
        #expect(logger.tally.titles > 0 && logger.tally.titles < 100, "\(logger.tally.titles) while no time passes")
        #expect(rig.turn { logger.tally.titles == count })
        #expect(rig.turn { newest == "\(count - 1)" })
        rig.stop(logger)
        let log = try rig.log()
        let gaps = log.filter { $0.hasPrefix("gap") }
        let tracks = log.count { $0.hasPrefix("track") }
        #expect(gaps == ["gap one too many titles (\(count - tracks) not recorded)"], "\(log.suffix(5))")
    }

    /// The logger restarts. The time between the runs is a gap. A station with the same song as before gets no new
    /// track.
    @Test func aRestartIsAGapAndTheSameTitleGoesOn() throws {
        let one = try Self.station()
        one.setTitle("X - A")
        var first: TitleLogger? = try logger()
        rig.begin(first!, [named("one", one)])
        try rig.wait(for: "track one A inBand")
        rig.stop(first!)
        first = nil
        let second = try logger()
        rig.begin(second, [named("one", one)])
        try rig.wait(for: "gap one restart")
        // The title is sent to the connection that is open now.
        one.setTitle("X - A")
        #expect(rig.turn { second.tally.titles == 1 })
        one.setTitle("X - B")
        try rig.wait(for: "track one B inBand")
        rig.stop(second)
        #expect(try rig.log() == ["track one A inBand", "gap one restart", "end one A", "track one B inBand"])
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
            case .storeStuck, .storeRecovered, .logStuck, .logRecovered, .logClosed, .began, .storeBegunAnew,
                .deletedRecords,
                .deletedFile:
                break
            }
        }
        rig.begin(logger, [named("one", one)])
        try rig.wait(for: "track one A inBand")
        one.setTitle("X - B")
        one.drop()
        try rig.wait(for: "track one B inBand")
        #expect(events == ["came ONE", "went ONE: connection lost", "came ONE"])
        rig.stop(logger)
        #expect(try rig.log() == ["track one A inBand", "gap one connection lost", "end one A", "track one B inBand"])
        one.stop()
    }

    /// The list changes. Stations that stay in it keep their connections, removed ones are disconnected, and new ones
    /// are followed.
    @Test func theListCanChange() throws {
        let (one, two, three) = (try Self.station(), try Self.station(), try Self.station())
        for (server, title) in [(one, "A"), (two, "B"), (three, "C")] { server.setTitle("X - \(title)") }
        let logger = try logger()
        rig.begin(logger, [named("one", one), named("two", two)])
        try rig.wait(for: "track one A inBand")
        try rig.wait(for: "track two B inBand")
        logger.update([named("two", two), named("three", three)])
        try rig.wait(for: "track three C inBand")
        two.setTitle("X - D")
        try rig.wait(for: "track two D inBand")
        #expect(two.connectionCount == 1)
        #expect(logger.tally.stations == 2 && logger.tally.titles == 4)
        // The station is in the list again. The time in between is a gap.
        one.setTitle("X - A")
        logger.update([named("one", one), named("two", two), named("three", three)])
        try rig.wait(for: "gap one not followed")
        rig.stop(logger)
        #expect(try rig.log().filter { $0.hasPrefix("track") }.count == 4)
        for server in [one, two, three] { server.stop() }
    }

    /// Only the tags or the bit rate of a station change in the list. Its connection stays.
    @Test func whatTheListSaysBesidesDoesNotTouchAStation() throws {
        let (one, two) = (try Self.station(), try Self.station())
        one.setTitle("X - A")
        two.setTitle("X - B")
        let logger = try logger()
        rig.begin(logger, [named("one", one)])
        try rig.wait(for: "track one A inBand")
        var changed = named("one", one)
        changed.station.tags = ["jazz"]
        changed.station.bitRate = 128_000
        logger.update([changed, named("two", two)])
        try rig.wait(for: "track two B inBand")
        one.setTitle("X - C")
        try rig.wait(for: "track one C inBand")
        #expect(one.connectionCount == 1)
        rig.stop(logger)
        #expect(try !rig.log().contains { $0.hasPrefix("gap") })
        for server in [one, two] { server.stop() }
    }

    /// The list gives a station another name. The burst of its new connection repeats a track that has just ended,
    /// which does not begin again.
    @Test func aStationThatIsFollowedAnewKnowsWhatEnded() throws {
        let one = try Self.station()
        one.setTitle("X - A")
        let logger = try logger()
        rig.begin(logger, [named("one", one)])
        try rig.wait(for: "track one A inBand")
        one.setTitle("X - B")
        try rig.wait(for: "track one B inBand")
        var changed = named("one", one)
        changed.station.name = "Another"
        logger.update([changed])
        try rig.wait(for: "gap one not followed")
        let before = logger.tally.titles
        one.setTitle("X - A")
        #expect(rig.turn { logger.tally.titles == before + 1 })
        one.setTitle("X - C")
        try rig.wait(for: "track one C inBand")
        rig.stop(logger)
        let tracks = try rig.log().filter { $0.hasPrefix("track") }
        #expect(tracks == ["track one A inBand", "track one B inBand", "track one C inBand"])
        one.stop()
    }

    /// The list is read again while the log is still being opened. Lines of an earlier run are not lost.
    @Test func aListThatComesDuringTheStart() throws {
        let (one, two) = (try Self.station(), try Self.station())
        one.setTitle("X - A")
        let first = try logger()
        rig.begin(first, [named("one", one)])
        try rig.wait(for: "track one A inBand")
        rig.stop(first)
        // The server sends a title to all open connections, so the test waits until the old one is closed.
        #expect(rig.turn { one.connectionCount == 0 })
        one.setTitle("X - A")
        two.setTitle("X - B")
        let second = try logger()
        var isBegun = false
        second.start([named("one", one)]) { _ in isBegun = true }
        second.update([named("one", one), named("two", two)])
        #expect(rig.turn { isBegun })
        try rig.wait(for: "track two B inBand")
        #expect(rig.turn { second.tally.titles == 2 })
        rig.stop(second)
        let records = try rig.log()
        #expect(records.contains("gap one restart"))
        #expect(records.filter { $0.hasPrefix("track one") }.count == 1)
        for server in [one, two] { server.stop() }
    }

    /// Writes the start of a track, one hour ago, of a station that is in no list.
    private func leaveTrack(of id: String) throws {
        let began = LogMoment(wall: rig.loop.moment.wall - 3_600_000, asSeenFrom: rig.loop.moment)
        let database = try TitleDatabase(path: rig.directory.path + "/titles.sqlite")
        var detector = TrackDetector(at: began)
        let track = TrackInfo(kind: .song, artist: "X", title: "A", text: "X - A")
        let records = detector.show(track, from: .inBand, at: began)
        _ = try database.write(
            TitleDatabase.Batch(
                records: records.map { StationRecord(station: id, record: $0, offset: 0) },
                states: [
                    StationState(
                        id: id, name: id.uppercased(), seenUntil: began.wall + 1000, open: detector.open(at: began))
                ]))
    }

    /// A station is no longer in the list. Its open track ends in the log of the next run.
    @Test func aStationThatLeftTheListEndsItsTrack() throws {
        try leaveTrack(of: "one")
        let logger = try logger()
        rig.begin(logger, [])
        try rig.wait(for: "end one A")
        rig.stop(logger)
        #expect(try rig.log() == ["end one A"])
    }

    /// Stations are no longer in the list. Their tracks end once, also while records of other stations always wait for
    /// the disk.
    @Test func aStationThatLeftTheListEndsItsTrackWhileOthersPlay() throws {
        let two = try Self.station()
        two.setTitle("Y - B")
        let logger = try logger()
        rig.begin(logger, [named("two", two)])
        try rig.wait(for: "track two B inBand")
        try leaveTrack(of: "one")
        two.setTitle("Y - C")
        #expect(rig.turn { logger.tally.unwritten > 0 })
        logger.endAbandoned()
        #expect(logger.isLooking)
        try rig.wait(for: "end one A")
        // The track is found once, although its end has not been written yet.
        try leaveTrack(of: "three")
        let isThere = rig.turn {
            logger.endAbandoned()
            return (try? rig.log().contains("end three A")) == true
        }
        #expect(isThere)
        rig.stop(logger)
        let ends = try rig.log().filter { $0.hasPrefix("end") && !$0.hasPrefix("end two") }
        #expect(ends == ["end one A", "end three A"])
        two.stop()
    }

    /// The program was killed. The next run writes those lines to the log that only the store had.
    @Test func whatAKilledRunDidNotWriteIsWrittenLater() throws {
        let database = rig.directory.path + "/titles.sqlite"
        do {
            let full = realpath(rig.directory.path, nil)
            defer { free(full) }
            let log = String(cString: full!) + "/log.jsonl"
            let killed = try TitleDatabase(path: database)
            let line = "{\"type\":\"track\",\"station\":{\"id\":\"one\"},\"title\":\"Z\"}"
            let other = "{\"type\":\"track\",\"station\":{\"id\":\"one\"},\"title\":\"elsewhere\"}"
            _ = try killed.write(TitleDatabase.Batch(lines: [line, line], log: log))
            _ = try killed.write(TitleDatabase.Batch(lines: [other], log: "/elsewhere.jsonl"))
        }
        let logger = try logger()
        rig.begin(logger, [])
        try rig.wait(for: "track one Z")
        rig.stop(logger)
        #expect(try rig.log() == ["track one Z", "track one Z"])
        // A third run does not write them again.
        let next = try self.logger()
        rig.begin(next, [])
        rig.stop(next)
        #expect(try rig.log().count == 2)
    }

    /// The program was killed with more waiting lines than one reading of the store returns. The next run writes all of
    /// them.
    @Test func allThatAKilledRunDidNotWriteIsWrittenLater() throws {
        let database = try TitleDatabase(path: rig.directory.path + "/titles.sqlite")
        let full = realpath(rig.directory.path, nil)
        defer { free(full) }
        let log = String(cString: full!) + "/log.jsonl"
        let count = TitleStore.maximumLeft * 2 + 5
        let lines = [String](repeating: "{\"type\":\"gap\"}", count: count)
        _ = try database.write(TitleDatabase.Batch(lines: lines, log: log))
        // The end of this track is a line of the new run. It may be in the store before all older lines are in the log.
        try leaveTrack(of: "one")
        let logger = try logger()
        rig.begin(logger, [])
        let isDone = rig.turn { (try? numbersInLog()) == Array(1...count + 1) }
        #expect(isDone)
        rig.stop(logger)
        #expect(try numbersInLog() == Array(1...count + 1))
        #expect(try database.lines(after: 0, of: log, atMost: 10).isEmpty)
    }

    private func numbersInLog() throws -> [Int] {
        let file = open(rig.path, O_RDONLY | O_CLOEXEC)
        try #require(file >= 0)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 2 << 20)
        let count = read(file, &bytes, bytes.count)
        return bytes[..<max(count, 0)].split(separator: UInt8(ascii: "\n")).compactMap {
            LogLine.number(of: $0, .jsonLines).map(Int.init)
        }
    }

    @Test func aLogOfSomebodyElseIsNoPlaceToBegin() throws {
        let file = open(rig.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        try #require(write(file, "notes\n", 6) == 6)
        close(file)
        let logger = try logger()
        var failure: TitleLogger.Failure?
        logger.start([]) { if case .failure(let why) = $0 { failure = why } }
        #expect(rig.turn { failure != nil })
        #expect(failure == .log(.foreign(rig.path)))
    }
}
