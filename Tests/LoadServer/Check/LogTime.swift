/// Reads the times in a logger's log, which have the format of RFC 3339.
enum LogTime {
    /// Returns the milliseconds from 1970-01-01T00:00:00Z to the time in `text`, or nil if the text is no time.
    static func milliseconds(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            return Int(String(decoding: bytes[range], as: UTF8.self))
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month)
        else { return nil }
        var at = 19
        var fraction = 0
        if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
            let digits = bytes[(at + 1)...].prefix { (0x30...0x39).contains($0) }
            for place in 0..<3 {
                fraction = fraction * 10 + (place < digits.count ? Int(digits[digits.startIndex + place]) - 0x30 : 0)
            }
            at += 1 + digits.count
        }
        guard let offset = offset(bytes[at...]) else { return nil }
        let seconds = (days(year, month, day) * 24 + hour) * 3600 + minute * 60 + second
        return (seconds - offset) * 1000 + fraction
    }

    /// Returns the offset from UTC that ends a time, in seconds, or nil if the bytes are no offset.
    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
        let text = Array(bytes)
        if text == [UInt8(ascii: "Z")] { return 0 }
        guard text.count == 6, text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-"),
            let hours = Int(String(decoding: text[1..<3], as: UTF8.self)),
            let minutes = Int(String(decoding: text[4...], as: UTF8.self))
        else { return nil }
        return (hours * 60 + minutes) * 60 * (text[0] == UInt8(ascii: "-") ? -1 : 1)
    }

    /// Returns the number of days from 1970-01-01 to a date in the Gregorian calendar. For the calculation, a year
    /// begins in March, so that the leap day is its last day.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let ofEra = shifted - era * 400
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }
}
