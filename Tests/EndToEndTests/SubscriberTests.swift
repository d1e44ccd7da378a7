import FoundationEssentials
import Glibc
import Longwave
import LongwaveNotificationCenter
import RadioLoop
import RadioPlayer
import Synchronization
import TestSupport
import Testing

/// Code that observes a player's notifications never disturbs the sound.
@Suite(.enabled(if: PulseServer.isInstalled))
struct SubscriberTests {
    /// A subscriber that blocks for ten seconds causes no gap in the sound. Ten seconds are five times the sound
    /// server's buffer. The subscriber blocks until all notifications are sent, however slow the computer is.
    @Test func aSubscriberThatBlocksTenSecondsMakesNoGap() async throws {
        let server = try PulseServer(sinks: [.init(rate: 44_100)])
        let recorder = try server.record()
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try ObservedPlayer(server)
        defer { player.shutDown() }
        // The subscriber gets a thread of its own, because it would block other tests on a shared one.
        let slow = try EventLoop()
        LoopThread.start { slow.run() }
        defer { slow.stop() }
        let count = Mutex(0)
        let isAwake = Mutex(false)
        let areSent = TestSignal()
        let notifications = player.manager.notifications()
        let subscriber = Task(executorPreference: slow) {
            for await _ in notifications {
                if count.withLock({
                    $0 += 1; return $0
                }) == 1 {
                    sleep(10)
                    areSent.wait(seconds: 90)
                }
                isAwake.withLock { $0 = true }
            }
        }
        defer { subscriber.cancel() }
        await player.play(station.url)
        #expect(await player.told(.playing) != nil, "\(player.story)")
        // 200 changes of the volume cause more notifications than the player keeps for one subscriber, so the player
        // drops some.
        for step in 0..<200 {
            await player.manager.setVolume(step % 2 == 0 ? 0.999999 : 1)
            try await pass(.milliseconds(20))
        }
        await player.manager.setVolume(1)
        areSent.raise()
        #expect(await eventually { isAwake.withLock { $0 } })
        let begin = try #require(recorder.firstSound())
        let end = begin + 44_100 * 11
        #expect(await eventually { recorder.frameCount > end })
        let isQuiet = Silence.longest(in: Array(recorder.channel(0)[begin..<end]), rate: 44_100)
        // 0.15 s allows the silence in the source: between two repetitions of the sample file, the encoder's padding
        // lasts 60 ms.
        #expect(isQuiet < 0.15, "\(isQuiet) s of silence")
        #expect(player.manager.droppedNotifications > 0)
        #expect(player.first { if case .didStall = $0 { true } else { false } } == nil)
        // The event loop must run until the subscriber's task has ended, so the test waits for the task.
        subscriber.cancel()
        await subscriber.value
    }

    /// The bridge to Foundation's `NotificationCenter` posts typed messages in order, each with the player's state.
    @Test func theBridgePostsToANotificationCenter() async throws {
        let server = try PulseServer()
        let station = try IcyServer(.mp3, title: "Bridged")
        defer { station.stop() }
        let player = try ObservedPlayer(server)
        defer { player.shutDown() }
        let center = NotificationCenter()
        let names = Mutex<[String]>([])
        let titles = Mutex<[String]>([])
        let bridge = NotificationBridge(player.manager, center: center)
        let token = center.addObserver(of: player.manager, for: .playback) { message in
            names.withLock { $0.append(message.notification.name) }
            if let text = message.notification.snapshot.nowPlaying?.track.text { titles.withLock { $0.append(text) } }
        }
        await player.play(station.url)
        #expect(await eventually { titles.withLock { $0.contains("Bridged") } })
        #expect(names.withLock { $0 }.contains("statusDidChange"))
        #expect(names.withLock { $0 }.contains("nowPlayingDidChange"))
        center.removeObserver(token)
        withExtendedLifetime(bridge) {}
    }

    /// An observer of the `NotificationCenter` gets each notification once and in order.
    @Test func theBridgeKeepsTheOrder() async throws {
        let player = try ObservedPlayer(PlaybackConfiguration(output: .null))
        defer { player.shutDown() }
        let center = NotificationCenter()
        let heard = Mutex<[Int]>([])
        let bridge = NotificationBridge(player.manager, center: center)
        let token = center.addObserver(of: player.manager, for: .playback) { message in
            guard case .volumeDidChange(let snapshot) = message.notification else { return }
            heard.withLock { $0.append(Int((snapshot.volume * 1000).rounded())) }
        }
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        await player.play(station.url)
        for round in 0..<20 {
            let first = round * 40
            // Forty notifications at once are fewer than the player keeps for one subscriber, so none is dropped.
            await player.manager.setVolumes(first..<first + 40)
            #expect(await eventually { heard.withLock { $0.last == first + 39 } })
        }
        #expect(heard.withLock { $0 } == Array(0..<800))
        center.removeObserver(token)
        withExtendedLifetime(bridge) {}
    }

    @Test func bufferIsToldToThoseWhoAsk() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await ObservedPlayer(PlaybackConfiguration(output: .null)).playing(station.url)
        defer { player.shutDown() }
        let isBuffer: (PlaybackNotification) -> Bool = { if case .bufferDidChange = $0 { true } else { false } }
        #expect(player.first(where: isBuffer) == nil)
        await player.manager.keepObservingBuffer()
        let entry = try #require(await player.told(where: isBuffer), "\(player.story)")
        #expect(!entry.snapshot.loadedTimeRanges.isEmpty)
    }
}

extension PlaybackManager {
    /// Sets one volume after another, in thousandths, in one turn of the loop.
    fileprivate func setVolumes(_ thousandths: Range<Int>) {
        for volume in thousandths { setVolume(Double(volume) / 1000) }
    }

    /// Observes the buffer for as long as the player lives.
    fileprivate func keepObservingBuffer() {
        final class Holder { var observation: PlaybackObservation? }
        let holder = Holder()
        holder.observation = observeBuffer { [holder] _ in withExtendedLifetime(holder) {} }
    }
}
