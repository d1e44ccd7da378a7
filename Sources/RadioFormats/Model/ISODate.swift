/// A date read from a text in ISO 8601, such as `2026-11-21T08:15:30.250+01:00`.
///
/// The time zone may be `Z`, `+01:00`, `+0100` or `+01`, or be missing. Letters may be in upper or lower case. A space
/// may replace the `T`, and a comma may replace the decimal point. Years run from 1900 to 2200.
package struct ISODate {
    /// Time since 1970-01-01T00:00:00Z.
    package let time: MediaTime
    /// True if the text names no zone; the time is then read as UTC.
    package let isZoneMissing: Bool

    /// Reads a date. Returns nil if the text is no date in this form.
    /// - Parameters:
    ///   - text: a date.
    ///   - mayBeDay: whether the time of day may be missing, which means midnight.
    package init?(_ text: String, mayBeDay: Bool = false) {
        var reader = Reader(bytes: text.utf8[...])
        guard let year = reader.number(4), (1900...2200).contains(year), reader.skip("-"),
            let month = reader.number(2), (1...12).contains(month), reader.skip("-"),
            let day = reader.number(2), (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        let isDay = mayBeDay && reader.bytes.isEmpty
        guard isDay || reader.skip("Tt "),
            let hour = isDay ? 0 : reader.number(2), hour <= 24, isDay || reader.skip(":"),
            let minute = isDay ? 0 : reader.number(2), minute <= 59
        else { return nil }
        var second: Int64 = 0
        var billionths: Int64 = 0
        if reader.skip(":") {
            // Accepts the second 60 of a leap second. It becomes the first second of the next minute.
            guard let read = reader.number(2), read <= 60 else { return nil }
            second = read
            if reader.skip(".,") {
                guard let fraction = reader.fraction() else { return nil }
                billionths = fraction
            }
        }
        guard let zone = reader.zone(), reader.bytes.isEmpty else { return nil }
        guard hour < 24 || (minute == 0 && second == 0 && billionths == 0) else { return nil }
        isZoneMissing = zone.isMissing
        let seconds = Self.days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - zone.seconds
        let scale = Int64(MediaTime.flicksPerSecond)
        time = MediaTime(flicks: seconds * scale + (billionths * scale + 500_000_000) / 1_000_000_000)
    }

    /// Reads the parts of a date from its text, one after the other.
    private struct Reader {
        var bytes: Substring.UTF8View.SubSequence

        /// Skips the next byte if it is one of `accepted`. Returns whether it was skipped.
        mutating func skip(_ accepted: StaticString) -> Bool {
            guard let first = bytes.first, accepted.withUTF8Buffer({ $0.contains(first) }) else { return false }
            bytes = bytes.dropFirst()
            return true
        }

        /// Reads a number of exactly `digits` digits.
        mutating func number(_ digits: Int) -> Int64? {
            var number: Int64 = 0
            for _ in 0..<digits {
                guard let digit = bytes.first.flatMap(Self.digit) else { return nil }
                number = number * 10 + digit
                bytes = bytes.dropFirst()
            }
            return number
        }

        private static func digit(_ byte: UInt8) -> Int64? {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int64(byte - UInt8(ascii: "0")) : nil
        }

        /// Reads a decimal fraction and returns it in billionths. Ignores digits after the ninth. Returns nil if there
        /// are no digits.
        mutating func fraction() -> Int64? {
            var unit: Int64 = 100_000_000
            var billionths: Int64 = 0
            var hasDigits = false
            while let digit = bytes.first.flatMap(Self.digit) {
                billionths += digit * unit
                unit /= 10
                hasDigits = true
                bytes = bytes.dropFirst()
            }
            return hasDigits ? billionths : nil
        }

        /// Reads a time zone as its offset from UTC in seconds, positive east of Greenwich. Returns nil if the zone is
        /// invalid.
        mutating func zone() -> (seconds: Int64, isMissing: Bool)? {
            if bytes.isEmpty { return (0, true) }
            if skip("Zz") { return (0, false) }
            let isWest = bytes.first == UInt8(ascii: "-")
            guard skip("+-"), let hours = number(2), hours <= 23 else { return nil }
            var minutes: Int64 = 0
            if !bytes.isEmpty {
                _ = skip(":")
                guard let read = number(2), read <= 59 else { return nil }
                minutes = read
            }
            let seconds = hours * 3600 + minutes * 60
            return (isWest ? -seconds : seconds, false)
        }
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        case _: 31
        }
    }

    private static func isLeap(_ year: Int64) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    /// Returns the number of days from 1970-01-01 to a date of the Gregorian calendar.
    ///
    /// The calculation treats March as a year's first month, so that a leap day is a year's last day.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let leapDays = year / 4 - year / 100 + year / 400
        // From March on, any five months in a row have 153 days, if they do not include February. From 0000-03-01 to
        // 1970-01-01 there are 719,468 days.
        return year * 365 + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1 - 719_468
    }
}
