/// The measurements of a soak.
package struct SoakFigures: Codable, Sendable {
    package struct Event: Codable, Sendable {
        package var fault: String
        /// The time of the fault, in seconds since the player's start.
        package var at: Double
        /// The duration of the fault in seconds.
        package var lasted: Double
        /// The time from the end of the fault to the first sound after it, in seconds, or nil if no sound was heard
        /// before the next fault.
        package var soundAgain: Double?
        /// How long sound was expected but not heard between this fault and the next one, in seconds.
        package var owed: Double
        /// The longest time for which the player's reported state contradicted the sound between this fault and the
        /// next one, in seconds.
        package var disagreement: Double
        /// The longest time in seconds for which the computer stood still, from the previous fault's evaluation to this
        /// one's. From ``MachineWatch/bearable`` on, the event does not count.
        package var standstill: Double
    }

    package var seed: UInt64
    package var seconds = 0.0
    package var events: [Event] = []
    /// The number of events that do not count because the computer stood still meanwhile (see ``Event/standstill``).
    package var uncounted = 0
    /// The time in seconds in which sound was expected, because the station, the sink and the player's process worked.
    package var living = 0.0
    /// The part of the time ``living`` in which sound was heard, in seconds.
    package var heard = 0.0
    /// The player's anonymous memory (not backed by a file) at the first measurement, in kilobytes.
    package var memoryAtFirst: Int?
    /// The player's anonymous memory at the end of the soak, in kilobytes.
    package var memoryAtEnd = 0
    package var descriptorsAtFirst: Int?
    package var descriptorsAtEnd = 0
    /// The time of the first measurement of memory, in seconds since the player's start.
    package var firstAt = 0.0
    /// The player's CPU usage during the soak, in percent of one core.
    package var cpu = 0.0
    /// The largest number of the player's requests in any second.
    package var mostRequests = 0
    package var problems: [String] = []

    private var counted: [Event] { events.filter { $0.standstill < MachineWatch.bearable } }

    package var soundShare: Double { living > 0 ? heard / living : 0 }

    package var text: String {
        let memory =
            memoryAtFirst.map { "\($0) kB after \(FaultFigures.text(firstAt)) s, \(memoryAtEnd) kB at the end" } ?? "–"
        let descriptors = descriptorsAtFirst.map { "\($0), \(descriptorsAtEnd) at the end" } ?? "–"
        return """
            \(FaultFigures.text(seconds / 60)) min, \(events.count) faults, seed \(seed); \
            \(uncounted) of them uncounted: the computer stood still
            sound in \((soundShare * 100_000).rounded() / 1000) % of the \(FaultFigures.text(living)) s that were owed; \
            missing \(FaultFigures.text(living - heard)) s
            memory no file backs: \(memory)
            descriptors: \(descriptors)
            CPU \(FaultFigures.text(cpu)) %, at most \(mostRequests) requests in a second
            longest wrong state: \(FaultFigures.text(counted.map(\.disagreement).max() ?? 0)) s

            """ + kinds + problems.map { "PROBLEM: \($0)\n" }.joined()
    }

    /// A line of text for each kind of fault: the number of faults and their worst measurements.
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
