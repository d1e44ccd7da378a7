/// What a ``LoadServer`` serves.
public struct LoadOptions: Sendable {
    /// How many mounts, `/s/0` and so on.
    public var streams = 100
    /// Over so many ports the mounts are dealt out.
    public var hosts = 1
    /// The first port; 0 for free ones.
    public var port: UInt16 = 0
    /// An IPv4 address.
    public var address = "127.0.0.1"
    public var titleEvery = Duration.seconds(20)
    /// Bytes of sound that a new listener gets at once, as from Icecast.
    public var burst = 65_536
    /// Sends a second to each listener.
    public var bites = 4
    public var hasFaults = false
    /// How long a connection lives on average before its fault.
    public var faultEvery = Duration.seconds(60)
    public var hasStatusPage = false
    public var seed: UInt64 = 1
    /// Where what was sent is written down, a line of JSON each.
    public var sentLog: String?

    public init() {}
}
