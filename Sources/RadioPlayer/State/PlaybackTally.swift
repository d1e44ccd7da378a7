import RadioLoop

/// A player's heard time, stalls, reconnections and longest silence since the player was made, over all its items.
public struct PlaybackTally: Hashable, Sendable {
    /// The duration of the sound that the sound server has consumed.
    public private(set) var heard = Duration.zero
    /// The number of times that the sound ran out.
    public private(set) var stallCount = 0
    /// The number of connections after the first one of each item.
    public private(set) var reconnectCount = 0
    /// The number of changes to another source of a programme.
    public private(set) var switchCount = 0
    /// The longest silence while a listener wanted sound of an item that was heard before.
    public private(set) var longestSilence = Duration.zero
    /// When the present silence began; nil if there is none.
    private var silentSince: MonotonicInstant?
    /// The current item's number of stalls at the last call of `follow`.
    private var itemStalls = 0
    /// The current item's number of new connections at the last call of `follow`.
    private var itemReconnects = 0

    package init() {}

    mutating func add(heard duration: Duration) { heard += duration }

    mutating func countSwitch() { switchCount += 1 }

    /// Updates the counts after each step of the machine.
    ///
    /// - Parameter silentSince: since when an item that was heard before is not heard although the listener wants to
    ///   hear it; nil if there is no such silence.
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

    /// Returns by how much an item's count grew. A count smaller than before belongs to a new item and grew from zero.
    private static func growth(from before: Int, to count: Int) -> Int { count < before ? count : count - before }

    /// Returns a copy in which ``longestSilence`` takes a silence into account that still lasts at `now`.
    func until(_ now: MonotonicInstant) -> PlaybackTally {
        var tally = self
        if let silentSince { tally.longestSilence = max(longestSilence, silentSince.duration(to: now)) }
        return tally
    }
}
