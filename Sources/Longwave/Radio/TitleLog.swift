import RadioFormats
import RadioLoop
import RadioPlayer
import RadioTitles

/// The titles of many stations, followed and written down; made by ``Radio/logTitles(of:_:)``. It goes on until ``stop()``, or until the
/// radio is shut down.
public final class TitleLog: Sendable {
    /// Events that wait for a slow reader; then the oldest goes. Nothing that is written is lost by that.
    static let maximumWaiting = 1024

    /// What happens, for one reader.
    public let events: AsyncStream<TitleLogger.Event>
    private let manager: PlaybackManager
    private let continuation: AsyncStream<TitleLogger.Event>.Continuation
    // These on the manager's loop only.
    nonisolated(unsafe) private let logger: TitleLogger
    nonisolated(unsafe) private var ending = Ending.none
    nonisolated(unsafe) var onEnd: (() -> Void)?

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

    /// Follows these stations from now on. Those that stay are not touched.
    public func update(_ stations: [Station]) async {
        await manager.perform { _ in self.logger.update(stations.map(TitleStation.init)) }
    }

    /// How many are followed, and what came.
    public var tally: TitleLogger.Tally {
        get async { await manager.perform { _ in self.logger.tally } }
    }

    /// Leaves the stations; returns when all is written that can be.
    public func stop() async {
        await manager.answer { manager, answer in self.stop(on: manager) { answer(()) } }
    }

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
