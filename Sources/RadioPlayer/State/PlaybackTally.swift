import RadioLoop

/// What a player went through since it was made, over all its items.
public struct PlaybackTally: Hashable, Sendable {
    /// Sound that the sound server took.
    public private(set) var heard = Duration.zero
    /// Times at which the sound ran out.
    public private(set) var stallCount = 0
    /// Connections opened again.
    public private(set) var reconnectCount = 0
    /// The longest time without sound that a listener who wanted some had to wait after the item was heard once.
    public private(set) var longestSilence = Duration.zero
    /// The silence that lasts.
    private var silentSince: MonotonicInstant?
    /// The item's counts when they were looked at last.
    private var itemStalls = 0
    private var itemReconnects = 0

    package init() {}

    mutating func add(heard duration: Duration) { heard += duration }

    /// After each step of the machine.
    /// - Parameter silentSince: since when an item that was heard is wanted and not heard.
    mutating func follow(_ facts: PlaybackFacts, silentSince: MonotonicInstant?, at now: MonotonicInstant) {
        stallCount += Self.growth(from: itemStalls, to: facts.stallCount)
        reconnectCount += Self.growth(from: itemReconnects, to: facts.reconnectCount)
        itemStalls = facts.stallCount
        itemReconnects = facts.reconnectCount
        if let since = self.silentSince, silentSince != since {
            longestSilence = max(longestSilence, since.duration(to: now))
        }
        self.silentSince = silentSince
    }

    /// Of an item's count, which begins again with another item.
    private static func growth(from before: Int, to count: Int) -> Int { count < before ? count : count - before }

    /// With the silence that lasts at `now`.
    func until(_ now: MonotonicInstant) -> PlaybackTally {
        var tally = self
        if let silentSince { tally.longestSilence = max(longestSilence, silentSince.duration(to: now)) }
        return tally
    }
}
