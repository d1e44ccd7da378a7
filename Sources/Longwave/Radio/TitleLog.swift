import RadioFormats
import RadioLoop
import RadioPlayer
import RadioTitles

/// Records the titles of many stations. ``Radio/logTitles(of:_:)`` starts a log.
///
/// The log runs until ``stop()`` is called or the radio is shut down.
public final class TitleLog: Sendable {
    /// The maximum number of events that wait for a slow reader of `events`. Older events are dropped, but their titles
    /// are still written to the log's files.
    static let maximumWaiting = 1024

    /// What happens in the log: new titles, and problems with stations and files. Only one task may iterate over the
    /// events. If more than 1,024 events wait, the oldest are dropped.
    public let events: AsyncStream<TitleLogger.Event>
    private let manager: PlaybackManager
    private let continuation: AsyncStream<TitleLogger.Event>.Continuation
    // `logger`, `ending` and `onEnd` are used on the player's loop only.
    nonisolated(unsafe) package let logger: TitleLogger
    nonisolated(unsafe) private var ending = Ending.none
    nonisolated(unsafe) var onEnd: (() -> Void)?

    /// Whether stopping the log has begun or is complete. While it runs, `waiting` are the closures to call when it is
    /// complete.
    private enum Ending {
        case none
        case begun(waiting: [() -> Void])
        case over
    }

    init(
        _ manager: isolated PlaybackManager, _ settings: TitleLogger.Settings,
        _ onEvent: ((TitleLogger.Event) -> Void)?
    ) throws(TransferError) {
        let (events, continuation) = AsyncStream.makeStream(
            of: TitleLogger.Event.self, bufferingPolicy: .bufferingNewest(Self.maximumWaiting))
        self.manager = manager
        self.events = events
        self.continuation = continuation
        logger = try TitleLogger(
            loop: manager.loop, settings: settings, report: onEvent ?? { continuation.yield($0) })
    }

    /// Opens the files and connects to the stations. Called on the player's loop, once.
    package func start(_ stations: [Station], then completion: @escaping (Result<Void, RadioError>) -> Void) {
        logger.start(stations.map(TitleStation.init)) { [self] begun in
            if case .failure = begun { onEnd.take()?() }
            completion(begun.mapError(RadioError.titles))
        }
    }

    /// Replaces the stations whose titles are recorded.
    ///
    /// A station that was already followed stays connected.
    public func update(_ stations: [Station]) async {
        await manager.perform { _ in self.logger.update(stations.map(TitleStation.init)) }
    }

    /// The number of stations by their state, and the number of titles and bytes received so far.
    public var tally: TitleLogger.Tally {
        get async { await manager.perform { _ in self.logger.tally } }
    }

    /// Stops the log: disconnects from all stations, and returns once all titles are written or could not be written.
    public func stop() async {
        await manager.answer { manager, answer in self.stop(on: manager) { answer(()) } }
    }

    /// Makes the radio not wait for this log when it is shut down. Called on the player's loop.
    package func abandon() { onEnd.take()?() }

    /// Disconnects from all stations. Called on the player's loop.
    ///
    /// `completion` is called once all titles are written or could not be written.
    package func stop(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
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
