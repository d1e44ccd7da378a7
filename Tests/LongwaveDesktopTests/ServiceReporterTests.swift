import Glibc
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

@testable import LongwaveDesktop

/// The tests run in processes of their own, because they change the environment.
@Suite struct ServiceReporterTests {
    @Test func tellsTheServiceManager() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let socket = try NotifySocket(in: directory)
            setenv("NOTIFY_SOCKET", socket.path, 1)
            setenv("WATCHDOG_USEC", "400000", 1)
            let station = try IcyServer(.mp3, title: "One")
            let url = station.url
            let manager = try PlaybackManager(PlaybackConfiguration(output: .null))
            manager.run { manager in
                var told: [String] = []
                let reporter = ServiceReporter(manager, notifySocket: socket.path) { "\($0.sound)\n" }
                #expect(reporter != nil)
                manager.play(PlaybackItem(url: url))
                let end = MonotonicInstant.now.advanced(by: .seconds(30))
                func look() {
                    told += socket.messages()
                    let isFed = told.filter { $0 == "WATCHDOG=1" }.count >= 3
                    guard isFed && told.contains("STATUS=playing ") || MonotonicInstant.now > end else {
                        manager.loop.schedule(after: .milliseconds(20)) { look() }
                        return
                    }
                    reporter?.stopping()
                    told += socket.messages()
                    #expect(told.first == "READY=1")
                    #expect(told.contains("STATUS=playing "))
                    #expect(told.filter { $0 == "WATCHDOG=1" }.count >= 3)
                    #expect(told.last == "STOPPING=1")
                    manager.assumeIsolated { $0.shutDown() }
                }
                look()
            }
            station.stop()
        }
    }

    /// When the configuration is read again, the service manager learns this, and also gets a remark about it.
    @Test func tellsOfSettings() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let socket = try NotifySocket(in: directory)
            setenv("NOTIFY_SOCKET", socket.path, 1)
            let manager = try PlaybackManager(PlaybackConfiguration(output: .null))
            manager.run { manager in
                let reporter = ServiceReporter(manager, notifySocket: socket.path) { _ in "plays" }
                reporter?.reloading()
                reporter?.remark = "line 3"
                reporter?.reloaded()
                reporter?.remark = nil
                #expect(
                    socket.messages() == [
                        "READY=1", "STATUS=plays", "RELOADING=1", "STATUS=plays (line 3)", "READY=1", "STATUS=plays",
                    ])
                manager.shutDown()
            }
        }
    }

    @Test func withoutAServiceManagerThereIsNothingToTell() throws {
        let manager = try PlaybackManager(PlaybackConfiguration(output: .null))
        manager.run { manager in
            #expect(ServiceReporter(manager, notifySocket: nil) { _ in "" } == nil)
            #expect(ServiceReporter(manager, notifySocket: "") { _ in "" } == nil)
            manager.shutDown()
        }
    }
}
