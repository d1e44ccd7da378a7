/// A position in a stream or file, or a date and time of day, as a rational number of seconds: `value / timescale`.
///
/// A multiple of any sample's duration can be stored exactly. Lengths of time have the type `Duration`.
///
/// The timeline counts in ``flicksPerSecond``, a timescale that is a multiple of every sample rate of MPEG audio and
/// AAC. A date counts from 1970-01-01T00:00:00Z.
///
/// Some values are not numbers and follow the rules of Core Media's `CMTime`: ``invalid`` (nothing is known),
/// ``indefinite`` (the end of a live stream) and the two infinities. A sum with an invalid time is invalid. Otherwise a
/// sum with an infinite time is infinite, or invalid with both infinities. Otherwise a sum with an indefinite time is
/// indefinite.
///
/// No operation traps, whatever numbers a server sends: a sum beyond 64 bits is infinite.
public struct MediaTime: Sendable {
    /// Units since zero; 0 if ``isNumeric`` is false.
    public private(set) var value: Int64
    /// Units per second; zero or negative if ``isNumeric`` is false.
    public private(set) var timescale: Int32

    /// Number of flicks in a second. It is a multiple of all usual sample rates: 8 to 192 kHz, 11.025 to 88.2 kHz and
    /// 7,350 Hz.
    ///
    /// The largest `Int64` is 414 years in flicks.
    public static let flicksPerSecond: Int32 = 705_600_000

    /// Creates a time from a number of units. The time is ``invalid`` if the timescale is not positive.
    public init(value: Int64, timescale: Int32) {
        self.value = timescale > 0 ? value : 0
        self.timescale = max(timescale, 0)
    }

    public init(flicks: Int64) { (value, timescale) = (flicks, Self.flicksPerSecond) }

    /// Creates a time in flicks: the duration of `count` samples at `rate` samples per second.
    public init(samples count: Int64, rate: Int) {
        // A second in flicks is a multiple of every usual sample rate. Times at other rates are rounded towards zero by
        // less than 2 ns.
        self.init(flicks: Self.scaled(count, by: Int64(Self.flicksPerSecond), over: Int64(max(rate, 1))))
    }

    /// Creates the time in flicks that is nearest to `seconds`: infinite beyond ±414 years, ``invalid`` if `seconds` is
    /// not a number.
    public init(seconds: Double) {
        if let flicks = Int64(exactly: (seconds * Double(Self.flicksPerSecond)).rounded()) {
            self.init(flicks: flicks)
        } else {
            self = seconds.isNaN ? .invalid : seconds < 0 ? .negativeInfinity : .positiveInfinity
        }
    }

