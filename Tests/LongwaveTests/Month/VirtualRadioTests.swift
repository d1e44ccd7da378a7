import RadioLoop
import TestSupport
import Testing

@testable import Longwave

@Suite struct VirtualRadioTests {
    /// The delay to live stays the same for half an hour, and the difference of the clocks is told.
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

    /// Whenever a pause ends and the connection is lost, the next source is heard.
    @Test func aPauseAtAnyMoment() throws {
        for pause in stride(from: 0, to: 30, by: 10) {
            for left in stride(from: 0, through: pause, by: 20) {
                let loop = try EventLoop.byHand()
                let stations = try [1, 2].map { try VirtualStation($0, loop: loop, ppm: 0) }
                var programme = Programme(name: "shop", sources: stations.map(\.url))
                programme.patience = .seconds(1)
                let player = VirtualRadio(loop, programme)
                player.play(.programme("shop"))
                #expect(player.passes { player.snapshot.status == .playing })
                player.perform(.pause)
                loop.pass(.milliseconds(left))
                stations[0].isAway = true
                loop.pass(.milliseconds(pause - left))
                player.perform(.play(PlayRequest()))
                let isHeard = player.passes { player.ear.last?.station == 2 }
                #expect(isHeard, "\(left) \(pause): \(player.snapshot.programme.map { "\($0)" } ?? "no programme") \(stations[1].connectionCount) \(player.snapshot.status)")
            }
        }
    }
}
