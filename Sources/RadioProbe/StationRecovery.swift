import Longwave
import RadioDirectory
import RadioFormats
import RadioHTTP
import RadioLists
import RadioLoop
import RadioStations

/// Finds new addresses for stations if none of their addresses plays any more.
///
/// The recovery asks a station directory for the addresses that it has under the stations' ids (`Station.directoryID`),
/// and checks whether these addresses play. The recovery belongs to the loop's thread, and works only as long as its
/// owner holds a reference to it.
package final class StationRecovery {
    /// The maximum number of requests to the directory that wait for a response at a time.
    static let maximumAtOnce = 4
    /// The number of failed requests after which no more requests are sent to the directory.
    static let maximumFailures = 3

    private let checker: StationChecker
    private var directory: StationDirectory?
    private let report: (String) -> Void
    private var dead: [(place: Int, station: Station, id: String)] = []
    private var next = 0
    private var asked = 0
    private var failures = 0
    private var candidates: [(place: Int, station: Station)] = []
    private var found: ((_ place: Int, _ address: AddressHealth) -> Void)?
    private var completion: (() -> Void)?

    /// - Parameters:
    ///   - loop: the event loop on which the recovery works and calls back.
    ///   - address: the address of the directory.
    ///   - settings: the settings for the check of new addresses.
    ///   - report: called with a line of text for each request to the directory and each result. The option `-v` prints
    ///     these lines.
    /// - Throws: `TransferError.resources`
    package init(
        loop: EventLoop, address: DirectoryAddress, settings: StationChecker.Settings = .init(),
        report: @escaping (String) -> Void = { _ in }
    ) throws(TransferError) {
        let pool = try TransferPool(loop: loop)
        checker = try StationChecker(loop: loop, settings: settings, pool: pool)
        self.report = report
        // The directory's responses are not cached, because a cached response may contain the station's former
        // addresses.
        directory = try StationDirectory(address, loop: loop, pool: pool, report: report)
    }

    /// Returns whether the directory can help: the station has an id there, and none of its addresses plays.
    package static func concerns(_ health: StationHealth) -> Bool {
        health.isComplete && !health.isAlive && health.station.directoryID != nil
    }

    /// Starts the recovery.
    ///
    /// May be called once.
    ///
    /// - Parameters:
    ///   - checked: the findings about the stations. Stations that play or have no id are skipped.
    ///   - found: called on the loop with a station's index in `checked` and a new address that plays.
    ///   - completion: called on the loop at the end, after this method has returned. Not called after ``stop()``.
    package func start(
        _ checked: [StationHealth], found: @escaping (_ place: Int, _ address: AddressHealth) -> Void,
        completion: @escaping () -> Void
    ) {
        precondition(self.completion == nil, "it was started before")
        self.found = found
        self.completion = completion
        for (place, health) in checked.enumerated() where Self.concerns(health) {
            guard let id = health.station.directoryID else { continue }
            dead.append((place, health.station, id))
        }
        ask()
    }

    /// Stops the recovery at once.
    package func stop() {
        (found, completion) = (nil, nil)
        checker.stop()
        directory = nil
    }

    /// Requests the next stations from the directory, up to ``maximumAtOnce`` at a time.
    ///
    /// Checks the new addresses once all requests have ended.
    private func ask() {
        while next < dead.count, asked < Self.maximumAtOnce, failures < Self.maximumFailures {
            let one = dead[next]
            next += 1
            asked += 1
            directory?.station(id: one.id) { [weak self] answer in
                guard let self, completion != nil else { return }
                asked -= 1
                switch answer {
                case .success(let known): take(known, of: one.station, at: one.place)
                case .failure(let error):
                    failures += 1
                    report("the directory does not answer: \(error)")
                }
                ask()
            }
        }
        if asked == 0 { check() }
    }

    private func take(_ known: DirectoryStation?, of station: Station, at place: Int) {
        let addresses = (known?.station.urls ?? []).filter { !station.urls.contains($0) }
        guard !addresses.isEmpty else {
            let has = known == nil ? "no longer lists it" : "has no other address"
            return report("\(station.name): the directory \(has)")
        }
        var candidate = station
        candidate.urls = addresses
        candidates.append((place, candidate))
    }

    /// Checks the new addresses from the directory, and passes those that play to `found`.
    private func check() {
        checker.start(candidates.map(\.station)) { [weak self] index, health in
            guard let self else { return }
            let candidate = candidates[index]
            let address = health.playing
            let ending = address == nil ? ", which does not play" : ", which plays"
            let url = address?.url ?? candidate.station.urls[0]
            report("\(candidate.station.name): the directory has \(url)\(ending)")
            if let address { found?(candidate.place, address) }
        } completion: { [weak self] in
            self?.completion.take()?()
        }
    }
}
