import RadioAudio
import RadioFormats
import RadioHls
import RadioText

/// A track of an ``Asset``: its only sound or, in HTTP Live Streaming, one of its variants or renditions.
public struct AssetTrack: Hashable, Sendable {
    /// The relation of a track to the other tracks of its asset.
    public enum Kind: Hashable, Sendable {
        /// The asset's only sound.
        case sound
        /// One of several versions of the sound in HTTP Live Streaming, such as a language or a commentary.
        case rendition
        /// One of several bit rates or codecs of the same sound in HTTP Live Streaming.
        case variant
    }

    /// The maximum number of tracks of an asset. Further tracks are left out.
    static let maximumCount = 256

    /// Whether the track is the asset's only sound, a rendition or a variant.
    public var kind: Kind
    /// The codec, such as `MP3`, `AAC` or `HE-AAC`.
    ///
    /// For a variant other than the one that a player starts with, this is the CODECS attribute of the HLS playlist,
    /// such as `mp4a.40.2`. Nil if the codec is unknown.
    public var codecName: String?
    /// The sample rate of the decoded sound in hertz, or nil if it is unknown. For a rendition other than the one that
    /// a player starts with, the rate that the HLS playlist states.
    public var sampleRate: Int?
    /// The number of channels of the decoded sound, or nil if it is unknown. For a rendition other than the one that a
    /// player starts with, the number that the HLS playlist states. The number may rise from 1 to 2 later in an HE-AAC
    /// stream, when parametric stereo begins.
    public var channelCount: Int?
    /// The bit rate in bits per second, or nil if it is unknown. For a variant, the peak bit rate that the HLS playlist
    /// states.
    public var bitRate: Int?
    /// The language of a rendition as the HLS playlist states it, such as `en` or `eng`.
    public var language: String?
    /// The name of a variant or rendition in the HLS playlist.
    public var name: String?
    /// Whether a player that plays the asset starts with this track.
    public var isDefault: Bool
}

extension AssetTrack {
    /// Returns the variants and renditions of an HLS playlist. Without a playlist or with an empty one, returns only
    /// `heard`.
    ///
    /// - Parameter heard: the track that was received, as it was decoded, or as its headers describe it if no packet
    ///   was decoded.
    static func tracks(of presentation: HlsPresentation?, heard: AssetTrack) -> [AssetTrack] {
        guard let presentation else { return [heard] }
        let variants = presentation.variants.map { variant in
            let isDefault = variant.uri == presentation.track.uri
            let bandwidth = variant.bandwidth > 0 ? variant.bandwidth : nil
            var track = AssetTrack(kind: .variant, codecName: clean(variant.codecs), isDefault: isDefault)
            if isDefault { track = heard.with(kind: .variant) }
            track.bitRate = bandwidth
            track.name = clean(variant.name)
            return track
        }
        let renditions = presentation.renditions.map { rendition in
            let isDefault = rendition == presentation.track.rendition
            var track = AssetTrack(
                kind: .rendition, sampleRate: rendition.sampleRate, channelCount: rendition.channelCount,
                isDefault: isDefault)
            if isDefault { track = heard.with(kind: .rendition) }
            track.language = clean(rendition.language)
            track.name = clean(rendition.name)
            return track
        }
        let all = variants + renditions
        return all.isEmpty ? [heard] : Array(all.prefix(maximumCount))
    }

    private func with(kind: Kind) -> AssetTrack {
        var track = self
        track.kind = kind
        return track
    }

    private static func clean(_ text: String?) -> String? { text.map(PlainText.clean) }
}
