import Glibc
import RadioLoop
import TestSupport
import Testing

@testable import RadioStations

@Suite struct LocalFileTests {
    /// Temporary files of killed processes are deleted. Those of other files and of running processes stay.
    @Test func whatKilledProcessesLeft() throws {
        let directory = try TemporaryDirectory()
        let ended = try ChildProcess("true", [])
        ended.wait()
        for name in [
            "player.json.\(ended.pid).new", "player.json.\(getpid()).new", "player.json.1.new",
            "other.json.\(ended.pid).new", "player.json.new", "player.json.x.new", "player.json.0.new",
            "player.json.-\(ended.pid).new", "player.json.99999999999.new",
        ] { try directory.write(name, "half") }
        try LocalFile.replace(directory.path + "/player.json", with: Array("whole".utf8))
        #expect(
            Set(LocalFile.names(in: directory.path)) == [
                "player.json", "player.json.1.new", "other.json.\(ended.pid).new", "player.json.new",
                "player.json.x.new", "player.json.0.new", "player.json.-\(ended.pid).new",
                "player.json.99999999999.new",
            ])
    }
}
