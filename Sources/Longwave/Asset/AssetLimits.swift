/// The limits for loading one address, whatever its server does.
struct AssetLimits: Hashable, Sendable {
    var time = Duration.seconds(15)
    /// The limit of bytes.
    ///
    /// It leaves room for the longest tag that may precede the sound (`AudioFraming.maximumPassedTag`).
    var bytes = 20 << 20
    /// The limit of time while the whole file is read for its length.
    var scanTime = Duration.seconds(600)
    var scanBytes = 1 << 30
}
