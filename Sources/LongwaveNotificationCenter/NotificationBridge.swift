import FoundationEssentials
import RadioPlayer

/// A notification of a player, in the form of a typed message of Foundation's `NotificationCenter`.
///
/// The messages are posted while a ``NotificationBridge`` for the player exists. Observers are called on the main actor,
/// one after another, in the order of the events:
/// ```swift
/// let token = NotificationCenter.default.addObserver(of: player, for: .playback) { message in
///     if case .statusDidChange(let now) = message.notification { print(now.status) }
/// }
/// ```
public struct PlaybackMessage: NotificationCenter.MainActorMessage {
    public typealias Subject = PlaybackManager

    public let notification: PlaybackNotification
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<PlaybackMessage> {
    /// Identifies the messages of all kinds of notifications.
    public static var playback: Self { .init() }
}

/// Posts every notification of a player to a `NotificationCenter`, until the bridge is released.
///
/// The main actor must run, as it does in an app and in a program whose `main` is `async`. If the player runs on the
/// main thread (`PlaybackManager.run(_:)`), no message arrives; such a program uses `PlaybackManager.observe(_:)`
/// instead.
public final class NotificationBridge: Sendable {
    private let task: Task<Void, Never>

    /// Starts to post a player's notifications.
    ///
    /// - Parameters:
    ///   - manager: the player whose notifications are posted.
    ///   - center: the center that receives the messages. Observers name the player as their subject (`of: player`).
    public init(_ manager: PlaybackManager, center: NotificationCenter = .default) {
        let notifications = manager.notifications()
        // `PlaybackMessage` is a `MainActorMessage` and not an `AsyncMessage`: the center starts a task for each
        // `AsyncMessage`, so that such messages may arrive in another order.
        task = Task { @MainActor in
            for await notification in notifications {
                center.post(PlaybackMessage(notification: notification), subject: manager)
            }
        }
    }

    deinit { task.cancel() }
}
