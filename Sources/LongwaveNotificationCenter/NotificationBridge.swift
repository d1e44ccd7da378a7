import FoundationEssentials
import RadioPlayer

/// A notification of a player as a typed message of `NotificationCenter`, under one name for each kind.
///
/// Observers are called on the main actor, one after another, in the order in which things happened:
/// ```swift
/// let token = NotificationCenter.default.addObserver(of: player, for: .statusDidChange) { message in
///     print(message.snapshot.status)
/// }
/// ```
/// `.playback` is every notification.
public struct PlaybackMessage<Event: PlaybackEvent>: NotificationCenter.MainActorMessage {
    public typealias Subject = PlaybackManager

    public let notification: PlaybackNotification
    /// The player's state after the change.
    public var snapshot: PlaybackSnapshot { notification.snapshot }

    init(_ notification: PlaybackNotification) { self.notification = notification }
}

/// Posts every notification of a player to a `NotificationCenter`, for as long as it lives.
///
/// The main actor must run, as it does in an app, and in a program whose `main` is `async`. Where the main thread is the
/// player's (`PlaybackManager.run(_:)`) nothing arrives: use `PlaybackManager.observe(_:)` there.
public final class NotificationBridge: Sendable {
    private let task: Task<Void, Never>

    /// - Parameters:
    ///   - manager: the player.
    ///   - center: where its notifications are posted, with the player as their subject.
    public init(_ manager: PlaybackManager, center: NotificationCenter = .default) {
        let notifications = manager.notifications()
        // Not `AsyncMessage`: the center starts a task for each of those, and they overtake each other.
        task = Task { @MainActor in
            for await notification in notifications { center.post(notification, of: manager) }
        }
    }

    deinit { task.cancel() }
}
