import RadioText

/// A property of an ``Asset`` that can be loaded: `try await asset.load(.duration, .tracks)`.
public struct AssetProperty<Value: Sendable>: Sendable {
    let key: AssetKey
    let value: @Sendable (AssetFacts) -> Value?
}

extension AssetProperty<AssetDuration> {
    /// The length of the asset.
    public static var duration: Self { Self(key: .duration) { $0.duration } }
}

extension AssetProperty<[AssetTrack]> {
    /// The asset's tracks of sound.
    public static var tracks: Self { Self(key: .tracks) { $0.tracks } }
}

extension AssetProperty<[MetadataItem]> {
    /// The asset's metadata: a file's tag, or a station's headers and current title.
    public static var metadata: Self { Self(key: .metadata) { $0.metadata } }
}

extension AssetProperty<Bool> {
    /// Whether Longwave can decode the sound.
    ///
    /// False if the address delivers no sound, or sound of an unknown kind. If no address answers, the load throws an
    /// error.
    public static var isPlayable: Self { Self(key: .isPlayable) { $0.isPlayable } }

    /// Whether a player can seek to places that were not received yet, as in a local file or a stream of segments.
    public static var isSeekable: Self { Self(key: .isSeekable) { $0.isSeekable } }
}
