/// The files and settings that all fault rows of one run of `bin/faults` or `bin/test` share.
package struct FaultTools: Sendable {
    /// The program under test.
    package var binary: String
    /// The programmes that a row's station can send. It sends the first unless the row chooses another.
    package var programmes: [SweepProgramme]
    package var pace: FaultRig.Pace
    /// The latency in milliseconds with which the sinks' monitors are recorded.
    package var latency: Int
    /// The library that rows preload into the player to change its names and its clock (Tests/FaultPreload), or nil if
    /// it was not built.
    package var preload: String?
    /// A folder that keeps encoded sound from run to run, or an empty string for none.
    package var cache: String
    /// Whether this process already runs in a network namespace of its own (see ``OwnNetwork``).
    package var isInside: Bool
    /// A folder for files with each row's output of the player, or nil to make no such files.
    package var keep: String?
    /// Whether the player of each row also records to a file, from its first sound on.
    package var records: Bool

    /// ``cache``, or nil if there is none.
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
