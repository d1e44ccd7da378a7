import Foundation
import RadioLoop
import Testing

@testable import RadioPlayer

@Suite struct DriftKeeperTests {
    /// A station whose clock differs from the sound device's. It sends a piece every quarter of a second, which the
    /// network delays by up to 0.2 s.
    private struct Simulation {
        var drift = DriftKeeper()
        private(set) var now = MonotonicInstant(nanoseconds: 0)
        private var sent = 3.0
        private var heard = 0.0
        private var random = SplitMix64(state: 7)
        /// The smallest and largest durations in hand since the last call of `reset()`, each the largest of a minute.
        private(set) var minutes: [Double] = []
        private(set) var corrections = 0
        private let packet = 1152.0 / 44_100
        var ppm: Double

        init(ppm: Double) { self.ppm = ppm }

        mutating func run(_ duration: Duration, isKept: Bool = true) {
            let end = now.advanced(by: duration)
            var most = 0.0
            var minute = now.advanced(by: .seconds(60))
            while now < end {
                now = now.advanced(by: .milliseconds(250))
                heard += 0.25
                sent += 0.25 * (1 + ppm / 1e6)
                let inHand = sent - heard - Double(random.next() % 200) / 1000
                drift.follow(.seconds(inHand), at: now)
                if isKept, let due = drift.due, random.next() % 20 == 0 {
                    drift.made(due, by: .seconds(packet))
                    heard += due == .leaveOut ? packet : -packet
                    corrections += 1
                }
                most = max(most, sent - heard)
                if now >= minute {
                    minutes.append(most)
                    (most, minute) = (0, now.advanced(by: .seconds(60)))
                }
            }
        }

        mutating func lose(_ seconds: Double) { sent -= seconds }
    }

    @Test("the delay stays the same, and the difference is told", arguments: [500.0, -500, 80, -80])
    func drift(_ ppm: Double) throws {
        var simulation = Simulation(ppm: ppm)
        simulation.run(.seconds(1800))
        let usual = simulation.minutes[1]
        #expect(simulation.minutes.dropFirst().allSatisfy { abs($0 - usual) < 0.2 }, "\(simulation.minutes)")
        let told = try #require(simulation.drift.partsPerMillion)
        #expect(abs(told - ppm) < max(abs(ppm) / 10, 15), "\(told)")
        // An hour at 500 ppm is 1.8 s, 69 packets.
        #expect(abs(Double(simulation.corrections) - abs(ppm) * 1800e-6 / 0.0261) < 6, "\(simulation.corrections)")
    }

    @Test("without a difference, nothing is changed for a day")
    func none() {
        var simulation = Simulation(ppm: 0)
        simulation.run(.seconds(86_400))
        #expect(simulation.corrections == 0)
        #expect(abs(simulation.drift.partsPerMillion ?? 99) < 3)
    }

    @Test("after a loss of sound, the new delay is the usual one")
    func loss() {
        var simulation = Simulation(ppm: 50)
        simulation.run(.seconds(1200))
        let before = simulation.corrections
        simulation.lose(1.5)
        simulation.run(.seconds(300))
        #expect(simulation.corrections <= before + 2)
        simulation.run(.seconds(3600))
        let last = simulation.minutes.suffix(50)
        #expect((last.max() ?? 9) - (last.min() ?? 0) < 0.2)
        #expect(abs((simulation.drift.partsPerMillion ?? 999) - 50) < 15)
    }

    @Test("one bad minute changes neither the delay nor what is told")
    func badMinute() throws {
        var simulation = Simulation(ppm: -200)
        simulation.run(.seconds(1200))
        simulation.lose(1)
        simulation.run(.seconds(60))
        simulation.lose(-1)
        simulation.run(.seconds(1200))
        let usual = simulation.minutes[1]
        #expect(simulation.minutes.suffix(19).allSatisfy { abs($0 - usual) < 0.2 }, "\(simulation.minutes)")
        #expect(abs(try #require(simulation.drift.partsPerMillion) + 200) < 20)
    }

    @Test("sound that the device does not play for a moment changes nothing that is told", arguments: [500.0, -500])
    func standstill(_ ppm: Double) throws {
        var simulation = Simulation(ppm: ppm)
        simulation.run(.seconds(600))
        simulation.lose(-0.17)
        simulation.run(.seconds(600))
        #expect(abs(try #require(simulation.drift.partsPerMillion) - ppm) < 50)
        let usual = simulation.minutes[1]
        #expect(simulation.minutes.suffix(5).allSatisfy { abs($0 - usual) < 0.2 }, "\(simulation.minutes)")
    }

    @Test("little is told at first")
    func first() {
        var simulation = Simulation(ppm: 100)
        simulation.run(.seconds(240))
        #expect(simulation.drift.partsPerMillion == nil && simulation.drift.due == nil)
    }
}
