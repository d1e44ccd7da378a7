/// A place on a programme, or a moment of the wall clock, as a rational number of seconds: `value / timescale`,
/// exact at every sample rate. A length is a `Duration`.
///
/// The timeline counts in ``flicksPerSecond``, a timescale that every sample rate of MPEG audio and AAC divides. A
/// moment of the wall clock is counted since 1970-01-01T00:00:00Z.
///
/// Three kinds of time are no number, and follow the rules of Core Media's `CMTime`: ``invalid`` (nothing is known),
/// ``indefinite`` (the end of a live programme) and the two infinities. A sum with an invalid time is invalid, else
/// one with an infinite time is infinite (with both infinities it is invalid), else one with an indefinite time is
/// indefinite.
///
/// Nothing here traps, whatever numbers a server sends: a sum beyond 64 bits is infinite.
public struct MediaTime: Sendable {
    /// Units since zero; 0 where ``isNumeric`` is false.
    public private(set) var value: Int64
    /// Units in a second; not above zero where ``isNumeric`` is false.
    public private(set) var timescale: Int32

    /// 1/705,600,000 s: divides 8 to 192 kHz, 11.025 to 88.2 kHz and 7,350 Hz. 2^63 of them are 414 years.
    public static let flicksPerSecond: Int32 = 705_600_000

    /// A number of units. It is ``invalid`` where the timescale is not above zero.
    public init(value: Int64, timescale: Int32) {
        self.value = timescale > 0 ? value : 0
        self.timescale = max(timescale, 0)
    }

    public init(flicks: Int64) { (value, timescale) = (flicks, Self.flicksPerSecond) }

    /// `count` samples at `rate` in a second, in flicks.
    public init(samples count: Int64, rate: Int) {
        // Every usual rate divides; another is rounded towards zero by less than 2 ns.
        self.init(flicks: Self.scaled(count, by: Int64(Self.flicksPerSecond), over: Int64(max(rate, 1))))
    }

    /// The nearest time in flicks; infinite beyond ±414 years, and ``invalid`` where it is not a number.
    public init(seconds: Double) {
        if let flicks = Int64(exactly: (seconds * Double(Self.flicksPerSecond)).rounded()) {
            self.init(flicks: flicks)
        } else {
            self = seconds.isNaN ? .invalid : seconds < 0 ? .negativeInfinity : .positiveInfinity
        }
    }

