import RadioAudio
import RadioFormats
import RadioHls
import RadioText

/// One track of sound in an ``Asset``, or one of its variants or renditions.
public struct AssetTrack: Hashable, Sendable {
    /// The role of a track in its asset.
    public enum Kind: Hashable, Sendable {
        /// The asset's only sound.
        case sound
        /// One of several languages or commentaries in HTTP Live Streaming.
        case rendition
        /// One of several bit rates in HTTP Live Streaming.
        case variant
    }

    /// The maximum number of tracks. Further tracks are left out.
    static let maximumCount = 256

    /// The role of this track.
    public var kind: Kind
    /// The codec, such as `MP3`, `AAC` or `HE-AAC`.
    ///
    /// For a variant that was not decoded, the playlist's CODECS attribute. Nil if the codec is unknown.
    public var codecName: String?
    /// The decoded sample rate in hertz.
    public var sampleRate: Int?
    /// The number of decoded channels. Parametric stereo may raise the number later in the stream.
    public var channelCount: Int?
    /// The bit rate in bits per second. For a variant, the peak bit rate.
    public var bitRate: Int?
    /// The language as the playlist writes it: `en`, `eng`.
    public var language: String?
    /// The name in the playlist.
    public var name: String?
    /// Whether a player starts with this track.
    public var isDefault: Bool
}

extension AssetTrack {
    /// Returns the variants and renditions of a playlist, or `heard` alone if there are none.
    ///
    /// - Parameter heard: the decoded track, or its description in headers if nothing was decoded.
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
