import CSystemd
import Glibc
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

@testable import LongwaveDesktop

/// The tests run in processes of their own, because an environment variable names the test's bus with its logind.
@Suite(.enabled(if: ChildProcess.exists("dbus-daemon"))) struct SleepWatchTests {
    @Test("silent before the machine sleeps, with a lock until then; after it woke the lock is taken again")
    func sleeps() async {
        await #expect(processExitsWith: .success) {
            let logind = try FakeLogind()
            let loop = try EventLoop()
            #expect(loop.turn(untilElsewhere: { logind.isReady }))
            var events: [SleepWatch.Event] = []
            var locksAtSleep = 0
            let watch = SleepWatch(loop) {
                events.append($0)
                if $0 == .willSleep { locksAtSleep = logind.lockCount }
            }
            #expect(loop.turn(untilElsewhere: { logind.lockCount == 1 }))
            logind.prepareForSleep(true)
            #expect(loop.turn { events == [.willSleep] })
            #expect(locksAtSleep == 1)
            #expect(loop.turn(untilElsewhere: { logind.lockCount == 0 }))
            logind.prepareForSleep(true)
            logind.prepareForSleep(false)
            #expect(loop.turn { events.count > 1 })
            #expect(events == [.willSleep, .didWake])
            #expect(loop.turn(untilElsewhere: { logind.lockCount == 1 }))
            withExtendedLifetime(watch) {}
            logind.end()
        }
    }

    @Test("a bus that goes away while the machine sleeps cannot tell of its waking: it counts as awake")
    func busGoes() async {
        await #expect(processExitsWith: .success) {
            let logind = try FakeLogind()
            let loop = try EventLoop()
            #expect(loop.turn(untilElsewhere: { logind.isReady }))
            var events: [SleepWatch.Event] = []
            let watch = SleepWatch(loop) { events.append($0) }
            #expect(loop.turn(untilElsewhere: { logind.lockCount == 1 }))
            logind.prepareForSleep(true)
            #expect(loop.turn { events == [.willSleep] })
            logind.end()
            #expect(loop.turn { events == [.willSleep, .didWake] })
            withExtendedLifetime(watch) {}
        }
    }

    @Test func withoutABusNothingIsTold() async {
        await #expect(processExitsWith: .success) {
            setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1)
            let loop = try EventLoop.byHand()
            let watch = SleepWatch(loop) { _ in Issue.record("told by nobody") }
            loop.pass(.seconds(600))
            withExtendedLifetime(watch) {}
        }
    }

    @Test("a player is paused by an interruption while the machine sleeps, and plays on afterwards")
    func thePlayerIsSilent() async {
        await #expect(processExitsWith: .success) {
            let logind = try FakeLogind()
            let station = try IcyServer(.mp3)
            let url = station.url
            let manager = try PlaybackManager(PlaybackConfiguration(output: .null))
            manager.run { manager in
                var statuses: [PlaybackStatus] = []
                let observation = manager.observe {
                    guard case .statusDidChange(let snapshot) = $0 else { return }
                    statuses.append(snapshot.status)
                }
                var sleepGuard: SleepGuard?
                manager.play(PlaybackItem(url: url))
                var steps: [() -> Bool] = [
                    { logind.isReady },
                    {
                        sleepGuard = SleepGuard(manager)
                        return true
                    },
                    { statuses.contains(.playing) && logind.lockCount == 1 },
                    {
                        if statuses.contains(.playing) { logind.prepareForSleep(true) }
                        return true
                    },
                    { statuses.last == .paused(.interruption) },
                    {
                        logind.prepareForSleep(false)
                        return true
                    },
                    { statuses.last == .playing },
                ]
                let end = MonotonicInstant.now.advanced(by: .seconds(60))
                func go() {
                    if let step = steps.first, step() { steps.removeFirst() }
                    if !steps.isEmpty, MonotonicInstant.now < end {
                        manager.loop.schedule(after: .milliseconds(10)) { go() }
                        return
                    }
                    #expect(steps.isEmpty, "\(statuses)")
                    observation.cancel()
                    withExtendedLifetime(sleepGuard) {}
                    manager.assumeIsolated { $0.shutDown() }
                }
                go()
            }
            station.stop()
            logind.end()
        }
    }
}
