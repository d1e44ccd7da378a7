/// The limits of time and size for loading the properties of one address, so that a slow or endless stream cannot keep
/// a load running.
struct AssetLimits: Hashable, Sendable {
    var time = Duration.seconds(15)
    /// The maximum number of bytes to receive.
    ///
    /// The longest ID3 tag that may precede the sound has 64 MiB (`AudioFraming.maximumPassedTag`), so that at least 4
    /// MiB of sound follow.
    var bytes = 68 << 20
    /// The maximum time for reading a whole file to measure its duration exactly.
    var scanTime = Duration.seconds(600)
    var scanBytes = 1 << 30
}
