/// What a ``LoadServer`` serves.
package struct LoadOptions: Sendable {
    /// How many mounts, `/s/0` and so on.
    package var streams = 100
    /// Over so many ports the mounts are dealt out.
    package var hosts = 1
    /// The first port; 0 for free ones.
    package var port: UInt16 = 0
    /// An IPv4 address.
    package var address = "127.0.0.1"
    package var format = LoadFormat.mp3
    package var titleEvery = Duration.seconds(20)
    /// Bytes of sound that a new listener gets at once, as from Icecast.
    package var burst = 65_536
    /// Sends a second to each listener.
    package var bites = 4
    package var hasFaults = false
    /// How long a connection lives on average before its fault.
    package var faultEvery = Duration.seconds(60)
    package var hasStatusPage = false
    package var seed: UInt64 = 1
    /// Where what was sent is written down, a line of JSON each.
    package var sentLog: String?

    package init() {}
}
