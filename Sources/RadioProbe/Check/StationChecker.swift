import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStreams

/// Looks at many stations at once, without playing them: which of their addresses play, what they are, where they have moved to.
///
///     let checker = try StationChecker(loop: loop)
///     checker.start(library.stations) { place, health in … } completion: { loop.stop() }
///
/// Every address is opened as a player would (lists, redirects and segments are followed), decoded for a second of sound, and closed. It
/// belongs to the loop's thread, and goes on for as long as it is kept.
package final class StationChecker {
    package struct Settings: Hashable, Sendable {
        /// For one address, from the beginning to the first sound.
        package var timeout: Duration
        /// Sound that is looked at.
        package var listening = Duration.seconds(1)
        /// From the first sound to the first title, where titles are announced.
        package var titlePatience: Duration
        /// Addresses that are looked at, at a time; each takes a file descriptor or two.
        package var maximumAtOnce = 128
        /// The same of one host, so that nobody is asked by the dozen. This machine itself is not spared.
        package var maximumPerHost = 4
        /// Of one address: what brings no sound in so many bytes has none.
        package var maximumBytes = 8 << 20
        /// Nil: Longwave's own.
        package var userAgent: String?

        /// - Parameter timeout: for one address; a third of it is for the first title, half of it for the connection.
        package init(timeout: Duration = .seconds(15)) {
            self.timeout = timeout
            titlePatience = timeout / 3
        }

        var connectTimeout: Duration { min(timeout, max(.seconds(8), timeout / 2)) }
        /// Of one address: what a list names besides has a chance, too.
        var headersTimeout: Duration { min(timeout, max(.seconds(10), timeout / 3 * 2)) }
    }

    /// How far it is.
    package struct Tally: Hashable, Sendable {
        package var stations = 0
        package var alive = 0
        package var dead = 0

        package var checked: Int { alive + dead }
    }

    package private(set) var tally = Tally()

    private let loop: EventLoop
    private let settings: Settings
    private let pool: TransferPool
    private let worker: BlockingWorker
    private var queue: CheckQueue
    private var stations: [Station] = []
    /// Addresses in the queue's order: their station, and their place in it.
    private var items: [(station: Int32, address: Int32)] = []
    /// Stations of which an address is done, and not all.
    private var open: [Int: StationHealth] = [:]
    private var running: [Int: AddressCheck] = [:]
    private var isPumping = false
    private var report: ((Int, StationHealth) -> Void)?
    private var completion: (() -> Void)?

    /// - Parameters:
    ///   - loop: where everything happens.
    ///   - settings: how long, and how many at a time.
    ///   - pool: fetches; nil: one of its own.
    /// - Throws: `TransferError.resources`
    package init(
        loop: EventLoop, settings: Settings = Settings(), pool: TransferPool? = nil
    ) throws(TransferError) {
        self.loop = loop
        self.settings = settings
        self.pool = if let pool { pool } else { try TransferPool(loop: loop) }
        worker = BlockingWorker(loop: loop)
        queue = CheckQueue(maximum: settings.maximumAtOnce, maximumPerHost: settings.maximumPerHost)
    }

    /// Begins; once.
    /// - Parameters:
    ///   - stations: what to look at.
    ///   - report: called on the loop for each station when all its addresses were looked at, with its place in `stations`, in no
    ///     certain order.
    ///   - completion: called on the loop when all are done; not after ``stop()``.
    package func start(
        _ stations: [Station], report: @escaping (_ place: Int, _ health: StationHealth) -> Void,
        completion: @escaping () -> Void
    ) {
        precondition(self.completion == nil, "it was started before")
        self.stations = stations
        self.report = report
        self.completion = completion
        tally.stations = stations.count
        for (place, station) in stations.enumerated() {
            for (address, url) in station.urls.enumerated() {
                items.append((Int32(place), Int32(address)))
                queue.append(url)
            }
        }
        loop.post { [weak self] in
            guard let self else { return }
            for (place, station) in stations.enumerated() where station.urls.isEmpty {
                finish(StationHealth(station), at: place)
            }
            pump()
        }
    }

    /// Ends it now. Stations that are not done are reported as far as they are known.
    package func stop() {
        for check in running.values { check.cancel() }
        running = [:]
        completion = nil
        let report = report
        self.report = nil
        for (place, health) in open.sorted(by: { $0.key < $1.key }) { report?(place, health) }
        open = [:]
    }

    // MARK: One after the other

    private func pump() {
        isPumping = false
        guard report != nil else { return }
        while let number = queue.next() { begin(number) }
        if running.isEmpty {
            report = nil
            completion.take()?()
        }
    }

    private func begin(_ number: Int) {
        let item = items[number]
        let station = stations[Int(item.station)]
        let check = AddressCheck(
            loop: loop, settings: settings, station: station, url: station.urls[Int(item.address)]
        ) { [weak self] health in
            self?.ended(number, health)
        }
        running[number] = check
        check.start(pool: pool, worker: worker)
    }

    private func ended(_ number: Int, _ health: AddressHealth) {
        guard running.removeValue(forKey: number) != nil else { return }
        queue.finished(number)
        let (place, address) = (Int(items[number].station), Int(items[number].address))
        var whole = open.removeValue(forKey: place) ?? StationHealth(stations[place])
        whole.addresses[address] = health
        if whole.isComplete { finish(whole, at: place) } else { open[place] = whole }
        guard !isPumping else { return }
        isPumping = true
        loop.post { [weak self] in self?.pump() }
    }

    private func finish(_ health: StationHealth, at place: Int) {
        if health.isAlive { tally.alive += 1 } else { tally.dead += 1 }
        report?(place, health)
    }
}
