import CLinux
import Glibc
import TestSupport
import Testing

@testable import RadioLoop

/// Watches of the kernel's events. Each test has a process of its own, because namespaces and stops belong to a
/// process.
@Suite struct SystemWatchesTests {
    private static let mayMakeNetworks = geteuid() == 0 && ChildProcess.exists("ip") && ChildProcess.exists("unshare")

    /// The watch reports that the network is back. The test's own network has two connected interfaces. One of them
    /// gets an address and a default route.
    @Test(.enabled(if: mayMakeNetworks)) func aNetworkThatComesBackIsTold() async {
        await #expect(processExitsWith: .success) {
            // Not every system permits this.
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
            // Further changes within a second are reported together, once, and then nothing more is reported.
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
            // The closure and the loop keep each other alive.
            next?.cancel()
            withExtendedLifetime(watch) {}
        }
    }

    /// A stop of the process is noticed even while a handler runs, when the loop does not wait in the kernel.
    @Test func aStopInsideAHandlerIsTold() async {
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop()
            var absences: [Duration] = []
            let watch = try WakeWatch(loop, minimum: .seconds(2)) { absences.append($0) }
            _ = system("(while sleep 4 && kill -CONT \(getpid()); do :; done) >/dev/null 2>&1 &")
            var next: LoopTimer?
            // Stops repeatedly, because a single stop may be short if the signal that ends it comes soon.
            func tick() {
                if absences.isEmpty { raise(SIGSTOP) }
                // This turn's time was read before the stop.
                next = loop.schedule(at: .now.advanced(by: .milliseconds(100))) { tick() }
            }
            tick()
            #expect(loop.turn { !absences.isEmpty })
            #expect(absences[0] > .seconds(2))
            // The closure and the loop keep each other alive.
            next?.cancel()
            withExtendedLifetime(watch) {}
        }
    }
}
