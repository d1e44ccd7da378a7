import RadioLoop
import RadioPlayer
import Synchronization
import TestSupport
import Testing

/// A player with an event loop on a thread of its own. It records the player's notifications and their times.
final class ObservedPlayer: Sendable {
    struct Entry: Sendable {
        var notification: PlaybackNotification
        /// The time at which the player called the observer.
        var at: MonotonicInstant
        var snapshot: PlaybackSnapshot { notification.snapshot }
    }

    /// The recorded notifications. The player's observer keeps this log alive, but not the `ObservedPlayer`.
    private final class Log: Sendable {
        let entries = Mutex<[Entry]>([])
    }

    let manager: PlaybackManager
    private let log = Log()

    init(_ configuration: PlaybackConfiguration) throws {
        manager = try PlaybackManager(configuration)
        let (manager, log) = (manager, log)
        manager.loop.postFromAnyThread {
            manager.assumeIsolated {
                $0.keepObserving { notification in
                    let entry = Entry(notification: notification, at: .now)
                    log.entries.withLock { $0.append(entry) }
                }
            }
        }
    }

    /// Creates a player whose output is the test's sound server.
    convenience init(
        _ server: PulseServer, device: String? = nil, policy: PlaybackPolicy = .listener, volume: Double = 1
    ) throws {
        let output = PlaybackConfiguration.Output.pulse(server: server.address, devices: device.map { [$0] } ?? [])
        try self.init(PlaybackConfiguration(output: output, policy: policy, volume: volume))
    }

    deinit { shutDown() }

    func shutDown() {
        let manager = manager
        manager.loop.postFromAnyThread { manager.assumeIsolated { $0.shutDown() } }
    }

    // MARK: Asking it

    func play(_ url: String) async { await manager.play(PlaybackItem(url: url)) }

    /// Plays `url` and expects the status `playing`.
    func playing(_ url: String, sourceLocation: SourceLocation = #_sourceLocation) async -> Self {
        await play(url)
        #expect(await told(.playing) != nil, "\(story)", sourceLocation: sourceLocation)
        return self
    }

    /// All notifications so far.
    var entries: [Entry] { log.entries.withLock { $0 } }
    /// The number of notifications so far. A test passes it to a later call to search only newer notifications.
    var mark: Int { log.entries.withLock { $0.count } }

    func first(from mark: Int = 0, where matches: (PlaybackNotification) -> Bool) -> Entry? {
        entries.dropFirst(mark).first { matches($0.notification) }
    }

    /// Waits up to `bound` for the first notification after `mark` that matches. Returns nil if none comes.
    func told(
        from mark: Int = 0, within bound: Duration = .seconds(30), where matches: (PlaybackNotification) -> Bool
    ) async -> Entry? {
        var found: Entry?
        _ = await eventually(within: bound) {
            found = first(from: mark, where: matches)
            return found != nil
        }
        return found
    }

    /// Waits for a notification after `mark` that shows this status.
    func told(
        _ status: PlaybackStatus, from mark: Int = 0, within bound: Duration = .seconds(30)
    ) async -> Entry? {
        await told(from: mark, within: bound) {
            if case .statusDidChange(let snapshot) = $0 { snapshot.status == status } else { false }
        }
    }

    /// Waits until the player reports a title as heard.
    func heardTitle(_ text: String, from mark: Int = 0, within bound: Duration = .seconds(30)) async -> Entry? {
        await told(from: mark, within: bound) {
            if case .nowPlayingDidChange(let snapshot) = $0 { snapshot.nowPlaying?.track.text == text } else { false }
        }
    }

    func stalled(from mark: Int = 0, within bound: Duration = .seconds(30)) async -> Entry? {
        await told(from: mark, within: bound) { if case .didStall = $0 { true } else { false } }
    }

    /// Waits until the player reports that the item has failed, and returns the error.
    func failed(within bound: Duration = .seconds(30)) async -> PlaybackError? {
        let entry = await told(within: bound) { if case .didFail = $0 { true } else { false } }
        guard case .didFail(let error, _) = entry?.notification else { return nil }
        return error
    }

    func playedToEnd(from mark: Int = 0, within bound: Duration = .seconds(30)) async -> Entry? {
        await told(from: mark, within: bound) { if case .didPlayToEnd = $0 { true } else { false } }
    }

    /// The names of all notifications so far, for the messages of failed expectations.
    var story: String {
        entries.map { entry in
            if case .statusDidChange(let snapshot) = entry.notification { return "\(snapshot.status)" }
            if case .didFail(let error, _) = entry.notification { return "didFail(\(error))" }
            if case .willRetry(let error, _, _, _) = entry.notification { return "willRetry(\(error))" }
            return entry.notification.name
        }.joined(separator: ", ")
    }
}

extension PlaybackManager {
    /// Calls `observer` for each notification as long as the player lives.
    func keepObserving(_ observer: @escaping (PlaybackNotification) -> Void) {
        final class Holder { var observation: PlaybackObservation? }
        let holder = Holder()
        holder.observation = observe { [holder] notification in
            withExtendedLifetime(holder) { observer(notification) }
        }
    }
}
