/// Limits how many received bytes are thrown away.
///
/// A server without range support sends a file from its beginning, so the bytes before the requested range are dropped.
/// The type does no I/O.
struct DiscardAllowance {
    /// The maximum number of bytes dropped at once: half an hour of sound at 128 kbit/s.
    static let maximum: Int64 = 32 << 20
    /// The number of bytes per second by which the allowance grows again. Dropping bytes at this rate takes almost no
    /// processor time.
    static let perSecond = 8.0 * 1_048_576

    private var left = DiscardAllowance.maximum
    private var last: Duration?

    /// Returns true if `bytes` may be thrown away, and subtracts them from the allowance.
    mutating func take(_ bytes: Int64, at now: Duration) -> Bool {
        if let last { left = min(left + Int64((now - last) / .seconds(1) * Self.perSecond), Self.maximum) }
        last = now
        guard bytes <= left else { return false }
        left -= bytes
        return true
    }
}
