import RadioFormats
import RadioLoop
import RadioStorage

/// Records what a listener heard. A song that is heard again soon, after a pause or a restart, is not recorded as a new
/// airing.
///
/// It belongs to the loop's thread. Another thread opens the file of titles when the first title is heard, and writes
/// it.
package final class HeardTitles {
    /// How often the recorder writes to the file that a track is still heard.
    static let heartbeat = Duration.seconds(60)
    /// Maximum number of calls to the ``TrackDetector`` that wait until the station's earlier titles have been read
    /// from the file. At the maximum, the calls are made without those titles.
    static let maximumSteps = 64

    /// A call to the ``TrackDetector``, which returns the detector's records.
    private typealias Step = (inout TrackDetector) -> [TitleRecord]

    /// One station while it is heard.
    private final class Listening {
        let station: TitleStation
        /// Nil until the station's earlier titles have been read.
        var detector: TrackDetector?
        var steps: [Step] = []

        init(_ station: TitleStation) { self.station = station }
    }

    private let store: TitleStore
    private var isOpen = false
    /// True if the file cannot be used, so that nothing is recorded.
    private var hasFailed = false
    private var isClosed = false
    /// Number of stations whose earlier titles are being read.
    private var beginningCount = 0
    /// The completion of ``close(then:)``, while closing waits for ``beginningCount`` to become 0.
    private var closing: (() -> Void)?
    private var listening: Listening?
    private var timer: LoopTimer?

    /// - Parameters:
    ///   - loop: the loop whose thread the recorder belongs to.
    ///   - database: path of the file of titles; created if missing.
    ///   - retention: how long titles are kept.
    ///   - report: receives the error while nothing can be written, and nil once writing works again; called on the
    ///     loop's thread.
    ///   - onDeletion: receives the number of old titles that were deleted; called on the loop's thread.
    package init(
        loop: EventLoop, database: String, keeping retention: TitleRetention = .listening,
        report: @escaping (StorageError?) -> Void, onDeletion: @escaping (Int) -> Void = { _ in }
    ) {
        self.loop = loop
        store = TitleStore(
            loop: loop, worker: BlockingWorker(loop: loop), path: database, use: .hearing, keeping: retention
        ) { event in
            switch event {
            case .wrote, .unwritten, .begunAnew(nil): break
            case .begunAnew(let aside?): report(.replaced(aside: aside))
            case .deleted(let count): onDeletion(count)
            case .stuck(let error): report(error)
            case .recovered: report(nil)
            }
        }
        self.report = report
        timer = loop.makeTimer { [weak self] in self?.beat() }
    }

    deinit { timer?.cancel() }

    private let loop: EventLoop
    private let report: (StorageError?) -> Void

    /// Records that a title is heard from now on.
    /// - Parameter skipped: number of titles before it that were not read, because there were too many.
    package func heard(_ track: TrackInfo, of station: Station, skipped: Int = 0) {
        guard !isClosed, !hasFailed else { return }
        let station = TitleStation(station)
        if listening?.station.id != station.id {
            leave()
            enter(station)
        }
        let now = loop.moment
        step { $0.show(track, from: .heard, skipped: skipped, at: now) }
        if timer?.isArmed == false { timer?.rearm(after: Self.heartbeat) }
    }

    /// Records that no sound is heard from now on.
    package func fellSilent() {
        let now = loop.moment
        step {
            $0.lose("", at: now)
            return []
        }
        timer?.disarm()
    }

    /// Ends recording. Calls `completion` when all records that can be written have been written.
    package func close(then completion: @escaping () -> Void) {
        guard !isClosed else { return completion() }
        leave()
        isClosed = true
        closing = completion
        closeOnceBegun()
    }

    // MARK: -

    private func closeOnceBegun() {
        guard beginningCount == 0, let completion = closing else { return }
        closing = nil
        guard isOpen, !hasFailed else { return completion() }
        store.close(then: completion)
    }

    private func enter(_ station: TitleStation) {
        let new = Listening(station)
        listening = new
        begin(new)
    }

    /// Reads which title was last heard from the station. Opens the file first if it is not open.
    private func begin(_ new: Listening) {
        let now = loop.moment
        let id = new.station.id
        beginningCount += 1
        guard isOpen else {
            isOpen = true
            store.open(stations: [id], at: now) { [weak self] result in
                switch result {
                case .success(let beginning): self?.hasRead(beginning.states[id], of: new, at: now)
                case .failure(let error): self?.didFail(error, new, at: now)
                }
            }
            return
        }
        store.states(of: [id], at: now) { [weak self] in self?.hasRead($0[id], of: new, at: now) }
    }

    /// Stops recording if the file is damaged or was written by a newer version of the program. After any other error,
    /// recording goes on: the store tries to write again, and reports errors itself.
    private func didFail(_ error: StorageError, _ new: Listening, at now: LogMoment) {
        switch error {
        case .damaged, .tooNew:
            report(error)
            hasFailed = true
            listening = nil
            timer?.disarm()
            beginningCount -= 1
            closeOnceBegun()
        case .busy, .noRoom, .inaccessible, .replaced: hasRead(nil, of: new, at: now)
        }
    }

    private func hasRead(_ before: StationState?, of new: Listening, at now: LogMoment) {
        begin(new, before, at: now)
        beginningCount -= 1
        closeOnceBegun()
    }

    private func begin(_ new: Listening, _ before: StationState?, at now: LogMoment) {
        guard new.detector == nil else { return }
        new.detector = TrackDetector(
            at: now, open: before?.open.map(\.track) ?? [],
            seenUntil: before?.seenUntil.map { LogMoment(wall: $0, asSeenFrom: now) }, reason: "")
        for step in new.steps { take(step, new) }
        new.steps = []
    }

    private func leave() {
        let now = loop.moment
        step { $0.finish(at: now) }
        listening = nil
        timer?.disarm()
    }

    private func step(_ step: @escaping Step) {
        guard let listening else { return }
        guard listening.detector == nil else { return take(step, listening) }
        listening.steps.append(step)
        if listening.steps.count == Self.maximumSteps { begin(listening, nil, at: loop.moment) }
    }

    private func take(_ step: Step, _ listening: Listening) {
        guard var detector = listening.detector else { return }
        if let correction = store.lookAtClock() {
            store.add(StationRecord(station: "", record: .clock(correction)), line: nil)
        }
        let records = step(&detector)
        listening.detector = detector
        for record in records {
            // A gap without a reason stands for the time in which the listener did not hear the station, and is not
            // recorded. A gap because of too many titles is recorded.
            if case .gap(let gap) = record, gap.reason.isEmpty { continue }
            store.add(StationRecord(station: listening.station.id, record: record), line: nil)
        }
        keep(listening)
    }

    private func keep(_ listening: Listening) {
        guard let detector = listening.detector else { return }
        store.keep(
            StationState(
                id: listening.station.id, name: listening.station.station.name, open: detector.open(at: loop.moment)
            ))
    }

    private func beat() {
        guard listening != nil else { return }
        let now = loop.moment
        step { $0.expire(at: now) }
        timer?.rearm(after: Self.heartbeat)
    }
}
