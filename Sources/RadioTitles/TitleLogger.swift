import Glibc
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStorage
import RadioText

/// Follows the titles of many stations on one thread, keeps them in a database, and writes them as a log once they are durable.
///
/// It belongs to the loop's thread. Two threads beside it wait for disks and readers.
public final class TitleLogger {
    public struct Settings: Sendable {
        /// The file of titles; it is made where it is missing.
        public var database: String
        /// Where records are written besides; nil: nowhere.
        public var log: LogTarget?
        /// Stations that are asked for in a second, at most; more than 0.
        public var maximumRate = 300.0
        public var userAgent = TransferRequest.defaultUserAgent
        public var rules = TitleRuleSet()
        /// How long the file of titles keeps what stations showed, and for how long files of the log that were put aside stay.
        public var retention = TitleRetention()
        /// Where titles are read.
        public var source = FollowedSource.stream
        var pace = PagePace()

        public init(database: String, log: LogTarget?) {
            self.database = database
            self.log = log
        }
    }

    public enum Event: Sendable {
        /// The database cannot be written at present: up to 20,000 records wait.
        case storeStuck(StorageError)
        /// It can again; so many records were given up.
        case storeRecovered(lost: Int)
        /// The database was damaged, deleted or replaced, and a new one was begun; where the damaged one is now.
        case storeBegunAnew(aside: String?)
        case logStuck(LogFileError)
        case logRecovered
        /// Nobody reads the log any more.
        case logClosed
        /// A station is followed (again).
        case came(station: String)
        /// A station is not there, and why in a few words; it is asked again.
        case went(station: String, reason: String)
        /// A station shows a new track, from that moment on (since 1970-01-01T00:00:00Z). It may not be written yet.
        case began(TrackInfo, station: String, at: MediaTime)
    }

    /// Why it cannot begin.
    public enum Failure: Error, Hashable, Sendable {
        case store(StorageError)
        case log(LogFileError)
    }

    /// Where the stations are.
    public struct Tally: Hashable, Sendable {
        public var stations = 0
        public var following = 0
        /// Of those that are followed, with a title.
        public var named = 0
        /// Of those that are followed, by their server's page.
        public var onPages = 0
        public var connecting = 0
        /// For their turn, or until they are asked again.
        public var waiting = 0
        /// Titles that were shown since the beginning, and bytes that came.
        public var titles = 0
        public var bytes = 0
        /// Records that wait for the disk.
        public var unwritten = 0

        package init() {}
    }

    /// How often is written down that the process lives.
    static let heartbeat = Duration.seconds(10)
    /// Heartbeats from one look for tracks that nobody follows to the next.
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
    /// Whether the stations of the list are followed: not before the beginning, nor while the store is asked what it knows of new ones.
    private var isSettled = false
    /// A list that came meanwhile.
    private var nextStations: [TitleStation]?
    private var isStopping = false
    private var beats = 0
    private(set) var isLooking = false
    /// How many records the store was given up to the last end of a track that nobody followed.
    private var abandonedCount = 0
    /// Titles and bytes of stations that are not followed any more.
    private var former = Tally()

    /// - Parameters:
    ///   - loop: whose thread it belongs to.
    ///   - settings: where titles go.
    ///   - pool: asks the stations; nil: one of its own. Pages of servers have one with limits of their own.
    ///   - report: what a person may want to know; on the loop's thread.
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

    /// Now. Where nothing ran for a time every station gets its gap first.
    private func moment() -> LogMoment {
        let now = loop.moment
        if let since = suspension.look(at: now) {
            for follower in followers { follower.wasSuspended(from: since, until: now) }
        }
        return now
    }

    private func watch() {
        _ = moment()
        suspensionTimer?.rearm(after: SuspensionWatch.interval)
    }

    /// The parts are made before their owner.
    private final class Relay { weak var logger: TitleLogger? }

    // MARK: Beginning and end

    /// Opens the log and the database, writes what an earlier run could not any more, and begins to follow the stations. Of
    /// stations with the same id only the first is followed.
    package func start(_ stations: [TitleStation], then completion: @escaping (Result<Void, Failure>) -> Void) {
        guard let writer else { return open(stations, linesAfter: 0, completion) }
        writer.open { [weak self] result in
            switch result {
            case .success(let number): self?.open(stations, linesAfter: number, completion)
            case .failure(let error): completion(.failure(.log(error)))
            }
        }
    }

    private func open(
        _ stations: [TitleStation], linesAfter number: Int64, _ completion: @escaping (Result<Void, Failure>) -> Void
    ) {
        let ids = Set(stations.map(\.id))
        store.open(stations: ids, at: loop.moment, log: logName, linesAfter: number) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let beginning):
                writer?.catchUp(beginning.lines)
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

    /// The log's file by its full path, whatever the working directory; empty for a stream.
    private var logName: String {
        guard case .file(let path)? = settings.log?.place else { return "" }
        guard let full = realpath(path, nil) else { return path }
        defer { free(full) }
        return String(cString: full)
    }

    /// Follows these stations from now on, or once it has begun. Those that are followed by the same name, addresses, headers and
    /// charset are not touched.
    package func update(_ stations: [TitleStation]) {
        guard !isStopping else { return }
        // What earlier runs left of stations can be asked for only when the store is open.
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

    /// Opens the log's file by its name again.
    package func reopenLog() { writer?.reopen() }

    /// Gives what it leaves to one that follows the same station later.
    @discardableResult
    private func remove(_ follower: StationFollower) -> StationState {
        follower.stop()
        former.titles += follower.titles
        former.bytes += follower.bytes
        let state = follower.kept(at: loop.moment)
        store.keep(state)
        return state
    }

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

    /// Leaves the stations, writes everything that can be written, and calls back then.
    package func stop(then completion: @escaping () -> Void) {
        guard !isStopping else { return }
        isStopping = true
        queue.stop()
        heartbeatTimer?.disarm()
        suspensionTimer?.disarm()
        for follower in followers { remove(follower) }
        followers = []
        store.close { [self] in
            guard let writer else { return completion() }
            // Then what was written is forgotten as a thing to be written.
            writer.close { [self] in store.close(then: completion) }
        }
    }

    // MARK: Heartbeats

    private func beat() {
        store.isAlive()
        heartbeatTimer?.rearm(after: Self.heartbeat)
        beats += 1
        if beats.isMultiple(of: Self.beatsBetweenLooks) { endAbandoned() }
    }

    /// Ends tracks of stations that have left the list, which may come back to it for as long as a track may be out of sight.
    func endAbandoned() {
        // What was found before is durable first, so that nothing is found twice.
        // Of thousands of stations something waits at any time.
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

    // MARK: What happens

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
        }
    }

    private func didReceive(_ event: LogWriter.Event) {
        switch event {
        case .wrote(let number): store.handedOn(upTo: number)
        case .wants(let number): store.lines(after: number) { [weak self] in self?.writer?.catchUp($0) }
        case .stuck(let error): report(.logStuck(error))
        case .recovered: report(.logRecovered)
        case .closed: report(.logClosed)
        }
    }

    // MARK: Looking

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
