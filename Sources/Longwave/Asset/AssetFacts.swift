import RadioFormats
import RadioText

/// Names a property of an asset whose value `AssetFacts` stores.
enum AssetKey: Hashable, Sendable { case duration, chapters, tracks, metadata, isPlayable, isSeekable }

/// The properties of an asset that a fetch has learnt so far.
///
/// Nil means that a property is not known yet.
struct AssetFacts: Hashable, Sendable {
    var duration: AssetDuration?
    var chapters: [Chapter]?
    var tracks: [AssetTrack]?
    var metadata: [MetadataItem]?
    var isPlayable: Bool?
    var isSeekable: Bool?

    var keys: Set<AssetKey> {
        var keys: Set<AssetKey> = []
        if duration != nil { keys.insert(.duration) }
        if chapters != nil { keys.insert(.chapters) }
        if tracks != nil { keys.insert(.tracks) }
        if metadata != nil { keys.insert(.metadata) }
        if isPlayable != nil { keys.insert(.isPlayable) }
        if isSeekable != nil { keys.insert(.isSeekable) }
        return keys
    }

    /// Adds the properties of `new` that are not known yet. A property that is known keeps its value.
    mutating func add(_ new: AssetFacts) {
        duration = duration ?? new.duration
        chapters = chapters ?? new.chapters
        tracks = tracks ?? new.tracks
        metadata = metadata ?? new.metadata
        isPlayable = isPlayable ?? new.isPlayable
        isSeekable = isSeekable ?? new.isSeekable
    }
}
