import Glibc
import RadioLoop
import TestSupport
import Testing

@testable import LongwaveDesktop

/// The tests run in processes of their own, because they change the environment.
@Suite struct ServiceHeartbeatTests {
    @Test func tellsTheServiceManager() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let socket = try NotifySocket(in: directory)
            setenv("NOTIFY_SOCKET", socket.path, 1)
            setenv("WATCHDOG_USEC", "60000000", 1)
            let loop = try EventLoop.byHand()
            var count = 0
            let heartbeat = ServiceHeartbeat(loop: loop, notifySocket: socket.path) {
                count += 1
                return "\(count) of 3 stations\n"
            }
            var told: [String] = []
            #expect(
                loop.turn(
                    passing: .seconds(10),
                    untilElsewhere: {
                        told += socket.messages()
                        return told.filter { $0 == "WATCHDOG=1" }.count >= 3
                    }))
            heartbeat?.stopping()
            told += socket.messages()
            #expect(told.first == "READY=1" && told.last == "STOPPING=1")
            #expect(told.contains("STATUS=1 of 3 stations ") && told.contains("STATUS=2 of 3 stations "))
            #expect(ServiceHeartbeat(loop: loop, notifySocket: "") { "" } == nil)
        }
    }
}
