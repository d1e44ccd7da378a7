/// What all rows of a run share.
public struct FaultTools: Sendable {
    /// The program under test.
    public var binary: String
    /// The first is what plays unless a row says otherwise.
    public var programmes: [SweepProgramme]
    public var pace: FaultRig.Pace
    /// Of the recordings, in milliseconds.
    public var latency: Int
    /// The library that rows preload into the player to change its names and its clock (Tests/FaultPreload); nil where it
    /// was not built.
    public var preload: String?
    /// Where encoded sound is kept from run to run; empty: nowhere.
    public var cache: String
    /// Whether this process is in a network of its own.
    public var isInside: Bool
    /// A folder for what the player said in each row; nil: it is not kept.
    public var keep: String?

    /// ``cache`` as it is, nil where there is none.
    var cacheFolder: String? { cache.isEmpty ? nil : cache }

    public init(
        binary: String, programmes: [SweepProgramme], pace: FaultRig.Pace, latency: Int = 20, preload: String? = nil,
        keep: String? = nil, cache: String = "", isInside: Bool = false
    ) {
        self.binary = binary
        self.programmes = programmes
        self.pace = pace
        self.latency = latency
        self.preload = preload
        self.keep = keep
        self.cache = cache
        self.isInside = isInside
    }
}
