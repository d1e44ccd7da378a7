import Glibc
import RadioLoop
import TestSupport
import Testing

/// The program has exactly two threads: one for the event loop and one for disk access.
@Suite(.enabled(if: PulseServer.isInstalled))
struct ThreadTests {
    @Test func aPlayingStationTakesTwoThreads() async throws {
        let sound = try PulseServer()
        let station = try IcyServer(.mp3, title: "Artist - Title")
        defer { station.stop() }
        let home = try TemporaryDirectory()
        let child = try ChildProcess(
            BuiltProgram.longwave, ["play", "--quiet", station.url],
            environment: [
                "HOME": home.path, "XDG_DATA_HOME": home.path, "XDG_RUNTIME_DIR": home.path,
                "PULSE_SERVER": sound.address,
            ])
        defer { child.end() }
        // The program creates these two databases after the first sound. The test waits for them before it looks at the
        // threads.
        let kept = ["library", "titles"].map { home.path + "/longwave/\($0).sqlite" }
        #expect(await eventually { kept.allSatisfy { access($0, F_OK) == 0 } })
        let facts = ProcessFacts(child.pid)
        let begin = MonotonicInstant.now
        while begin.duration(to: .now) < .seconds(3) {
            #expect(facts.threadNames == ["longwave", "longwave-disk"])
            try await pass(.milliseconds(20))
        }
    }
}
