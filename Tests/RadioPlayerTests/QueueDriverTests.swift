import RadioFormats
import TestSupport
import Testing

@testable import RadioPlayer

/// How a ``PlaybackManager`` moves from one item of its queue to the next.
@Suite(.timeLimit(.minutes(10))) struct QueueDriverTests {
    private let directory: TemporaryDirectory
    private let manager: PlaybackManager
    private let items: [PlaybackItem]

    init() throws {
        directory = try TemporaryDirectory()
        // No item ends by itself while a test waits for its turn.
        let sound = [[UInt8]](repeating: Samples.mpegPackets(try Sample.mp3.read()).flatMap { $0 }, count: 300)
        let path = try directory.write("sound.mp3", sound.flatMap { $0 })
        items = [PlaybackItem](repeating: PlaybackItem(url: path), count: 2)
        manager = try PlaybackManager(PlaybackConfiguration(output: .null))
    }

    /// Does `work`, and returns the next notification that meets the condition.
    private func next(
        _ condition: (PlaybackNotification) -> Bool, after work: (isolated PlaybackManager) -> Void
    ) async -> PlaybackSnapshot? {
        var notifications = manager.notifications().makeAsyncIterator()
        // The stream begins with a description of the present state.
        _ = await notifications.next()
        await work(manager)
        while let notification = await notifications.next() {
            if condition(notification) { return notification.snapshot }
        }
        return nil
    }

    private func plays(_ place: Int) -> (PlaybackNotification) -> Bool {
        { $0.snapshot.status == .playing && $0.snapshot.queue.index == place }
    }

    /// Each item is heard for a tenth of a second. The queue ends after the last one, which has not ended.
    @Test func timeLimit() async throws {
        let end = await next({ if case .queueDidEnd = $0 { true } else { false } }) {
            $0.setItemLimit(.milliseconds(100))
            $0.play(items)
        }
        #expect(end?.queue.index == 1 && end?.status == .stopped)
        await manager.shutDown()
    }

    /// The first item goes on, and starts again only if it is a file. A removed item is followed by the next.
    @Test func stepsInTheQueue() async throws {
        #expect(await next(plays(0)) { $0.play(items) } != nil)
        #expect(await next(plays(1)) { $0.next() } != nil)
        #expect(await next(plays(0)) { $0.previous() } != nil)
        let jump = await next({ if case .didJump = $0 { true } else { false } }) { $0.previous() }
        #expect(jump?.queue.index == 0 && jump?.currentTime == .zero)
        // The jump before may still be followed by notifications.
        let isAlone = { (notification: PlaybackNotification) in
            notification.snapshot.queue.count == 1 && notification.snapshot.status == .playing
        }
        #expect(await next(isAlone) { $0.remove(at: 0) } != nil)
        await manager.shutDown()
    }

    /// A new policy holds from the next item on.
    @Test func policy() async throws {
        func policy(_ manager: isolated PlaybackManager) -> PlaybackPolicy? { manager.driver.player?.machine.policy }
        #expect(await next(plays(0)) { $0.play(items) } != nil)
        await manager.setPolicy(.kiosk)
        #expect(await policy(manager) == .listener)
        #expect(await next(plays(1)) { $0.next() } != nil)
        #expect(await policy(manager) == .kiosk)
        await manager.shutDown()
    }
}
