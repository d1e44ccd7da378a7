/// Limits how many bytes are thrown away.
///
/// Servers without ranges send answers from the beginning of the file, so bytes before the requested range are dropped.
/// The type does no I/O.
struct DiscardAllowance {
    /// The most bytes at once: half an hour of sound at 128 kbit/s.
    static let maximum: Int64 = 32 << 20
    /// The bytes per second that are allowed again over time. Dropping them costs a processor next to nothing.
    static let perSecond = 8.0 * 1_048_576

    private var left = DiscardAllowance.maximum
    private var last: Duration?

    /// Returns true and counts the bytes if they may be thrown away.
    mutating func take(_ bytes: Int64, at now: Duration) -> Bool {
        if let last { left = min(left + Int64((now - last) / .seconds(1) * Self.perSecond), Self.maximum) }
        last = now
        guard bytes <= left else { return false }
        left -= bytes
        return true
    }
}
