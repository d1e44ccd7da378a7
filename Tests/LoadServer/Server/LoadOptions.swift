/// The options of a ``LoadServer``.
package struct LoadOptions: Sendable {
    /// The number of mounts: `/s/0`, `/s/1` and so on.
    package var streams = 100
    /// The number of ports over which the mounts are distributed, so that they look like several hosts.
    package var hosts = 1
    /// The first port, or 0 for free ports.
    package var port: UInt16 = 0
    /// The IPv4 address on which the server listens.
    package var address = "127.0.0.1"
    package var format = LoadFormat.mp3
    package var titleEvery = Duration.seconds(20)
    /// The number of bytes of sound that a new listener gets at once, as from Icecast.
    package var burst = 65_536
    /// How often per second the server sends to each listener.
    package var bites = 4
    package var hasFaults = false
    /// The average time from the start of a connection, or from the end of a fault, to the connection's next fault.
    package var faultEvery = Duration.seconds(60)
    package var hasStatusPage = false
    package var seed: UInt64 = 1
    /// The file for the record of what the server sent (``SentLine``), in JSON Lines, or nil for no record.
    package var sentLog: String?

    package init() {}
}
