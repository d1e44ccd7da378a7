import RadioDirectory
import RadioFormats
import RadioHTTP
import RadioLists
import RadioLoop
import RadioStations

/// Finds stations again of which no address plays any more: asks the directory what it has under their ids
/// (`Station.directoryID`), and checks whether that plays.
///
/// It belongs to the loop's thread, and goes on for as long as it is kept.
package final class StationRecovery {
    /// So many questions wait for the directory's answer at a time.
    static let maximumAtOnce = 4
    /// After so many that no server answered nothing more is asked.
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
    ///   - loop: where everything happens.
    ///   - address: of the directory.
    ///   - settings: of the check of what it has.
    ///   - report: told what the directory is asked and answers, for `-v`.
    /// - Throws: `TransferError.resources`
    package init(
        loop: EventLoop, address: DirectoryAddress, settings: StationChecker.Settings = .init(),
        report: @escaping (String) -> Void = { _ in }
    ) throws(TransferError) {
        let pool = try TransferPool(loop: loop)
        checker = try StationChecker(loop: loop, settings: settings, pool: pool)
        self.report = report
        // Nothing is kept: what a station's address is now, no old answer knows.
        directory = try StationDirectory(address, loop: loop, pool: pool, report: report)
    }

    /// Whether there is something to ask about a station: none of its addresses plays, and it has an id.
    package static func concerns(_ health: StationHealth) -> Bool {
        health.isComplete && !health.isAlive && health.station.directoryID != nil
    }

    /// Begins; once.
    /// - Parameters:
    ///   - checked: what was found of the stations; those that play, and those without an id, are passed over.
    ///   - found: called on the loop with a station's place in `checked` and an address that it does not have and that plays.
    ///   - completion: called on the loop at the end, not before this has returned; not after ``stop()``.
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

    /// Ends it now.
    package func stop() {
        (found, completion) = (nil, nil)
        checker.stop()
        directory = nil
    }

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
