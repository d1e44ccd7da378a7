/// What all rows of a run share.
package struct FaultTools: Sendable {
    /// The program under test.
    package var binary: String
    /// The first is what plays unless a row says otherwise.
    package var programmes: [SweepProgramme]
    package var pace: FaultRig.Pace
    /// Of the recordings, in milliseconds.
    package var latency: Int
    /// The library that rows preload into the player to change its names and its clock (Tests/FaultPreload); nil where it
    /// was not built.
    package var preload: String?
    /// Where encoded sound is kept from run to run; empty: nowhere.
    package var cache: String
    /// Whether this process is in a network of its own.
    package var isInside: Bool
    /// A folder for what the player said in each row; nil: it is not kept.
    package var keep: String?
    /// Whether the player records beside the sound, from its first sound on.
    package var records: Bool

    /// ``cache`` as it is, nil where there is none.
    var cacheFolder: String? { cache.isEmpty ? nil : cache }

    package init(
        binary: String, programmes: [SweepProgramme], pace: FaultRig.Pace, latency: Int = 20, preload: String? = nil,
        keep: String? = nil, records: Bool = false, cache: String = "", isInside: Bool = false
    ) {
        self.binary = binary
        self.programmes = programmes
        self.pace = pace
        self.latency = latency
        self.preload = preload
        self.keep = keep
        self.records = records
        self.cache = cache
        self.isInside = isInside
    }
}
