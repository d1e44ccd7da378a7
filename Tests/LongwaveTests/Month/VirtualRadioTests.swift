import RadioLoop
import TestSupport
import Testing

@testable import Longwave

@Suite struct VirtualRadioTests {
    /// The delay to live stays the same for half an hour, and the snapshot has the difference of the clocks.
    @Test(arguments: [500.0, -500]) func drift(_ ppm: Double) throws {
        let loop = try EventLoop.byHand()
        let station = try VirtualStation(1, loop: loop, ppm: ppm)
        let player = VirtualRadio(loop)
        player.play(.named(station.url))
        #expect(player.passes { player.snapshot.status == .playing && player.ear.last != nil })
        loop.pass(.seconds(5))
        func delay() -> Double { player.ear.last.map { station.delay(of: $0.frame, heardAt: $0.at) } ?? .nan }
        let first = delay()
        for _ in 0..<180 {
            loop.pass(.seconds(10))
            #expect(abs(delay() - first) < 0.5, "\(first)")
        }
        #expect(abs((player.snapshot.drift ?? 0) - ppm) < 50)
        #expect(player.snapshot.tally.stallCount == 0 && station.connectionCount == 1)
    }
}
