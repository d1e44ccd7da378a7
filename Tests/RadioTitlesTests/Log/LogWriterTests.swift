import Glibc
import RadioLoop
import TestSupport
import Testing

@testable import RadioTitles

@Suite struct LogWriterTests {
    /// The worker refuses the writer's jobs. Opening and closing then complete with an error, and not before `open` has
    /// returned.
    @Test func whatTheWorkerRefusesIsAnswered() throws {
        let directory = try TemporaryDirectory()
        let loop = try EventLoop.byHand()
        let worker = BlockingWorker(loop: loop)
        let goOn = worker.fill()
        defer { goOn.raise() }
        let target = LogTarget(.file(directory.path + "/log.jsonl"))
        let writer = LogWriter(loop: loop, worker: worker, target: target, wallClock: { 0 }, report: { _ in })
        var number: Result<Int64, LogFileError>?
        writer.open { number = $0 }
        #expect(number == nil)
        #expect(loop.turn(within: .seconds(10)) { number != nil })
        guard case .failure(.noRoom)? = number else {
            Issue.record("it says \(String(describing: number))")
            return
        }
        var isClosed = false
        writer.close { isClosed = true }
        #expect(loop.turn(within: .seconds(10)) { isClosed })
    }

    /// A writer of a new log, and what it has reported.
    private final class Rig {
        let directory: TemporaryDirectory
        let loop: EventLoop
        var path: String { directory.path + "/log.jsonl" }
        private(set) var wants: [Int64] = []
        private(set) var safe: [Int64] = []
        private(set) var stuck: [LogFileError] = []
        private(set) var recoveries = 0
        private(set) var deleted: [String] = []

        init() throws {
            directory = try TemporaryDirectory()
            loop = try .byHand()
        }

        /// - Parameter clock: the error of the wall clock; nil for a clock that always shows 1970-01-01.
        func writer(
            to place: LogTarget.Place? = nil, synchronizing: Duration = .zero,
            keeping retention: TitleRetention = .init(),
            clock: Duration? = nil
        ) -> LogWriter {
            let loop = loop
            let wrong = clock.map { $0.nanoseconds / 1_000_000 }
            let writer = LogWriter(
                loop: loop, worker: BlockingWorker(loop: loop),
                target: LogTarget(place ?? .file(path), keeping: retention),
                wallClock: { wrong.map { loop.moment.wall + $0 } ?? 0 }, synchronizing: synchronizing
            ) { [weak self] event in
                guard let self else { return }
                switch event {
                case .wants(let number): wants.append(number)
                case .wrote(let number): safe.append(number)
                case .stuck(let error): stuck.append(error)
                case .recovered: recoveries += 1
                case .deleted(let path): deleted.append(path)
                case .closed: break
                }
            }
            var isOpen = false
            writer.open { isOpen = (try? $0.get()) != nil }
            #expect(loop.turn { isOpen })
            return writer
        }

        func lines(_ numbers: ClosedRange<Int64>) -> [TitleStore.Line] {
            numbers.map { TitleStore.Line(number: $0, text: "{\"type\":\"track\"}") }
        }

        /// Returns the numbers of the lines in the log, in order.
        func numbers() throws -> [Int64] {
            let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            try #require(file >= 0)
            defer { Glibc.close(file) }
            var bytes = [UInt8](repeating: 0, count: 4 << 20)
            let count = read(file, &bytes, bytes.count)
            return bytes[..<max(count, 0)].split(separator: UInt8(ascii: "\n")).compactMap {
                LogLine.number(of: $0, .jsonLines)
            }
        }

        func close(_ writer: LogWriter) {
            var isClosed = false
            writer.close { isClosed = true }
            #expect(loop.turn { isClosed })
        }
    }

    /// An earlier run has left more lines in the store than one reading returns. The writer reads all of them, while
    /// the lines of this run wait.
    @Test func allThatAnEarlierRunLeftComesFirst() throws {
        let rig = try Rig()
        let writer = rig.writer()
        writer.catchUp(rig.lines(1...10_000))
        writer.write(rig.lines(10_006...10_007))
        #expect(rig.loop.turn(within: .seconds(10)) { rig.wants == [10_000] })
        writer.catchUp(rig.lines(10_001...10_007))
        writer.write(rig.lines(10_008...10_009))
        rig.close(writer)
        #expect(try rig.numbers() == Array(1...10_009))
    }

