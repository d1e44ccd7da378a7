import RadioPlayer

/// An ordered list of sources. One of them always sounds: the first, if it can.
///
/// The player moves on to the next source when a source gives no sound, stalls too often, fails, or sends silence. It
/// goes back when a preferred source has been well for some time.
public struct Programme: Hashable, Sendable {
    public var name: String
    /// The sources, the preferred one first: a station's id or name, an address, the path of a file or of a folder with
    /// sound files, or `playlist:` and the name of a playlist. A folder suits as the last resort.
    public var sources: [String]
    /// How long a source may give no sound.
    public var patience = Duration.seconds(5)
    /// How long silence lasts until it counts as dead air. Nil for 15 s of digital silence, and 30 s below −60 dBFS.
    public var deadAir: Duration?
    /// How long a preferred source must have been well before the player goes back to it.
    public var returnAfter = Duration.seconds(60)
    /// Whether the next source is always received, so that a change to it takes no time.
    public var isWarm = false

    /// The largest number of sources.
    public static let maximumSources = 16

    public init(name: String, sources: [String]) { (self.name, self.sources) = (name, sources) }

    var limits: DeadAirDetector.Limits { deadAir.map(DeadAirDetector.Limits.init) ?? DeadAirDetector.Limits() }
}
