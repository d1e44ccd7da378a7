/// The limits for loading one address, whatever its server does.
struct AssetLimits: Hashable, Sendable {
    var time = Duration.seconds(15)
    /// The maximum number of bytes to receive.
    ///
    /// This number leaves room for the longest tag that may precede the sound (`AudioFraming.maximumPassedTag`).
    var bytes = 20 << 20
    /// The maximum time for reading the whole file to count its length.
    var scanTime = Duration.seconds(600)
    var scanBytes = 1 << 30
}