    /// More lines wait than the writer keeps in memory. All are written once and in order, and none is reported as safe
    /// before it is in the log.
    @Test func whatWasLetGoComesInItsOrder() throws {
        let rig = try Rig()
        let writer = rig.writer()
        writer.catchUp([])
        writer.write(rig.lines(1...15_000))
        writer.write(rig.lines(15_001...30_000))
        #expect(rig.loop.turn { rig.wants == [15_000] })
        // These lines are written while the store is read, which will return them, too. They must not be written twice.
        writer.write(rig.lines(30_001...30_010))
        writer.catchUp(rig.lines(15_001...25_000))
        #expect(rig.loop.turn(within: .seconds(10)) { rig.wants == [15_000, 25_000] })
        #expect(rig.safe.last == 25_000)
        writer.write(rig.lines(30_011...30_020))
        writer.catchUp(rig.lines(25_001...30_020))
        writer.write(rig.lines(30_021...30_030))
        #expect(rig.loop.turn { rig.safe.last == 30_030 })
        #expect(rig.wants.count == 2)
        #expect(try rig.numbers() == Array(1...30_030))
        rig.close(writer)
    }

    /// A line is reported as safe, and may leave the store, only when the log was synchronised with the disk, which is
    /// rarely.
    @Test func linesAreInTheFileBeforeTheyAreSafe() throws {
        let rig = try Rig()
        let writer = rig.writer(synchronizing: .milliseconds(400))
        writer.catchUp([])
        for number: Int64 in 1...20 {
            writer.write(rig.lines(number...number))
            #expect(rig.loop.turn { (try? rig.numbers().last) == number })
        }
        #expect(rig.safe.count <= 1, "not with each")
        rig.loop.pass(.milliseconds(400))
        #expect(rig.loop.turn { rig.safe.last == 20 })
        writer.write(rig.lines(21...21))
        rig.close(writer)
        #expect(rig.safe.last == 21)
    }

    /// The store cannot be read, so the writer tries again.
    @Test func aReadThatFailsIsTriedAgain() throws {
        let rig = try Rig()
        let writer = rig.writer()
        writer.catchUp(rig.lines(1...10_000))
        #expect(rig.loop.turn(within: .seconds(10)) { rig.wants == [10_000] })
        writer.catchUp(nil)
        writer.write(rig.lines(10_003...10_003))
        rig.loop.pass(LogWriter.retryAfter)
        #expect(rig.loop.turn(within: .seconds(10)) { rig.wants == [10_000, 10_000] })
        writer.catchUp(rig.lines(10_001...10_003))
        rig.close(writer)
        #expect(try rig.numbers() == Array(1...10_003))
    }

