import RadioFormats
import RadioText

/// A property of an ``Asset`` that can be loaded: `try await asset.load(.duration, .tracks)`.
public struct AssetProperty<Value: Sendable>: Sendable {
    let key: AssetKey
    let value: @Sendable (AssetFacts) -> Value?
}

extension AssetProperty<AssetDuration> {
    /// The duration of the asset.
    public static var duration: Self { Self(key: .duration) { $0.duration } }
}

extension AssetProperty<[Chapter]> {
    /// The chapters of a file, or the tracks of the cue sheet beside it, in order. Empty for anything else.
    public static var chapters: Self { Self(key: .chapters) { $0.chapters } }
}

extension AssetProperty<[AssetTrack]> {
    /// The tracks of the asset's sound: one for each variant and rendition of an HLS stream, at most 256. Any other
    /// asset has exactly one, and so has an HLS stream without variants and renditions.
    public static var tracks: Self { Self(key: .tracks) { $0.tracks } }
}

extension AssetProperty<[MetadataItem]> {
    /// The asset's metadata: a file's tag, or a station's headers and current title.
    public static var metadata: Self { Self(key: .metadata) { $0.metadata } }
}

extension AssetProperty<Bool> {
    /// Whether Longwave can decode the sound.
    ///
    /// False if the asset's addresses deliver no sound, or sound in a format that Longwave cannot decode. If no address
    /// answers, the load throws an error.
    public static var isPlayable: Self { Self(key: .isPlayable) { $0.isPlayable } }

    /// Whether a player can seek to positions that it has not received yet: true for a local file, a file on a server
    /// that supports range requests, and an HLS stream.
    public static var isSeekable: Self { Self(key: .isSeekable) { $0.isSeekable } }
}