    /// Creates the time `duration` after zero. Exact to the nanosecond up to ±292 years, beyond that to the second.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, tooLarge) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        if overflow || tooLarge { (value, timescale) = (seconds, 1) } else { (value, timescale) = (sum, 1_000_000_000) }
    }

    /// Creates a date from the number of milliseconds since 1970-01-01T00:00:00Z.
    package init(milliseconds: Int64) { (value, timescale) = (milliseconds, 1000) }

    public static let zero = MediaTime(flicks: 0)

    // MARK: Times that are not numbers

    /// Creates a time that is not a number.
    ///
    /// `code` tells the kind: 0 or a negative number. It is stored as the timescale, which is positive only if the time
    /// is a number.
    private init(code: Int32) { (value, timescale) = (0, code) }

    /// An unknown time.
    public static let invalid = MediaTime(code: 0)
    /// A time that does not exist, such as the end of a live stream.
    public static let indefinite = MediaTime(code: -1)
    public static let positiveInfinity = MediaTime(code: -2)
    public static let negativeInfinity = MediaTime(code: -3)

    /// True if the time is a number: neither invalid nor indefinite nor infinite.
    public var isNumeric: Bool { timescale > 0 }
    public var isValid: Bool { timescale != 0 }
    public var isIndefinite: Bool { timescale == Self.indefinite.timescale }
    public var isInfinite: Bool { timescale < Self.indefinite.timescale }

    // MARK: Conversions

    /// The time in seconds: NaN if the time is ``invalid`` or ``indefinite``, infinite if the time is infinite.
    public var seconds: Double {
        guard !isNumeric else { return Double(value) / Double(timescale) }
        return isInfinite ? (self == .positiveInfinity ? .infinity : -.infinity) : .nan
    }

    /// The time in flicks, rounded towards zero.
    ///
    /// A time too large for an `Int64` and an infinite time give the nearest `Int64`; ``indefinite`` gives `Int64.max`,
    /// ``invalid`` gives 0.
    public var flicks: Int64 {
        if timescale == Self.flicksPerSecond { return value }
        guard !isNumeric else {
            return Self.scaled(value, by: Int64(Self.flicksPerSecond), over: Int64(timescale))
        }
        return extreme
    }

    /// The duration from zero to this time; negative if this time is negative.
    ///
    /// Infinity and ``indefinite`` give `Int64.max` seconds, negative infinity `Int64.min` seconds, ``invalid`` zero.
    public var duration: Duration {
        guard isNumeric else { return .seconds(extreme) }
        let scale = Int64(timescale)
        let (whole, part) = value.quotientAndRemainder(dividingBy: scale)
        let (nanoseconds, rest) = (part * 1_000_000_000).quotientAndRemainder(dividingBy: scale)
        return Duration(
            secondsComponent: whole, attosecondsComponent: nanoseconds * 1_000_000_000 + rest * 1_000_000_000 / scale)
    }

    /// The time in whole milliseconds, rounded down. A time that is not a number gives the same value as in ``flicks``.
    package var milliseconds: Int64 {
        if timescale == 1000 { return value }
        guard isNumeric else { return extreme }
        let scale = Int128(timescale)
        let (whole, rest) = (Int128(value) * 1000).quotientAndRemainder(dividingBy: scale)
        return Int64(clamping: rest < 0 ? whole - 1 : whole)
    }

    /// The number that ``flicks``, ``duration`` (in seconds) and ``milliseconds`` return for a time that is not a
    /// number.
    private var extreme: Int64 { self == .negativeInfinity ? .min : isValid ? .max : 0 }

    /// Returns `value * factor / divisor`, rounded towards zero and clamped to 64 bits.
    private static func scaled(_ value: Int64, by factor: Int64, over divisor: Int64) -> Int64 {
        let (product, overflow) = value.multipliedReportingOverflow(by: factor)
        return overflow ? Int64(clamping: Int128(value) * Int128(factor) / Int128(divisor)) : product / divisor
    }

    // MARK: Arithmetic

    /// Returns the sum: in the times' timescale if both have the same one, otherwise in flicks.
    public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
        if left.timescale == right.timescale {
            // Two times with the same negative or zero timescale are not numbers, but of the same kind, and have the
            // value 0. Their sum is of that kind, too.
            let (sum, overflow) = left.value.addingReportingOverflow(right.value)
            if !overflow { return left.with(sum) }
        } else if left.isNumeric, right.isNumeric {
            let (sum, overflow) = left.flicks.addingReportingOverflow(right.flicks)
            if !overflow { return MediaTime(flicks: sum) }
        }
        return limit(left, right)
    }

    /// Returns the difference: in the times' timescale if both have the same one, otherwise in flicks.
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

    /// Returns the sum of two times if it is not a number, because one of the times is not a number or the sum exceeds
    /// 64 bits.
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
    /// Returns whether both times are equal, even if their timescales differ. Two invalid times are equal.
    public static func == (left: MediaTime, right: MediaTime) -> Bool {
        left.timescale == right.timescale ? left.value == right.value : difference(left, right) == 0
    }

    /// Orders the times: first negative infinity, then all numbers, ``indefinite``, positive infinity and ``invalid``.
    public static func < (left: MediaTime, right: MediaTime) -> Bool {
        left.timescale == right.timescale ? left.value < right.value : difference(left, right) < 0
    }

    public func hash(into hasher: inout Hasher) {
        // Reduces the fraction `value / timescale`, so that equal times have equal hashes.
        var (a, b) = (value.magnitude, UInt64(timescale.magnitude))
        while b != 0 { (a, b) = (b, a % b) }
        let divisor = Int64(max(a, 1))
        hasher.combine(value / divisor)
        hasher.combine(isNumeric ? Int64(timescale) / divisor : Int64(timescale))
    }

    /// Compares two times. Returns a positive number if `left` is later, a negative one if `right` is later, otherwise
    /// 0.
    private static func difference(_ left: MediaTime, _ right: MediaTime) -> Int128 {
        guard left.isNumeric, right.isNumeric else { return Int128(left.rank - right.rank) }
        return Int128(left.value) * Int128(right.timescale) - Int128(right.value) * Int128(left.timescale)
    }

    /// Position of the time's kind when times are sorted: numbers of any value share one position.
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
