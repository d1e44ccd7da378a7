import FoundationEssentials
import RadioPlayer

/// A notification of a player as a typed message of `NotificationCenter`.
///
/// Observers run on threads of their own, never on the player's loop:
/// ```swift
/// let token = NotificationCenter.default.addObserver(of: PlaybackManager.shared, for: PlaybackMessage.self) { message in
///     print(message.notification.name)
/// }
/// ```
public struct PlaybackMessage: NotificationCenter.AsyncMessage {
    public typealias Subject = PlaybackManager

    public let notification: PlaybackNotification

    public init(_ notification: PlaybackNotification) { self.notification = notification }
}

/// Posts every notification of a player to a `NotificationCenter`, for as long as it lives.
///
/// The player itself never uses one: typed messages start threads. A program that wants them makes a bridge.
public final class NotificationBridge: Sendable {
    private let task: Task<Void, Never>

    public init(_ manager: PlaybackManager, center: NotificationCenter = .default) {
        let notifications = manager.notifications()
        task = Task {
            for await notification in notifications {
                center.post(PlaybackMessage(notification), subject: manager)
            }
        }
    }

    deinit { task.cancel() }
}
