/// A time or duration of sound as a rational number: `value / timescale` seconds, exact at every sample rate.
///
/// The timeline counts in ``flicksPerSecond``, a timescale that every sample rate of MPEG audio and AAC divides.
public struct MediaTime: Sendable, CustomStringConvertible {
    public var value: Int64
    /// Units in a second; above zero.
    public var timescale: Int32

    /// 1/705,600,000 s: divides 8 to 192 kHz, 11.025 to 88.2 kHz and 7,350 Hz. 2^63 of them are 414 years.
    public static let flicksPerSecond: Int32 = 705_600_000

    public init(value: Int64, timescale: Int32) {
        precondition(timescale > 0)
        self.value = value
        self.timescale = timescale
    }

    public init(flicks: Int64) { self.init(value: flicks, timescale: Self.flicksPerSecond) }

    /// `count` samples at `rate` in a second, in flicks.
    public init(samples count: Int64, rate: Int) {
        // Every usual rate divides; another is rounded down by less than 2 ns.
        let (whole, part) = count.quotientAndRemainder(dividingBy: Int64(max(rate, 1)))
        self.init(
            flicks: whole * Int64(Self.flicksPerSecond) + part * Int64(Self.flicksPerSecond) / Int64(max(rate, 1)))
    }

    public init(seconds: Double) { self.init(flicks: Int64((seconds * Double(Self.flicksPerSecond)).rounded())) }

    public static let zero = MediaTime(flicks: 0)

    public var seconds: Double { Double(value) / Double(timescale) }

    /// The same time in flicks; rounded down where the timescale does not divide.
    public var flicks: Int64 {
        if timescale == Self.flicksPerSecond { return value }
        let (whole, part) = value.quotientAndRemainder(dividingBy: Int64(timescale))
        return whole * Int64(Self.flicksPerSecond) + part * Int64(Self.flicksPerSecond) / Int64(timescale)
    }

    public var duration: Duration {
        let (whole, part) = value.quotientAndRemainder(dividingBy: Int64(timescale))
        return .seconds(whole) + .nanoseconds(part * 1_000_000_000 / Int64(timescale))
    }

    public var description: String { "\(value)/\(timescale)" }

    public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
        left.timescale == right.timescale
            ? MediaTime(value: left.value + right.value, timescale: left.timescale)
            : MediaTime(flicks: left.flicks + right.flicks)
    }

    public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
        left + MediaTime(value: -right.value, timescale: right.timescale)
    }
}

extension MediaTime: Comparable, Hashable {
    /// Two times are equal when they name the same moment, whatever their timescales.
    public static func == (left: MediaTime, right: MediaTime) -> Bool {
        crossProducts(left, right) { $0 == $1 }
    }

    public static func < (left: MediaTime, right: MediaTime) -> Bool {
        crossProducts(left, right) { $0 < $1 }
    }

    public func hash(into hasher: inout Hasher) {
        // Reduced, so that equal times hash alike.
        var (a, b) = (value.magnitude, UInt64(timescale))
        while b != 0 { (a, b) = (b, a % b) }
        let divisor = Int64(max(a, 1))
        hasher.combine(value / divisor)
        hasher.combine(Int64(timescale) / divisor)
    }

    private static func crossProducts(_ left: MediaTime, _ right: MediaTime, _ compare: (Int128, Int128) -> Bool)
        -> Bool
    {
        compare(Int128(left.value) * Int128(right.timescale), Int128(right.value) * Int128(left.timescale))
    }
}
