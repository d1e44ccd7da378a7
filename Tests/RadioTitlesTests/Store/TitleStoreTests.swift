import Glibc
import RadioFormats
import RadioLoop
import RadioStorage
import TestSupport
import Testing

@testable import RadioTitles

@Suite struct TitleStoreTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/titles.sqlite" }
    private let log = "/var/log/titles.jsonl"
    private let loop: EventLoop
    private let worker: BlockingWorker

    init() throws {
        directory = try TemporaryDirectory()
        loop = try .byHand()
        worker = BlockingWorker(loop: loop)
    }

    private func turn(until condition: () -> Bool) -> Bool {
        loop.turn(passing: .milliseconds(100), untilElsewhere: condition)
    }

    private final class Seen {
        var lines: [TitleStore.Line] = []
        var events: [String] = []
        var aside: String?
        /// The store from which this object takes lines when the store reports that lines for the log wait.
        weak var log: TitleStore?
        func take(_ event: TitleStore.Event) {
            switch event {
            case .wrote(let lines): self.lines += lines
            case .unwritten:
                // Each call returns some of the lines.
                while let part = log?.takeLines(), !part.isEmpty { lines += part }
            case .stuck: events.append("stuck")
            case .deleted(let count): events.append("deleted \(count)")
            case .recovered(let lost): events.append("recovered \(lost)")
            case .begunAnew(let aside):
                events.append(aside == nil ? "gone" : "aside")
                self.aside = aside
            }
        }
    }

    private func record(_ number: Int) -> StationRecord {
        StationRecord(
            station: "one",
            record: .track(
                TitleRecord.Begin(
                    at: TrackDetectorTests.moment(Double(number)), track: TrackDetectorTests.track("\(number)", .song),
                    source: .inBand)),
            offset: 0)
    }

    private func opened(
        _ path: String, _ seen: Seen, linesAfter number: Int64 = 0
    ) throws -> (TitleStore, TitleStore.Beginning) {
        let store = TitleStore(loop: loop, worker: worker, path: path) { seen.take($0) }
        var result: Result<TitleStore.Beginning, StorageError>?
        store.open(stations: ["one"], at: TrackDetectorTests.moment(0), log: log, linesAfter: number) {
            result = $0
        }
        #expect(turn { result != nil })
        return (store, try #require(try result?.get()))
    }

    @Test func linesComeInOrderAndOnceDurable() throws {
        let seen = Seen()
        let (store, beginning) = try opened(path, seen)
        #expect(beginning.states.isEmpty && beginning.lines.isEmpty)
        store.keep(StationState(id: "one", name: "One", seenUntil: 5))
        for number in 0..<5000 { store.add(record(number), line: "line \(number)") }
        #expect(seen.lines.isEmpty, "nothing before it is written")
        #expect(turn { seen.lines.count == 5000 })
        #expect(seen.lines.map(\.text) == (0..<5000).map { "line \($0)" })
        #expect(seen.lines.map(\.number) == (1...5000).map(Int64.init))
        #expect(
            try TitleDatabase(path: path).lines(after: 0, of: log, atMost: 10_000).count == 5000,
            "another process sees them")

        // Lines that the log has are not returned again, except those of a transaction that also has other lines.
        store.handedOn(upTo: 4990)
        var isClosed = false
        store.close { isClosed = true }
        #expect(turn { isClosed })
        let (_, next) = try opened(path, Seen())
        let first = try #require(next.lines.first?.number)
        #expect(first > 1 && first <= 4991 && next.lines.map(\.number) == (first...5000).map { $0 })
        let (_, rest) = try opened(path, Seen(), linesAfter: 4990)
        #expect(rest.lines.map(\.number) == (4991...5000).map(Int64.init))
        #expect(rest.lines.map(\.text) == (4990..<5000).map { "line \($0)" })
        #expect(next.states["one"]?.seenUntil == 5)
    }

    /// The database cannot be written for a while. No record is lost, and the problem is reported once.
    @Test func whatCannotBeWrittenWaits() throws {
        let seen = Seen()
        let (store, _) = try opened(path, seen)
        store.keep(StationState(id: "one", name: "One", seenUntil: 5))
        store.add(record(0), line: "0")
        #expect(turn { seen.lines.count == 1 })
        // Another process adds an index that makes each insertion fail.
        let other = try SqliteConnection(path: path)
        try other.run("CREATE UNIQUE INDEX full ON event (seq IS NULL)")
        for number in 1..<10 { store.add(record(number), line: "\(number)") }
        #expect(turn { seen.events == ["stuck"] })
        for number in 10..<20 { store.add(record(number), line: "\(number)") }
        #expect(store.waitingCount == 19 && seen.lines.count == 1)
        try other.run("DROP INDEX full")
        #expect(turn { seen.lines.count == 20 })
        #expect(seen.lines.map(\.text) == (0..<20).map(String.init))
        #expect(seen.events == ["stuck", "recovered 0"])
    }

    @Test func theQueueIsBounded() throws {
        let seen = Seen()
        let (store, _) = try opened(path, seen)
        store.keep(StationState(id: "one", name: "One", seenUntil: 5))
        let extra = 7
        for number in 0..<TitleStore.maximumWaiting + extra { store.add(record(number), line: "\(number)") }
        #expect(store.waitingCount == TitleStore.maximumWaiting)
        #expect(turn { seen.lines.count == TitleStore.maximumWaiting })
        #expect(seen.lines.first?.text == "\(extra)", "the oldest went")
    }

    private func songs() throws -> [String] {
        var songs: [String] = []
        try TitleHistory(path: path).tracks(SongQuery(), oldestFirst: true) {
            songs.append($0.track.title ?? $0.track.text)
            return true
        }
        return songs
    }

    /// The database's file is deleted. The store makes a new one. It must check whether the file exists, because
    /// writing to a deleted file causes no error.
    @Test func aDeletedFileIsBegunAnew() throws {
        let seen = Seen()
        let (store, _) = try opened(path, seen)
        store.keep(StationState(id: "one", name: "One", seenUntil: 5))
        store.add(record(0), line: "0")
        #expect(turn { seen.lines.count == 1 })
        for end in ["", "-wal", "-shm"] { unlink(path + end) }
        store.add(record(1), line: "1")
        #expect(turn { seen.events == ["stuck", "gone", "recovered 0"] })
        #expect(seen.lines.map(\.text) == ["0", "1"])
        #expect(seen.lines[1].number > seen.lines[0].number, "numbers go on")
        #expect(try songs() == ["1"])
    }

    /// The database is damaged. It is renamed, so that other tools can still read it, and a new one is made.
    @Test(arguments: [0, 4096]) func aDamagedFileIsPutAside(_ offset: Int) throws {
        let seen = Seen()
        let (store, _) = try opened(path, seen)
        // One track began long ago. The other began a moment ago and was not written yet. Both must be in the new
        // database.
        let open = [-1, 599].map { number in
            StationState.Open(
                track: TrackDetector.Open(
                    track: TrackDetectorTests.track("\(number)", .song),
                    began: TrackDetectorTests.moment(Double(number)),
                    lastShown: TrackDetectorTests.moment(600), source: .playlist), isShown: true)
        }
        store.keep(StationState(id: "one", name: "One", seenUntil: 5, open: open))
        for number in 0..<500 { store.add(record(number), line: "\(number)") }
        #expect(turn { seen.lines.count == 500 })
        let other = try SqliteConnection(path: path)
        try other.run("UPDATE run SET alive = alive + 1; PRAGMA wal_checkpoint(TRUNCATE)")
        let file = Glibc.open(path, O_WRONLY | O_CLOEXEC)
        let noise = [UInt8](repeating: 0x5A, count: 1 << 20)
        try #require(pwrite(file, noise, noise.count, off_t(offset)) == noise.count)
        close(file)
        for number in 500..<600 { store.add(record(number), line: "\(number)") }
        #expect(turn { seen.events.last == "recovered 0" }, "\(seen.events)")
        #expect(seen.events == ["stuck", "aside", "recovered 0"])
        #expect(seen.lines.map(\.text) == (0..<600).map(String.init))
        #expect(try songs() == ["-1"] + (500..<600).map(String.init), "what goes on is in the new file, too, and once")
        #expect(seen.aside.map { access($0, F_OK) } == 0)
    }

    /// The database is damaged when the store opens it. It is renamed, a new one is made, and the numbers of the log's
    /// lines go on.
    @Test(arguments: [true, false]) func aFileThatIsDamagedAtTheStartIsPutAside(_ isNoise: Bool) throws {
        if isNoise {
            try directory.write("titles.sqlite", String(repeating: "no database ", count: 1000))
        } else {
            _ = try TitleDatabase(path: path)
            try SqliteConnection(path: path).run("PRAGMA user_version = -1")
        }
        let seen = Seen()
        let (store, beginning) = try opened(path, seen, linesAfter: 7)
        #expect(seen.events == ["aside"] && beginning.states.isEmpty && beginning.lines.isEmpty)
        #expect(seen.aside.map { access($0, F_OK) } == 0)
        store.keep(StationState(id: "one", name: "One", seenUntil: 5))
        store.add(record(0), line: "0")
        #expect(turn { seen.lines.count == 1 })
        #expect(seen.lines.map(\.number) == [8] && seen.events == ["aside"])
        #expect(try songs() == ["0"])
    }

    /// A newer version of the program has written the database. It is left alone.
    @Test func aNewerFileIsLeftAlone() throws {
        try SqliteConnection(path: path).run("PRAGMA user_version = 99")
        let store = TitleStore(loop: loop, worker: worker, path: path) { _ in }
        var beginning: Result<TitleStore.Beginning, StorageError>?
        store.open(stations: ["one"], at: TrackDetectorTests.moment(0)) { beginning = $0 }
        #expect(turn { beginning != nil })
        #expect(throws: StorageError.tooNew(version: 99, known: TitleSchema.steps.count)) { try beginning?.get() }
        #expect(directory.names() == ["titles.sqlite"])
    }

    /// Another program locks the database. Lines still go to the log, and their records are written to the database
    /// later.
    @Test func aLockedFileKeepsNoLines() throws {
        let seen = Seen()
        let (store, _) = try opened(path, seen)
        seen.log = store
        store.keep(StationState(id: "one", name: "One", seenUntil: 5))
        store.add(record(0), line: "0")
        #expect(turn { seen.lines.count == 1 })
        let other = try SqliteConnection(path: path)
        try other.run("BEGIN IMMEDIATE")
        for number in 1..<10 { store.add(record(number), line: "\(number)") }
        #expect(turn { seen.lines.count == 10 })
        #expect(seen.events == ["stuck"] && store.waitingCount == 9)
        store.add(record(10), line: "10")
        #expect(turn { seen.lines.count == 11 })
        try other.run("COMMIT")
        #expect(turn { store.waitingCount == 0 })
        store.add(record(11), line: "11")
        #expect(turn { seen.lines.count == 12 })
        #expect(seen.events == ["stuck", "recovered 0"])
        #expect(seen.lines.map(\.text) == (0..<12).map(String.init))
        #expect(seen.lines.map(\.number) == (1...12).map(Int64.init), "each once, in their order")
        #expect(try songs() == (0..<12).map(String.init))
    }

    /// With long records, the queue is limited by its bytes and not by the number of records.
    @Test func theQueueIsBoundedByBytes() throws {
        let seen = Seen()
        let (store, _) = try opened(path, seen)
        store.keep(StationState(id: "one", name: "One", seenUntil: 5))
        let line = String(repeating: "x", count: 10_000)
        for number in 0..<10_000 { store.add(record(number), line: line) }
        #expect(store.waitingBytes <= TitleStore.maximumWaitingBytes)
        #expect(store.waitingCount > 3000 && store.waitingCount < 3355)
        #expect(turn { store.waitingCount == 0 })
        #expect(store.waitingBytes == 0)
    }

    /// The worker refuses a job. The call's completion gets an error, and not before the call has returned.
    @Test func whatTheWorkerRefusesIsAnswered() throws {
        let goOn = worker.fill()
        defer { goOn.raise() }
        let store = TitleStore(loop: loop, worker: worker, path: path) { _ in }
        var beginning: Result<TitleStore.Beginning, StorageError>?
        var states: [String: StationState]?
        store.open(stations: ["one"], at: TrackDetectorTests.moment(0)) { beginning = $0 }
        store.states(of: ["one"], at: TrackDetectorTests.moment(0)) { states = $0 }
        #expect(beginning == nil && states == nil)
        #expect(turn { beginning != nil && states != nil })
        #expect(states?.isEmpty == true)
        guard case .failure(.noRoom)? = beginning else {
            Issue.record("it says \(String(describing: beginning))")
            return
        }
    }

    @Test func aFileThatCannotBeOpenedIsTold() throws {
        let store = TitleStore(loop: loop, worker: worker, path: "/nowhere/titles.sqlite") { _ in }
        var error: StorageError?
        store.open(stations: [], at: TrackDetectorTests.moment(0)) { result in
            if case .failure(let why) = result { error = why }
        }
        #expect(turn { error != nil })
        guard case .inaccessible? = error else {
            Issue.record("it says \(String(describing: error))")
            return
        }
    }

    private func stream(_ seen: Seen) throws -> TitleStore {
        let store = TitleStore(loop: loop, worker: BlockingWorker(loop: loop), path: path) { seen.take($0) }
        var isOpen = false
        store.open(stations: ["one"], at: loop.moment) { isOpen = (try? $0.get()) != nil }
        #expect(turn { isOpen })
        store.keep(StationState(id: "one", name: "One", seenUntil: 5))
        return store
    }

    private func write(_ texts: [String], to store: TitleStore, _ seen: Seen) {
        let count = seen.lines.count + texts.count
        for (number, text) in texts.enumerated() { store.add(record(number), line: text) }
        #expect(turn { seen.lines.count == count })
    }

    private func left(in store: TitleStore) -> [String]? {
        var lines: [TitleStore.Line]??
        store.lines(after: 0) { lines = $0 }
        #expect(turn { lines != nil })
        return lines??.map(\.text)
    }

    /// Two processes write to one database, and each has a stream for its lines. Each gets only its own lines.
    @Test func twoStreamsDoNotMeet() throws {
        let (oneSeen, twoSeen) = (Seen(), Seen())
        let one = try stream(oneSeen)
        write(["a", "b"], to: one, oneSeen)
        let two = try stream(twoSeen)
        write(["c"], to: two, twoSeen)
        #expect(left(in: one) == ["a", "b"])
        two.handedOn(upTo: twoSeen.lines[0].number)
        write(["d"], to: two, twoSeen)
        #expect(left(in: one) == ["a", "b"])
        #expect(left(in: two) == ["d"])
    }

    @Test func linesThatCannotBeReadAreToldFromNone() throws {
        let seen = Seen()
        let (store, _) = try opened(path, seen)
        #expect(left(in: store) == [])
        try SqliteConnection(path: path).run("DROP TABLE event")
        #expect(left(in: store) == nil)
    }

    /// The database is new, and the log is old. New lines continue the log's numbers.
    @Test func numbersGoOnBehindThoseOfTheLog() throws {
        for number: Int64 in [5000, 4000] {
            let seen = Seen()
            let store = TitleStore(loop: loop, worker: worker, path: path) { seen.take($0) }
            var isOpen = false
            store.open(stations: ["one"], at: loop.moment, log: log, linesAfter: number) {
                isOpen = (try? $0.get()) != nil
            }
            #expect(turn { isOpen })
            store.keep(StationState(id: "one", name: "One", seenUntil: 5))
            write(["a"], to: store, seen)
            #expect(seen.lines.map(\.number) == [number == 5000 ? 5001 : 5002])
        }
    }
}
