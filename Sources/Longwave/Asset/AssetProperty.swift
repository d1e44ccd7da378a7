import RadioText

/// What can be asked of an ``Asset``: `try await asset.load(.duration, .tracks)`.
public struct AssetProperty<Value: Sendable>: Sendable {
    let key: AssetKey
    let value: @Sendable (AssetFacts) -> Value?
}

extension AssetProperty<AssetDuration> {
    /// How long it plays.
    public static var duration: Self { Self(key: .duration) { $0.duration } }
}

extension AssetProperty<[AssetTrack]> {
    /// The sound that it has.
    public static var tracks: Self { Self(key: .tracks) { $0.tracks } }
}

extension AssetProperty<[MetadataItem]> {
    /// What it says of itself: of a file its tag, of a station its headers and the title of the moment.
    public static var metadata: Self { Self(key: .metadata) { $0.metadata } }
}

extension AssetProperty<Bool> {
    /// Whether sound of it could be decoded. False where what is there is no sound, or sound of another kind; that nobody answers is an
    /// error.
    public static var isPlayable: Self { Self(key: .isPlayable) { $0.isPlayable } }

    /// Whether a player can go to any place of it, before that was received: in a local file, or a stream of segments.
    public static var isSeekable: Self { Self(key: .isSeekable) { $0.isSeekable } }
}
