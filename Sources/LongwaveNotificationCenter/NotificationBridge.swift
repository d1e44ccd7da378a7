import FoundationEssentials
import RadioPlayer

/// A player's notification as a typed message of `NotificationCenter`.
///
/// Each kind of notification has an identifier, such as `.statusDidChange`. An observer of `.playback` receives every
/// kind.
///
/// Observers are called on the main actor, one after another, in the order of the events:
/// ```swift
/// let token = NotificationCenter.default.addObserver(of: player, for: .statusDidChange) { message in
///     print(message.snapshot.status)
/// }
/// ```
public struct PlaybackMessage<Event: PlaybackEvent>: NotificationCenter.MainActorMessage {
    public typealias Subject = PlaybackManager

    public let notification: PlaybackNotification
    /// The player's state after the change that the notification reports.
    public var snapshot: PlaybackSnapshot { notification.snapshot }

    init(_ notification: PlaybackNotification) { self.notification = notification }
}

/// Posts every notification of a player to a `NotificationCenter`, for as long as the bridge lives.
///
/// The main actor must run, as it does in an app and in a program whose `main` is `async`. Nothing arrives if the
/// player occupies the main thread (`PlaybackManager.run(_:)`); such a program uses `PlaybackManager.observe(_:)`.
public final class NotificationBridge: Sendable {
    private let task: Task<Void, Never>

    /// - Parameters:
    ///   - manager: the player.
    ///   - center: the center that receives the messages. Observers name the player as their subject (`of: player`).
    public init(_ manager: PlaybackManager, center: NotificationCenter = .default) {
        let notifications = manager.notifications()
        // `PlaybackMessage` is not an `AsyncMessage`, because the center starts a task for each `AsyncMessage`, so that
        // the order of the messages is lost.
        task = Task { @MainActor in
            for await notification in notifications { center.post(notification, of: manager) }
        }
    }

    deinit { task.cancel() }
}
