import FoundationEssentials
import LongwaveNotificationCenter

@MainActor func notifications() async throws {
    let player = Radio.shared.manager
    let bridge = NotificationBridge(player)
    let token = NotificationCenter.default.addObserver(of: player, for: .playback) { message in
        guard case .statusDidChange(let now) = message.notification else { return }
        print(message.notification.name, now.status)
    }
    try await Radio.shared.play("fip")
    for await status in Radio.shared.statuses where status == .playing { break }
    NotificationCenter.default.removeObserver(token)
    _ = bridge
}
