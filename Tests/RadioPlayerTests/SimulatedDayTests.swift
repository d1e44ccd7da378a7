import Glibc
import RadioStreams
import Testing

@testable import RadioPlayer

/// A `PlaybackMachine` goes through many hours of simulated trouble. The sound returns after each trouble, and no
/// server gets too many requests.
struct SimulatedDayTests {
    /// The number of simulated days, each with other trouble. `bin/simulate` runs ten thousand whole days.
    private static let seeds = number("LONGWAVE_SEEDS") ?? 8
    private static let firstSeed = number("LONGWAVE_FIRST_SEED") ?? 0
    private static let dayLength = Double(number("LONGWAVE_DAY_HOURS") ?? 1) * 3600
    private static let blocks = 8

    private static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

    @Test(
        "whatever happens in a day: `playing` only while sound is taken, a way out of each state, nobody hammered, nothing left",
        arguments: 0..<blocks)
    func day(block: Int) {
        for seed in stride(from: Self.firstSeed + block, to: Self.firstSeed + Self.seeds, by: Self.blocks) {
            let isKiosk = seed % 2 == 0
            var day = SimulatedDay(policy: isKiosk ? .kiosk : .listener, seed: UInt64(seed))
            day.run(for: 20)
            while day.script.seconds < Self.dayLength, day.problems.isEmpty { day.trouble() }
            #expect(day.problems.isEmpty, "seed \(seed): \(day.problems.first ?? "")")
            // How long silence may last after the trouble has ended. A hanging name lookup takes 5 s, Retry-After 3 s,
            // and the longest wait between two tries 5.5 s (16.5 s with a listener's policy). Then up to 4 s of
            // buffering follow.
            #expect(day.longestSilenceWhileWell < (isKiosk ? 20 : 30), "seed \(seed): \(day.longestSilenceWhileWell)")
            // Tries follow after 0, 0.25 and 0.5 s, and then once per second. When the network returns or the listener
            // presses play, the machine tries once more.
            #expect(day.mostOpensASecond <= 6, "seed \(seed)")
            #expect(day.heardSeconds > day.script.seconds * 0.4, "seed \(seed): \(day.heardSeconds)")
            let left = day.end()
            #expect(left == nil, "seed \(seed)")
        }
    }

    @Test("an hour without a server: a kiosk asks every 5 s at most, and plays when it is back")
    func longOutage() {
        var day = SimulatedDay(policy: .kiosk, seed: 7)
        day.run(for: 60)
        day.server = .refuses
        day.run(for: 3600)
        #expect(day.opens.count < 600 + 3600 / 4)
        #expect(day.opens.count > 3600 / 6)
        let before = day.heardSeconds
        day.server = .well
        day.run(for: 20)
        #expect(day.script.status == .playing)
        #expect(day.heardSeconds > before + 10)
    }

    @Test("a server that closes each connection after a moment is not hammered")
    func closing() {
        var day = SimulatedDay(policy: .listener, seed: 8)
        day.server = .closes
        day.run(for: 280)
        #expect(day.opens.count < 320)
    }
}
