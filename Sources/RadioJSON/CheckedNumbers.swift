// Numbers from files, servers, sockets and databases can have any size. `Int(…)`, `Duration.seconds(…)` and sums trap
// beyond the range of their types. These conversions never trap, and their results leave room for sums.

extension FixedWidthInteger {
    /// Creates the integer nearest to a number: the smallest or largest integer of the type if the number is beyond
    /// them, 0 if the number is NaN.
    package init(nearest number: Double) {
        let whole = number.rounded()
        self = Self(exactly: whole) ?? (whole.isNaN ? 0 : whole < 0 ? .min : .max)
    }
}

extension Duration {
    /// The longest duration that ``nearest(seconds:)`` returns, in seconds: 31,700 years.
    private static let mostSeconds = 1e12

    /// Returns the duration of a number of seconds: at most 31,700 years forward or back, zero if the number is NaN.
    package static func nearest(seconds number: Double) -> Duration {
        .seconds(number.isNaN ? 0 : min(max(number, -mostSeconds), mostSeconds))
    }
}
