/// What a soak measured.
package struct SoakFigures: Codable, Sendable {
    package struct Event: Codable, Sendable {
        package var fault: String
        /// Seconds since the player's start.
        package var at: Double
        /// Seconds that it lasted.
        package var lasted: Double
        /// Seconds from its end to sound; nil: none before the next fault.
        package var soundAgain: Double?
        /// Seconds without sound that were owed, from its begin to the next fault.
        package var owed: Double
        /// The longest time in that part in which a state contradicted the monitor.
        package var disagreement: Double
        /// How long the machine itself stood still; with more than ``MachineWatch/bearable`` the event counts for nothing.
        package var standstill: Double
    }

    package var seed: UInt64
    package var seconds = 0.0
    package var events: [Event] = []
    /// Faults that count for nothing, because the machine itself stood still.
    package var uncounted = 0
    /// Seconds in which source, sink and process lived and nobody held the sound back.
    package var living = 0.0
    /// Seconds of those with sound.
    package var heard = 0.0
    /// Kilobytes that no file backs, at the first measurement and at the end.
    package var memoryAtFirst: Int?
    package var memoryAtEnd = 0
    package var descriptorsAtFirst: Int?
    package var descriptorsAtEnd = 0
    /// Seconds since the start, of the first measurement.
    package var firstAt = 0.0
    /// Percent of one core.
    package var cpu = 0.0
    /// The most requests in one second.
    package var mostRequests = 0
    package var problems: [String] = []

    private var counted: [Event] { events.filter { $0.standstill < MachineWatch.bearable } }

    package var soundShare: Double { living > 0 ? heard / living : 0 }

    package var text: String {
        let memory =
            memoryAtFirst.map { "\($0) kB after \(FaultFigures.text(firstAt)) s, \(memoryAtEnd) kB at the end" } ?? "–"
        let descriptors = descriptorsAtFirst.map { "\($0), \(descriptorsAtEnd) at the end" } ?? "–"
        return """
            \(FaultFigures.text(seconds / 60)) min, \(events.count) faults, seed \(seed); \(uncounted) of them uncounted: the machine stood still
            sound in \((soundShare * 100_000).rounded() / 1000) % of the \(FaultFigures.text(living)) s that were owed; \
            missing \(FaultFigures.text(living - heard)) s
            memory no file backs: \(memory)
            descriptors: \(descriptors)
            CPU \(FaultFigures.text(cpu)) %, at most \(mostRequests) requests in a second
            longest wrong state: \(FaultFigures.text(counted.map(\.disagreement).max() ?? 0)) s

            """ + kinds + problems.map { "PROBLEM: \($0)\n" }.joined()
    }

    /// For each kind of fault how often it came, and the worst of it.
    private var kinds: String {
        var lines = ""
        for name in Set(counted.map(\.fault)).sorted() {
            let of = counted.filter { $0.fault == name }
            let again = of.compactMap(\.soundAgain)
            lines += "  \(name): \(of.count)×, sound again after at most \(again.max().map(FaultFigures.text) ?? "–") s"
            lines += ", missing \(FaultFigures.text(of.reduce(0) { $0 + $1.owed })) s"
            lines += ", wrong state \(FaultFigures.text(of.map(\.disagreement).max() ?? 0)) s\n"
        }
        return lines
    }
}
