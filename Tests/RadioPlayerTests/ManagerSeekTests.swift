import RadioFormats
import TestSupport
import Testing

@testable import RadioPlayer

/// What an app does with the player from its own tasks.
@Suite(.timeLimit(.minutes(10))) struct ManagerSeekTests {
    @Test func aSeekAfterTheEndPlaysFromThere() async throws {
        let directory = try TemporaryDirectory()
        let packets = Samples.mpegPackets(try Sample.mp3.read())
        let path = try directory.write("sound.mp3", packets.flatMap { $0 })
        let manager = try PlaybackManager(PlaybackConfiguration(output: .null))
        let observation = await manager.observeBuffer { _ in }
        // The stream keeps what happens from here on, so that nothing is missed on a busy computer.
        var notifications = manager.notifications().makeAsyncIterator()
        func wait(for condition: (PlaybackSnapshot) -> Bool) async -> PlaybackSnapshot? {
            while let notification = await notifications.next() {
                if condition(notification.snapshot) { return notification.snapshot }
            }
            return nil
        }
        await manager.play(PlaybackItem(url: path))
        let begun = try #require(await wait { $0.status == .playing && $0.stream?.duration != nil })
        let duration = try #require(begun.stream?.duration)
        let nearTheEnd = MediaTime(seconds: duration.inSeconds - 0.2)
        try await manager.seek(to: nearTheEnd)
        #expect(await wait { $0.status == .ended } != nil)
        await #expect(throws: SeekError.self) { try await manager.seek(to: MediaTime(seconds: 100_000)) }
        try await manager.seek(to: MediaTime(seconds: 0.5))
        let playing = try #require(await wait { $0.status == .playing })
        #expect(playing.currentTime.seconds >= 0.45)
        await manager.setRate(0)
        #expect(await wait { $0.status == .paused(.user) }?.rate == 1)
        await manager.play()
        try await manager.seek(to: nearTheEnd)
        #expect(await wait { $0.status == .ended } != nil)
        // The observation ends on a thread that is not the player's.
        observation.cancel()
        await manager.shutDown()
    }

    @Test func valuesInWords() {
        #expect(
            "\(PlaybackStatus.waitingToPlay(.reconnecting(attempt: 2)))" == "waiting to play: reconnecting, attempt 2")
        #expect("\(PlaybackStatus.paused(.outputDeviceRemoved))" == "paused: the output device was removed")
        #expect("\(PlaybackSnapshot.Sound.starved(since: .now))" == "starved")
        #expect("\([PlaybackSnapshot.Suppression.interruption(.sleep)])" == "[the computer sleeps]")
    }
}
