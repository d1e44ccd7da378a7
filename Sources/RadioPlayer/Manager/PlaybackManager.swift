import RadioAudio
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStreams

/// The player. It runs on one loop, whose thread a program claims once: ``runHere(_:)`` or ``startThread()``.
public actor PlaybackManager {
    /// The loop is the actor's executor.
    public nonisolated let loop: EventLoop

    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    public init(_ configuration: PlaybackConfiguration = PlaybackConfiguration()) throws {
        loop = try EventLoop()
        self.configuration = configuration
    }

    private let configuration: PlaybackConfiguration

    // MARK: The thread

    /// Makes the calling thread the loop's, calls `body` on it, and returns after ``shutDown()``.
    public nonisolated func runHere(_ body: @escaping (isolated PlaybackManager) -> Void) { fatalError() }

    /// Gives the loop a thread of its own.
    public nonisolated func startThread() { fatalError() }

    /// Stops, lets go of everything and ends the loop.
    public func shutDown() {}

    // MARK: Playing

    /// Plays `item` from its start or live edge.
    public func play(_ item: PlaybackItem) {}
    /// Plays the items one after the other; live ones until ``next()``.
    public func play(_ items: [PlaybackItem], startingAt index: Int = 0) {}
    /// Goes on after a pause, where it stopped if that is still held; or tries again after a failure.
    public func play(atLiveEdge: Bool = false) {}
    public func pause() {}
    public func toggle() {}
    public func stop() {}
    public func next() {}
    public func previous() {}

    // MARK: Volume

    /// 0…1, on the sound server's side.
    public func setVolume(_ volume: Double) {}
    public func setMuted(_ muted: Bool) {}

    // MARK: Knowing

    public var snapshot: PlaybackSnapshot { PlaybackSnapshot() }

    /// Calls `observer` on the loop at every notification, before any other subscriber, until the observation is
    /// cancelled or released.
    public func observe(_ observer: @escaping (PlaybackNotification) -> Void) -> PlaybackObservation {
        PlaybackObservation {}
    }

    /// Posts `bufferDidChange` once a second while at least one observation asks for it.
    public func observeBuffer(_ observer: @escaping (PlaybackSnapshot) -> Void) -> PlaybackObservation {
        PlaybackObservation {}
    }

    /// Every notification from now on. Bounded: a subscriber that does not keep up loses the oldest, never the newest.
    public nonisolated func notifications() -> AsyncStream<PlaybackNotification> { AsyncStream { _ in } }
}
