import CLinux
import Glibc
import TestSupport
import Testing

@testable import RadioLoop

/// Watches of events of the system, such as a new network or a suspended computer. Each test has its own process,
/// because it changes or stops the whole process.
@Suite struct SystemWatchesTests {
    private static let mayMakeNetworks = geteuid() == 0 && ChildProcess.exists("ip") && ChildProcess.exists("unshare")

    /// The test's private network becomes complete: one of its two interfaces gets an address and a default route. The
    /// watch reports that the network is back.
    @Test(.enabled(if: mayMakeNetworks)) func aNetworkThatComesBackIsTold() async {
        await #expect(processExitsWith: .success) {
            // Some systems do not allow a private network. The test then does nothing.
            guard longwave_unshare_network() == 0 else { return }
            let loop = try EventLoop()
            var gains = 0
            let watch = try NetworkWatch(loop) { gains += 1 }
            let commands = [
                "link add lw0 type veth peer name lw1", "link set lw1 up", "link set lw0 up",
                "addr add 192.0.2.2/24 dev lw0",
                "route add default via 192.0.2.1",
            ]
            for command in commands where system("ip \(command)") != 0 { return }
            #expect(loop.turn { gains > 0 })
            // More changes within a second are reported together, once.
            loop.turn(for: .milliseconds(2500))
            #expect((1...3).contains(gains))
            let before = gains
            _ = system("ip link set lw0 down; ip link set lw0 up; ip route add default via 192.0.2.1")
            #expect(loop.turn { gains > before })
            withExtendedLifetime(watch) {}
        }
    }

    @Test func aStopOfTheProcessIsTold() async {
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop()
            var absences: [Duration] = []
            let watch = try WakeWatch(loop, minimum: .seconds(2)) { absences.append($0) }
            var ticks = 0
            var next: LoopTimer?
            func tick() {
                ticks += 1
                next = loop.schedule(after: .milliseconds(100)) { tick() }
            }
            tick()
            _ = system("(sleep 0.5; kill -STOP \(getpid()); sleep 4; kill -CONT \(getpid())) &")
            #expect(loop.turn { !absences.isEmpty })
            #expect(absences[0] > .seconds(2))
            #expect(ticks > 0)
            // `next` and its handler keep each other alive, so the cycle is broken here.
            next?.cancel()
            withExtendedLifetime(watch) {}
        }
    }

    /// The process is stopped while a handler runs. The watch notices this, although the loop was not waiting for
    /// events then.
    @Test func aStopInsideAHandlerIsTold() async {
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop()
            var absences: [Duration] = []
            let watch = try WakeWatch(loop, minimum: .seconds(2)) { absences.append($0) }
            _ = system("(while sleep 4 && kill -CONT \(getpid()); do :; done) >/dev/null 2>&1 &")
            var next: LoopTimer?
            // The test stops the process repeatedly, because one stop may be too short if its end comes early.
            func tick() {
                if absences.isEmpty { raise(SIGSTOP) }
                // The loop read the time of this turn before the stop, so it must not be used.
                next = loop.schedule(at: .now.advanced(by: .milliseconds(100))) { tick() }
            }
            tick()
            #expect(loop.turn { !absences.isEmpty })
            #expect(absences[0] > .seconds(2))
            // `next` and its handler keep each other alive, so the cycle is broken here.
            next?.cancel()
            withExtendedLifetime(watch) {}
        }
    }
}