    /// Not all lines are written when the writer closes. A file is left as it is, because the next run continues it. A
    /// stream must be completed now.
    @Test(arguments: [true, false]) func theEndOfOneThatIsBehind(_ isStream: Bool) throws {
        let rig = try Rig()
        let file = Glibc.open(rig.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        try #require(file >= 0)
        defer { Glibc.close(file) }
        let writer = rig.writer(to: isStream ? .descriptor(file) : nil)
        writer.catchUp([])
        writer.write(rig.lines(1...15_000))
        writer.write(rig.lines(15_001...30_000))
        var isClosed = false
        writer.close { isClosed = true }
        if isStream {
            #expect(rig.loop.turn(within: .seconds(10)) { rig.wants == [15_000] })
            #expect(!isClosed)
            writer.catchUp(rig.lines(15_001...25_000))
            #expect(rig.loop.turn(within: .seconds(10)) { rig.wants == [15_000, 25_000] })
            writer.catchUp(rig.lines(25_001...30_000))
        }
        #expect(rig.loop.turn(within: .seconds(10)) { isClosed })
        #expect(try rig.numbers() == Array(1...(isStream ? 30_000 : 15_000)))
    }

    /// Some lines cannot be read from the store. The stream ends without them.
    @Test func aStreamEndsWithoutWhatCannotBeRead() throws {
        let rig = try Rig()
        let file = Glibc.open(rig.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        try #require(file >= 0)
        defer { Glibc.close(file) }
        let writer = rig.writer(to: .descriptor(file))
        writer.catchUp(rig.lines(1...10_000))
        var isClosed = false
        writer.close { isClosed = true }
        #expect(rig.loop.turn(within: .seconds(10)) { rig.wants == [10_000] })
        writer.catchUp(nil)
        #expect(rig.loop.turn(within: .seconds(10)) { isClosed })
    }

    /// Another program locks the new file. The writer tries to open it again, also when no new line comes.
    @Test func aFileThatCannotBeOpenedAgainIsTriedAgain() throws {
        let rig = try Rig()
        let writer = rig.writer()
        writer.catchUp(rig.lines(1...2))
        #expect(rig.loop.turn(within: .seconds(10)) { rig.safe == [2] })
        try #require(rename(rig.path, rig.path + ".old") == 0)
        var other: LogFile? = try LogFile(LogTarget(.file(rig.path)))
        writer.reopen()
        #expect(rig.loop.turn(within: .seconds(10)) { rig.stuck == [.inUse(rig.path)] })
        writer.write(rig.lines(3...3))
        withExtendedLifetime(other) {}
        other = nil
        rig.loop.pass(LogWriter.retryAfter)
        #expect(rig.loop.turn(within: .seconds(10)) { rig.safe == [2, 3] })
        #expect(rig.recoveries == 1)
        #expect(try rig.numbers() == [3])
        rig.close(writer)
    }

    /// Rotated files of the last sixty days wait. The clock is a hundred days ahead, so all seem too old. None is
    /// deleted, and those that become too old are deleted one by one.
    @Test func `a clock that is ahead deletes no rotated file`() throws {
        let rig = try Rig()
        let day: Int64 = 86_400_000
        let now = rig.loop.moment.wall
        func name(_ age: Int64) -> String {
            rig.directory.path + "/log-\(WallClock.text(ofDay: Int(now / day - age))).jsonl"
        }
        for age in Int64(1)...60 {
            let file = Glibc.open(name(age), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
            try #require(file >= 0)
            Glibc.close(file)
            let time = timespec(tv_sec: Int((now - age * day) / 1000), tv_nsec: 0)
            var times = (time, time)
            let code = withUnsafePointer(to: &times) {
                $0.withMemoryRebound(to: timespec.self, capacity: 2) { utimensat(AT_FDCWD, name(age), $0, 0) }
            }
            try #require(code == 0)
        }
        let retention = TitleRetention(age: .seconds(61 * 86_400))
        let writer = rig.writer(keeping: retention, clock: .seconds(100 * 86_400))
        writer.catchUp(rig.lines(1...3))
        #expect(rig.loop.turn { rig.safe == [3] })
        rig.loop.pass(.seconds(86_400))
        #expect(rig.deleted.isEmpty)
        // The process has run for three days and a bit: the two oldest files are 62 and 63 days old.
        rig.loop.pass(.seconds(2 * 86_400 + 3600))
        #expect(rig.loop.turn(passing: .seconds(60), untilElsewhere: { rig.deleted.count == 2 }))
        #expect(rig.deleted == [name(60), name(59)])
        rig.close(writer)
    }

    /// Deletion keeps up with rotation by size, however fast the log grows.
    @Test func `files together stay within their size`() throws {
        let rig = try Rig()
        let target = LogTarget(.file(rig.path), rotation: .size(4096), keeping: TitleRetention(bytes: 1 << 20))
        let file = try LogFile(target)
        let text = String(repeating: "x", count: 3000)
        for number in Int64(1)...1000 { try file.append([(number, "{\"a\":\"\(text)\"}")], now: 0) }
        #expect(file.takeDeleted().count > 600 && file.takeDeleted().isEmpty)
        #expect(LogShelf(path: rig.path).files().reduce(0) { $0 + $1.size } <= 1 << 20)
    }
}