    /// The end of a length that begins at zero, exact to the nanosecond; beyond ±292 years to the second.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, tooLarge) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        if overflow || tooLarge { (value, timescale) = (seconds, 1) } else { (value, timescale) = (sum, 1_000_000_000) }
    }

    /// A moment of the wall clock.
    package init(milliseconds: Int64) { (value, timescale) = (milliseconds, 1000) }

    public static let zero = MediaTime(flicks: 0)

    // MARK: What is no number

    /// The codes of what is no number stand where the timescale of others does, which is above zero.
    private init(code: Int32) { (value, timescale) = (0, code) }

    /// The time is not known.
    public static let invalid = MediaTime(code: 0)
    /// There is no such time, as for the end of a live programme.
    public static let indefinite = MediaTime(code: -1)
    public static let positiveInfinity = MediaTime(code: -2)
    public static let negativeInfinity = MediaTime(code: -3)

    /// Whether it is a number: neither invalid nor indefinite nor infinite.
    public var isNumeric: Bool { timescale > 0 }
    public var isValid: Bool { timescale != 0 }
    public var isIndefinite: Bool { timescale == Self.indefinite.timescale }
    public var isInfinite: Bool { timescale < Self.indefinite.timescale }

    // MARK: As other numbers

    /// Not a number where the time is ``invalid`` or ``indefinite``; infinite where it is.
    public var seconds: Double {
        guard !isNumeric else { return Double(value) / Double(timescale) }
        return isInfinite ? (self == .positiveInfinity ? .infinity : -.infinity) : .nan
    }

    /// The same time in flicks; rounded towards zero where the timescale does not divide. The nearest that 64 bits
    /// hold where it is larger, infinite or ``indefinite``; 0 where it is ``invalid``.
    public var flicks: Int64 {
        if timescale == Self.flicksPerSecond { return value }
        guard !isNumeric else {
            return Self.scaled(value, by: Int64(Self.flicksPerSecond), over: Int64(timescale))
        }
        return extreme
    }

    /// The length from zero to here, which is negative before zero. `Int64.max` seconds where the time is infinite or
    /// ``indefinite``, `Int64.min` where it is negative infinity, and zero where it is ``invalid``.
    public var duration: Duration {
        guard isNumeric else { return .seconds(extreme) }
        let scale = Int64(timescale)
        let (whole, part) = value.quotientAndRemainder(dividingBy: scale)
        let (nanoseconds, rest) = (part * 1_000_000_000).quotientAndRemainder(dividingBy: scale)
        return Duration(
            secondsComponent: whole, attosecondsComponent: nanoseconds * 1_000_000_000 + rest * 1_000_000_000 / scale)
    }

    /// Whole milliseconds, rounded down; what is no number is as in ``flicks``.
    package var milliseconds: Int64 {
        if timescale == 1000 { return value }
        guard isNumeric else { return extreme }
        let scale = Int128(timescale)
        let (whole, rest) = (Int128(value) * 1000).quotientAndRemainder(dividingBy: scale)
        return Int64(clamping: rest < 0 ? whole - 1 : whole)
    }

    /// The flicks, milliseconds or seconds of what is no number.
    private var extreme: Int64 { self == .negativeInfinity ? .min : isValid ? .max : 0 }

    /// `value * factor / divisor`, rounded towards zero; the nearest that 64 bits hold.
    private static func scaled(_ value: Int64, by factor: Int64, over divisor: Int64) -> Int64 {
        let (product, overflow) = value.multipliedReportingOverflow(by: factor)
        return overflow ? Int64(clamping: Int128(value) * Int128(factor) / Int128(divisor)) : product / divisor
    }

    // MARK: Arithmetic

    /// In the same timescale where both have one, else in flicks.
    public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
        if left.timescale == right.timescale {
            // Two of a kind that is no number have 0 each, and make the same again.
            let (sum, overflow) = left.value.addingReportingOverflow(right.value)
            if !overflow { return left.with(sum) }
        } else if left.isNumeric, right.isNumeric {
            let (sum, overflow) = left.flicks.addingReportingOverflow(right.flicks)
            if !overflow { return MediaTime(flicks: sum) }
        }
        return limit(left, right)
    }

    /// In the same timescale where both have one, else in flicks.
    public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
        if left.isNumeric, right.isNumeric {
            let isSame = left.timescale == right.timescale
            let (difference, overflow) =
                isSame
                ? left.value.subtractingReportingOverflow(right.value)
                : left.flicks.subtractingReportingOverflow(right.flicks)
            if !overflow { return isSame ? left.with(difference) : MediaTime(flicks: difference) }
        }
        guard right.isInfinite else { return limit(left, right) }
        return limit(left, right == .positiveInfinity ? .negativeInfinity : .positiveInfinity)
    }

    private func with(_ value: Int64) -> MediaTime {
        var time = self
        time.value = value
        return time
    }

    /// The sum of two times where it is no number.
    private static func limit(_ left: MediaTime, _ right: MediaTime) -> MediaTime {
        guard left.isValid, right.isValid else { return .invalid }
        switch (left.isInfinite, right.isInfinite) {
        case (true, true): return left == right ? left : .invalid
        case (true, false): return left
        case (false, true): return right
        case (false, false):
            guard left.isNumeric, right.isNumeric else { return .indefinite }
            return left.value < 0 ? .negativeInfinity : .positiveInfinity
        }
    }
}

extension MediaTime: CustomStringConvertible {
    public var description: String {
        guard !isNumeric else { return "\(value)/\(timescale)" }
        return isInfinite ? (self == .positiveInfinity ? "+infinity" : "-infinity") : isValid ? "indefinite" : "invalid"
    }
}

extension MediaTime: Comparable, Hashable {
    /// Two times are equal when they name the same moment, whatever their timescales. Two invalid times are equal.
    public static func == (left: MediaTime, right: MediaTime) -> Bool {
        left.timescale == right.timescale ? left.value == right.value : difference(left, right) == 0
    }

    /// Negative infinity is less than every number, then come ``indefinite``, infinity, and ``invalid``.
    public static func < (left: MediaTime, right: MediaTime) -> Bool {
        left.timescale == right.timescale ? left.value < right.value : difference(left, right) < 0
    }

    public func hash(into hasher: inout Hasher) {
        // Reduced, so that equal times hash alike.
        var (a, b) = (value.magnitude, UInt64(timescale.magnitude))
        while b != 0 { (a, b) = (b, a % b) }
        let divisor = Int64(max(a, 1))
        hasher.combine(value / divisor)
        hasher.combine(isNumeric ? Int64(timescale) / divisor : Int64(timescale))
    }

    /// Its sign says which one is greater.
    private static func difference(_ left: MediaTime, _ right: MediaTime) -> Int128 {
        guard left.isNumeric, right.isNumeric else { return Int128(left.rank - right.rank) }
        return Int128(left.value) * Int128(right.timescale) - Int128(right.value) * Int128(left.timescale)
    }

    /// The place of its kind in the order of times.
    private var rank: Int {
        switch timescale {
        case Self.negativeInfinity.timescale: 0
        case Self.indefinite.timescale: 2
        case Self.positiveInfinity.timescale: 3
        case Self.invalid.timescale: 4
        case _: 1
        }
    }
}
