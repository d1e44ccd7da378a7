import RadioStreams
import Testing

@testable import RadioPlayer

/// Hours of trouble: sound comes back each time, and nobody is hammered.
struct SimulatedDayTests {
    private static let hours = 3600.0

    @Test("a kiosk's hours: an outage of any kind ends in sound again", arguments: [1, 2, 3])
    func kiosk(seed: UInt64) {
        var day = SimulatedDay(policy: .kiosk, seed: seed)
        day.run(for: 20)
        while day.script.seconds < Self.hours { day.trouble() }
        #expect(day.problems.isEmpty, "\(day.problems.first ?? "")")
        // A hanging name look-up takes 5 s, Retry-After 3, the longest wait 5.5; then a burst, and up to 4 s of buffer.
        #expect(day.longestSilenceWhileWell < 20, "\(day.longestSilenceWhileWell)")
        #expect(day.mostOpensASecond <= 3)
        #expect(day.heardSeconds > Self.hours * 0.5)
    }

    @Test("a listener's hours: the same, as no outage lasts as long as the patience", arguments: [4, 5])
    func listener(seed: UInt64) {
        var day = SimulatedDay(policy: .listener, seed: seed)
        day.run(for: 20)
        while day.script.seconds < Self.hours { day.trouble() }
        #expect(day.problems.isEmpty, "\(day.problems.first ?? "")")
        #expect(day.longestSilenceWhileWell < 30, "\(day.longestSilenceWhileWell)")
        // 0, 0.25, 0.5, then one a second.
        #expect(day.mostOpensASecond <= 4)
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
