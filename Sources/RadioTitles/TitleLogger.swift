import Glibc
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStorage
import RadioText

/// Follows the titles of many stations on one thread, stores them in a database, and writes them to a log once they are
/// on the disk.
///
/// A logger belongs to the loop's thread. Two other threads write the database and the log, because disks and readers
/// of the log may be slow.
public final class TitleLogger {
    /// Where titles are read, and where they are stored.
    public struct Settings: Sendable {
        /// Path of the file of titles; created if missing.
        public var database: String
        /// The log that records are written to, in addition to the database; nil for no log.
        public var log: LogTarget?
        /// Maximum number of stations that connect in a second; more than 0.
        public var maximumRate = 300.0
        public var userAgent = TransferRequest.defaultUserAgent
        public var rules = TitleRuleSet()
        /// How long the file of titles keeps what stations showed.
        public var retention = TitleRetention()
        /// Where titles are read.
        public var source = FollowedSource.stream
        var pace = PagePace()

        public init(database: String, log: LogTarget?) {
            self.database = database
            self.log = log
        }
    }

    /// What the logger reports to its owner.
    public enum Event: Sendable {
        /// The database cannot be written for now. Up to 20,000 records wait.
        case storeStuck(StorageError)
        /// The database can be written again. `lost` records were dropped.
        case storeRecovered(lost: Int)
        /// The database was damaged, deleted or replaced, and a new one was begun. `aside` is the new path of a damaged
        /// file; nil for a file that was deleted or replaced.
        case storeBegunAnew(aside: String?)
        case logStuck(LogFileError)
        case logRecovered
        /// The program that reads the log has closed the pipe.
        case logClosed
        /// This number of old records was deleted from the database, because they exceeded ``Settings/retention``.
        case deletedRecords(Int)
        /// The rotated file of the log with this path was deleted, because it exceeded ``LogTarget/retention``.
        case deletedFile(String)
        /// A station is followed, for the first time or again.
        case came(station: String)
        /// A station cannot be followed, with the reason in a few words. The logger tries again.
        case went(station: String, reason: String)
        /// A station shows a new track. `at` is when the track began, as time since 1970-01-01T00:00:00Z. The track may
        /// not be written yet.
        case began(TrackInfo, station: String, at: MediaTime)
    }

    /// Why the logger cannot begin.
    public enum Failure: Error, Hashable, Sendable {
        case store(StorageError)
        case log(LogFileError)
    }

    /// Counts of stations by their state, and of what they delivered.
    public struct Tally: Hashable, Sendable {
        public var stations = 0
        public var following = 0
        /// Number of followed stations that have shown a title since they were last connected.
        public var named = 0
        /// Number of followed stations whose titles are read from their server's status page.
        public var onPages = 0
        public var connecting = 0
        /// Number of stations that are not connected and wait for their first or next attempt to connect.
        public var waiting = 0
        /// Number of titles shown so far.
        public var titles = 0
        /// Number of bytes received so far.
        public var bytes = 0
        /// Number of records that wait for the disk.
        public var unwritten = 0
        /// Number of old records deleted from the database so far.
        public var deletedRecords = 0
        /// Number of old rotated files of the log deleted so far.
        public var deletedFiles = 0

        package init() {}
    }

    /// How often the logger records in the database that its process is alive.
    static let heartbeat = Duration.seconds(10)
    /// Number of heartbeats between two searches for open tracks of stations that no process follows any more.
    private static let beatsBetweenLooks = 6

