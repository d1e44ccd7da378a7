/// What may be thrown away of answers that begin before the range that was asked for, as servers without ranges send
/// them. Pure.
struct DiscardAllowance {
    /// Bytes at once: half an hour of sound at 128 kbit/s.
    static let maximum: Int64 = 32 << 20
    /// Bytes a second over time: next to nothing for a processor.
    static let perSecond = 8.0 * 1_048_576

    private var left = DiscardAllowance.maximum
    private var last: Duration?

    /// Whether so many more may be; then they count.
    mutating func take(_ bytes: Int64, at now: Duration) -> Bool {
        if let last { left = min(left + Int64((now - last) / .seconds(1) * Self.perSecond), Self.maximum) }
        last = now
        guard bytes <= left else { return false }
        left -= bytes
        return true
    }
}
