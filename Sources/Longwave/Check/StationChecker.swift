import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStreams

/// Checks many stations at once without playing them: which addresses play, what they deliver, where they moved.
///
///     let checker = try StationChecker(loop: loop)
///     checker.start(library.stations) { place, health in … } completion: { loop.stop() }
///
/// Every address is opened as a player would open it. Redirects, lists and HLS playlists are followed to the sound.
/// About a second of sound is decoded, then the address is closed. The checker belongs to the loop's thread, and works
/// only as long as its owner holds a reference to it.
package final class StationChecker {
    /// The limits of a check.
    package struct Settings: Hashable, Sendable {
        /// The time limit for one address, from its start to its first sound.
        package var timeout: Duration
        /// The duration of sound that is examined.
        package var listening = Duration.seconds(1)
        /// The longest time from the first sound to the first title, if the server announces titles. The check ends
        /// after it.
        package var titlePatience: Duration
        /// The maximum number of addresses that are checked at a time. Each needs one or two file descriptors.
        package var maximumAtOnce = 128
        /// The maximum number of addresses of one host that are checked at a time, to spare the host's server.
        ///
        /// Addresses on this computer have no such limit.
        package var maximumPerHost = 4
        /// The maximum number of bytes to receive from an address in which no sound is found. The check then ends.
        package var maximumBytes = 8 << 20
        /// The user agent of requests. If nil, Longwave's own is sent.
        package var userAgent: String?

        /// - Parameter timeout: the time limit for one address. The wait for the first title is limited to a third of
        ///   this time. The connection is limited to half of this time, or to 8 s if that is longer, but never to more
        ///   than this time.
        package init(timeout: Duration = .seconds(15)) {
            self.timeout = timeout
            titlePatience = timeout / 3
        }

        var connectTimeout: Duration { min(timeout, max(.seconds(8), timeout / 2)) }
        /// The time limit for a response's headers.
        ///
        /// If ``timeout`` is above 10 s, this limit is shorter than ``timeout``. If the address delivers a list, time
        /// then remains to try the list's next addresses.
        var headersTimeout: Duration { min(timeout, max(.seconds(10), timeout / 3 * 2)) }
    }

    /// The progress of the check.
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
    /// The addresses by their number in `queue`: the index of the station in `stations`, and the index of the address
    /// in that station's `urls`.
    private var items: [(station: Int32, address: Int32)] = []
    /// The findings about the stations whose addresses are partly checked, by the station's index in `stations`.
    private var open: [Int: StationHealth] = [:]
    private var running: [Int: AddressCheck] = [:]
    private var isPumping = false
    private var report: ((Int, StationHealth) -> Void)?
    private var completion: (() -> Void)?

    /// - Parameters:
    ///   - loop: the event loop on which the checker works and calls back.
    ///   - settings: the limits of the check.
    ///   - pool: the pool of connections to use. Nil makes a new pool.
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

    /// Starts the check.
    ///
    /// May be called once.
    ///
    /// - Parameters:
    ///   - stations: the stations to check.
    ///   - report: called on the loop for each station once all its addresses were checked, in any order. `place` is
    ///     the station's index in `stations`.
    ///   - completion: called on the loop once all stations are reported. Not called after ``stop()``.
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

    /// Stops the check at once.
    ///
    /// Stations whose addresses are partly checked are reported before this method returns, with the findings so far.
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