    private let loop: EventLoop
    private let settings: Settings
    private let report: (Event) -> Void
    private let store: TitleStore
    private let writer: LogWriter?
    private let context: StationFollower.Context
    private var followers: [StationFollower] = []
    private let queue: ConnectQueue
    private var heartbeatTimer: LoopTimer?
    private var suspensionTimer: LoopTimer?
    private var suspension = SuspensionWatch()
    /// True if a new list of stations can be followed at once. False before the start, and while the store reads the
    /// states of new stations.
    private var isSettled = false
    /// A list of stations that arrived while ``isSettled`` was false.
    private var nextStations: [TitleStation]?
    private var isStopping = false
    private var beats = 0
    /// True while the store searches for open tracks of stations that no process follows any more.
    private(set) var isLooking = false
    /// The value of ``TitleStore/addedCount`` when ``endAbandoned()`` last added the end of a track.
    private var abandonedCount = 0
    /// Numbers of titles and bytes of stations that are no longer followed, and of deletions.
    private var former = Tally()

    /// - Parameters:
    ///   - loop: the loop whose thread the logger belongs to.
    ///   - settings: where titles are read and written.
    ///   - pool: connects to the stations; nil for a pool of the logger's own. Status pages of servers are fetched with
    ///     a separate pool, which has other limits.
    ///   - report: receives the logger's events; called on the loop's thread.
    /// - Throws: `TransferError.resources`.
    package init(
        loop: EventLoop, settings: Settings, pool: TransferPool? = nil, report: @escaping (Event) -> Void
    ) throws(TransferError) {
        self.loop = loop
        self.settings = settings
        self.report = report
        let relay = Relay()
        let chance = { Double.random(in: 0...1) }
        let pool = if let pool { pool } else { try TransferPool(loop: loop) }
        context = StationFollower.Context(
            loop: loop, pool: pool, worker: BlockingWorker(loop: loop),
            userAgent: settings.userAgent, chance: chance, moment: { relay.logger?.moment() ?? loop.moment },
            rules: settings.rules,
            source: settings.source,
            servers: settings.source == .stream
                ? nil
                : try StatusServers(
                    loop: loop, userAgent: settings.userAgent, pace: settings.pace, chance: chance),
            pace: settings.pace)
        queue = ConnectQueue(loop: loop, rate: settings.maximumRate)
        store = TitleStore(
            loop: loop, worker: BlockingWorker(loop: loop), path: settings.database, keeping: settings.retention
        ) {
            relay.logger?.didReceive($0)
        }
        writer = settings.log.map { target in
            LogWriter(
                loop: loop, worker: BlockingWorker(loop: loop), target: target, wallClock: { loop.moment.wall }
            ) { relay.logger?.didReceive($0) }
        }
        relay.logger = self
        heartbeatTimer = loop.makeTimer { [weak self] in self?.beat() }
        suspensionTimer = loop.makeTimer { [weak self] in self?.watch() }
    }

    deinit {
        heartbeatTimer?.cancel()
        suspensionTimer?.cancel()
    }

    /// Returns the current moment. If the process did not run for a time, first records that time as a gap for every
    /// station.
    private func moment() -> LogMoment {
        let now = loop.moment
        if let correction = store.lookAtClock() {
            write([.clock(correction)], of: "", named: "")
            for follower in followers { follower.clockWasSet() }
        }
        if let since = suspension.look(at: now) {
            for follower in followers { follower.wasSuspended(from: since, until: now) }
        }
        return now
    }

    private func watch() {
        _ = moment()
        suspensionTimer?.rearm(after: SuspensionWatch.interval)
    }

    /// A weak reference to the logger, for callbacks of parts that are created before the logger itself.
    private final class Relay { weak var logger: TitleLogger? }

    // MARK: Beginning and end

    /// Opens log and database, writes the lines that an earlier run could not write to the log, and begins to follow
    /// the stations. Of stations with the same id, only the first is followed.
    package func start(_ stations: [TitleStation], then completion: @escaping (Result<Void, Failure>) -> Void) {
        guard let writer else { return open(stations, linesAfter: 0, completion) }
        writer.open { [weak self] result in
            switch result {
            case .success(let number): self?.open(stations, linesAfter: number, completion)
            case .failure(let error): completion(.failure(.log(error)))
            }
        }
    }

