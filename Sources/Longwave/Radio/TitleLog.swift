import RadioFormats
import RadioLoop
import RadioPlayer
import RadioTitles

/// A running log of the titles of many stations, started by ``Radio/logTitles(of:_:)``.
///
/// The log runs until ``stop()`` or until the radio is shut down.
public final class TitleLog: Sendable {
    /// The maximum number of events kept for a slow reader. Older events are dropped, but their titles are still
    /// written.
    static let maximumWaiting = 1024

    /// The events of the log, for one reader.
    public let events: AsyncStream<TitleLogger.Event>
    private let manager: PlaybackManager
    private let continuation: AsyncStream<TitleLogger.Event>.Continuation
    // The following properties are used on the manager's loop only.
    nonisolated(unsafe) private let logger: TitleLogger
    nonisolated(unsafe) private var ending = Ending.none
    nonisolated(unsafe) var onEnd: (() -> Void)?

    /// How far the stop of the log has come, with the closures to call when it is complete.
    private enum Ending {
        case none
        case begun(waiting: [() -> Void])
        case over
    }

    init(
        _ manager: PlaybackManager, _ logger: TitleLogger, _ events: AsyncStream<TitleLogger.Event>,
        _ continuation: AsyncStream<TitleLogger.Event>.Continuation
    ) {
        self.manager = manager
        self.logger = logger
        self.events = events
        self.continuation = continuation
    }

    /// Follows these stations from now on.
    ///
    /// Stations that were already followed are not interrupted.
    public func update(_ stations: [Station]) async {
        await manager.perform { _ in self.logger.update(stations.map(TitleStation.init)) }
    }

    /// The numbers of followed stations and of events so far.
    public var tally: TitleLogger.Tally {
        get async { await manager.perform { _ in self.logger.tally } }
    }

    /// Disconnects from the stations, and returns once all writes are finished or have failed.
    public func stop() async {
        await manager.answer { manager, answer in self.stop(on: manager) { answer(()) } }
    }

    /// Stops the log on the loop.
    ///
    /// `completion` is called once all writes are finished or have failed.
    func stop(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
        switch ending {
        case .over: completion()
        case .begun(let waiting): ending = .begun(waiting: waiting + [completion])
        case .none:
            ending = .begun(waiting: [completion])
            logger.stop { [self] in
                guard case .begun(let waiting) = ending else { return }
                ending = .over
                onEnd.take()?()
                continuation.finish()
                waiting.forEach { $0() }
            }
        }
    }
}
