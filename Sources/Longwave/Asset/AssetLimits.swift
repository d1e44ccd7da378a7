/// Bounds of the load of one address, whatever its server does.
struct AssetLimits: Hashable, Sendable {
    var time = Duration.seconds(15)
    /// A tag of the longest kind may stand before the sound (`AudioFraming.maximumPassedTag`).
    var bytes = 20 << 20
    /// While all of it is read for its length.
    var scanTime = Duration.seconds(600)
    var scanBytes = 1 << 30
}