    /// Opens the database and begins to follow the stations.
    private func open(
        _ stations: [TitleStation], linesAfter number: Int64, _ completion: @escaping (Result<Void, Failure>) -> Void
    ) {
        let ids = Set(stations.map(\.id))
        store.open(stations: ids, at: loop.moment, log: logName, linesAfter: number, holder: holder) {
            [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let beginning):
                writer?.catchUp(beginning.lines)
                if let correction = beginning.correction { write([.clock(correction)], of: "", named: "") }
                add(stations, beginning.states, reason: "restart")
                endAbandoned()
                heartbeatTimer?.rearm(after: Self.heartbeat)
                watch()
                completion(.success(()))
                settled()
            case .failure(let error): completion(.failure(.store(error)))
            }
        }
    }

    /// Describes this process to another one that wants to log into the same database.
    private var holder: String {
        let log = logName.isEmpty ? "" : " and writes \(logName)"
        return "process \(getpid()) already logs into \(settings.database)\(log)"
    }

    /// The log's full path, whatever the working directory; empty if the log is not a file.
    private var logName: String {
        guard case .file(let path)? = settings.log?.place else { return "" }
        guard let full = realpath(path, nil) else { return path }
        defer { free(full) }
        return String(cString: full)
    }

    /// Follows these stations from now on, or once the logger has started.
    ///
    /// A station that is already followed with the same name, addresses, headers and charset is not reconnected.
    package func update(_ stations: [TitleStation]) {
        guard !isStopping else { return }
        // Before the start, the store cannot read the stations' states. During a change of stations, that change must
        // be finished first.
        guard isSettled else { return nextStations = stations }
        let wanted = Dictionary(stations.map { ($0.id, $0) }) { first, _ in first }
        var known: Set<String> = []
        var left: [String: StationState] = [:]
        for follower in followers {
            if wanted[follower.station.id]?.isFollowed(as: follower.station) == true {
                known.insert(follower.station.id)
            } else {
                left[follower.station.id] = remove(follower)
            }
        }
        followers.removeAll { !known.contains($0.station.id) }
        queue.remove { !known.contains($0.station.id) }
        let added = stations.filter { !known.contains($0.id) }
        guard !added.isEmpty else { return }
        let ids = Set(added.map(\.id))
        isSettled = false
        store.states(of: ids, at: loop.moment) { [weak self] states in
            guard let self, !isStopping else { return }
            add(added, states.merging(left) { $1 }, reason: "not followed")
            settled()
        }
    }

    private func settled() {
        isSettled = true
        if let next = nextStations.take() { update(next) }
    }

    /// Opens the log's file by its name again, because another program may have renamed the open file.
    package func reopenLog() { writer?.reopen() }

    /// Stops a follower, stores its station's state, and returns the state for a later follower of the same station.
    @discardableResult
    private func remove(_ follower: StationFollower) -> StationState {
        follower.stop()
        former.titles += follower.titles
        former.bytes += follower.bytes
        let state = follower.kept(at: loop.moment)
        store.keep(state)
        return state
    }

    /// Adds a follower for each station that is not followed yet.
    private func add(_ stations: [TitleStation], _ states: [String: StationState], reason: String) {
        var known = Set(followers.map(\.station.id))
        var added: [StationFollower] = []
        for station in stations where known.insert(station.id).inserted {
            let follower = StationFollower(station, before: states[station.id], reason: reason, in: context) {
                [weak self] follower, news in self?.didReceive(news, of: follower)
            }
            followers.append(follower)
            added.append(follower)
            store.keep(follower.kept(at: loop.moment))
        }
        queue.add(added)
    }

    /// Stops following all stations, and writes all records and lines that can be written. Then calls `completion`.
    package func stop(then completion: @escaping () -> Void) {
        guard !isStopping else { return }
        isStopping = true
        queue.stop()
        heartbeatTimer?.disarm()
        suspensionTimer?.disarm()
        for follower in followers { remove(follower) }
        followers = []
        let giveUp = { [self] in store.giveUpClaim(then: completion) }
        store.close { [self] in
            guard let writer else { return giveUp() }
            // The store is closed a second time, to delete the lines that have been written to the log in the meantime.
            writer.close { [self] in store.close(then: giveUp) }
        }
    }

    // MARK: Heartbeats

    private func beat() {
        store.isAlive()
        heartbeatTimer?.rearm(after: Self.heartbeat)
        beats += 1
        if beats.isMultiple(of: Self.beatsBetweenLooks) { endAbandoned() }
    }

    /// Ends open tracks of stations that no process follows any more, if the tracks were last shown long ago. Until
    /// then, the tracks go on if the station is followed again.
    func endAbandoned() {
        // The end records from the last search must be on the disk before the next search, which would otherwise find
        // the same tracks again. Other records need not be: with thousands of stations, some always wait.
        guard !isLooking, store.settledCount >= abandonedCount else { return }
        let followed = Set(followers.map(\.station.id))
        isLooking = store.abandoned(besides: followed, at: loop.moment) { [weak self] found in
            guard let self else { return }
            isLooking = false
            guard !isStopping else { return }
            let followed = Set(followers.map(\.station.id))
            for tracks in found where !followed.contains(tracks.id) {
                write(tracks.ends, of: tracks.id, named: tracks.name)
                abandonedCount = store.addedCount
            }
        }
    }

    // MARK: Events

    private func didReceive(_ news: StationFollower.News, of follower: StationFollower) {
        let name = follower.station.station.name
        write(news.records, of: follower.station.id, named: name)
        if let state = news.state { store.keep(state) }
        switch news.change {
        case .came: report(.came(station: name))
        case .went(let reason): report(.went(station: name, reason: reason))
        case nil: break
        }
        guard news.wantsTurn, !isStopping else { return }
        queue.add([follower])
    }

    private func write(_ records: [TitleRecord], of id: String, named name: String) {
        for record in records {
            if case .track(let begin) = record { report(.began(begin.track, station: name, at: begin.at.time)) }
            let kept = StationRecord(station: id, record: record)
            store.add(kept, line: LogLine.text(kept, station: name, settings.log?.format ?? .jsonLines))
        }
    }

    /// Handles an event of the store: passes lines that are on the disk to the log, and reports the state of the
    /// database.
    private func didReceive(_ event: TitleStore.Event) {
        switch event {
        case .wrote(let lines):
            if let writer { writer.write(lines) } else if let last = lines.last { store.handedOn(upTo: last.number) }
        case .unwritten:
            while let writer, writer.hasRoom {
                let lines = store.takeLines()
                guard !lines.isEmpty else { break }
                writer.write(lines)
            }
        case .stuck(let error): report(.storeStuck(error))
        case .recovered(let lost): report(.storeRecovered(lost: lost))
        case .begunAnew(let aside): report(.storeBegunAnew(aside: aside))
        case .deleted(let count):
            former.deletedRecords += count
            report(.deletedRecords(count))
        }
    }

    private func didReceive(_ event: LogWriter.Event) {
        switch event {
        case .wrote(let number): store.handedOn(upTo: number)
        case .wants(let number): store.lines(after: number) { [weak self] in self?.writer?.catchUp($0) }
        case .stuck(let error): report(.logStuck(error))
        case .recovered: report(.logRecovered)
        case .closed: report(.logClosed)
        case .deleted(let path):
            former.deletedFiles += 1
            report(.deletedFile(path))
        }
    }

    // MARK: Counts

    package var tally: Tally {
        var tally = former
        tally.stations = followers.count
        for follower in followers {
            switch follower.state {
            case .following: tally.following += 1
            case .connecting: tally.connecting += 1
            case .idle, .waiting, .waitingForTurn: tally.waiting += 1
            }
            if follower.isNamed { tally.named += 1 }
            if follower.isOnPage { tally.onPages += 1 }
            tally.titles += follower.titles
            tally.bytes += follower.bytes
        }
        tally.bytes += context.servers?.bytes ?? 0
        tally.unwritten = store.waitingCount
        return tally
    }
}
