import ArgumentParser

/// A span of time on the command line: seconds, or a number with `s`, `m`, `h` or `d` behind it.
struct TimeSpan: ExpressibleByArgument, Hashable {
    var duration: Duration

    private static let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]

    init?(argument: String) {
        let unit = argument.last.flatMap { Self.units[$0] }
        guard let number = Double(unit == nil ? argument : String(argument.dropLast())) else { return nil }
        let seconds = number * (unit ?? 1)
        guard SoundOptions.isDuration(seconds) else { return nil }
        duration = .seconds(seconds)
    }
}
