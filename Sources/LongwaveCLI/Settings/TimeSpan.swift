/// A time span as a command-line argument: a number of seconds, or a number followed by `s`, `m`, `h` or `d`.
struct TimeSpan: Hashable, Sendable {
    let duration: Duration

    private static let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]

    init?(argument: String) {
        let unit = argument.last.flatMap { Self.units[$0] }
        guard let number = Double(unit == nil ? argument : String(argument.dropLast())) else { return nil }
        let seconds = number * (unit ?? 1)
        guard Self.isUsable(seconds) else { return nil }
        duration = .milliseconds((seconds * 1000).rounded())
    }

    /// The span in whole seconds, rounded up.
    var seconds: Int { Int((duration / .seconds(1)).rounded(.up)) }

    /// The span as a command-line argument, in the largest unit in which it is a whole number.
    var text: String {
        let seconds = duration / .seconds(1)
        let unit = Self.units.filter { seconds.remainder(dividingBy: $0.value) == 0 }.max { $0.value < $1.value }
        return unit.map { TomlText.number(seconds / $0.value) + String($0.key) } ?? TomlText.number(seconds) + "s"
    }

    /// Whether a number of seconds is between 1 ms and a year of 365.25 days. No listener needs a longer span, and a
    /// span of a year overflows no clock.
    static func isUsable(_ seconds: Double) -> Bool { seconds >= 0.001 && seconds <= 31_557_600 }
}
