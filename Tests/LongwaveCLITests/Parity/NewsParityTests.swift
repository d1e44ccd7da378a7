import Longwave
import RadioJSON
import TestSupport
import Testing

@testable import LongwaveCLI

/// What the screen says and reads again after each notification of the player: of this process's player, and of the
/// shared player.
@Suite struct NewsParityTests {
    @Test(arguments: GoldenEventsTests.notifications.indices) func theSameWords(_ place: Int) async throws {
        let notification = GoldenEventsTests.notifications[place]
        var said: [ParityFront: [String]] = [:]
        for front in [ParityFront.local, .shared] {
            let folder = try TemporaryDirectory()
            var configuration = Radio.Configuration()
            configuration.playback = PlaybackConfiguration(output: .null)
            configuration.journal = JournalPlaces()
            let radio = try Radio(configuration)
            said[front] = try await radio.manager.news(of: notification, front, radio, folder)
            await radio.shutDown()
        }
        #expect(said[.shared] == said[.local], "\(notification.name)")
    }
}

extension PlaybackManager {
    fileprivate func news(
        of notification: PlaybackNotification, _ front: ParityFront, _ radio: Radio, _ folder: TemporaryDirectory
    ) async throws -> [String] {
        let rig = try ParityRig(front, radio, folder, self)
        await rig.settle(self)
        rig.forget()
        let state = PlayerState(notification.snapshot)
        var news: PlaybackNotification? = notification
        if front == .shared {
            let text = GoldenEventsTests.lines.value(notification, state).text()
            let reader = PlayerStateReader(clock: GoldenEventsTests.lines.clock, now: loop.now)
            let value = try JSONReader.read(Array(text.utf8))
            news = try reader.notification(value, #require(reader.state(value)).snapshot)
        }
        rig.screen.link.onChange?(news, state)
        let words = rig.everything
        await rig.finish(self)
        return words
    }
}
