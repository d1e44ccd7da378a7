import Glibc
import Longwave
import RadioLoop
import TestSupport
import Testing

@testable import LongwaveCLI

@Suite struct LinesPresenterTests {
    /// Retries with the same reason print one line together, so that a long outage does not fill a system log.
    @Test func triesForOneCauseAreOneLine() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/lines"
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        let presenter = LinesPresenter(output: Output(file, loop: try EventLoop()), charset: .utf8, playing: "playing")
        func trying(_ attempt: Int, _ error: StreamError) -> PlaybackSnapshot {
            Snapshots.with {
                $0.download = .retrying(attempt: attempt, at: Snapshots.moment, because: error)
                $0.sound = .starved(since: Snapshots.moment)
                $0.reconnectCount = attempt
                $0.facts.wasHeard = true
            }
        }
        for attempt in 1...100 {
            let error = StreamError.hostUnknown("radio.example")
            let snapshot = trying(attempt, error)
            presenter.show(.willRetry(error, attempt: attempt, after: .seconds(1), snapshot))
            presenter.show(.statusDidChange(snapshot))
            // The player is connecting, so its snapshot has no reason.
            var connecting = snapshot
            connecting.download = .connecting
            presenter.show(.statusDidChange(connecting))
        }
        presenter.show(.statusDidChange(trying(101, .unreachable("radio.example"))))
        presenter.show(.statusDidChange(Snapshots.playing))
        let text = try String(decoding: Samples.read(path: path), as: UTF8.self)
        #expect(
            text.split(separator: "\n") == [
                "reconnecting: Radio Paradise (host not found)", "reconnecting: Radio Paradise (no answer)",
                "playing: Radio Paradise",
            ])
    }
}
