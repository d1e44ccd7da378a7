import RadioAudio
import RadioFormats
import RadioHls
import RadioText

/// Sound that an ``Asset`` has, or one of the ways to have it.
public struct AssetTrack: Hashable, Sendable {
    /// What a track is to the asset.
    public enum Kind: Hashable, Sendable {
        /// The only sound that there is.
        case sound
        /// One of several languages or commentaries, of HTTP Live Streaming.
        case rendition
        /// One of several bit rates, of HTTP Live Streaming.
        case variant
    }

    /// More are left out.
    static let maximumCount = 256

    /// The only sound, or one of several.
    public var kind: Kind
    /// `MP3`, `AAC`, `HE-AAC`; of what was not listened to the playlist's CODECS. Nil where nothing is known of it.
    public var codecName: String?
    /// Samples a second, as it decodes.
    public var sampleRate: Int?
    /// As it decodes; parametric stereo may begin later.
    public var channelCount: Int?
    /// Bits a second; of a variant the peak.
    public var bitRate: Int?
    /// As the playlist writes it: `en`, `eng`.
    public var language: String?
    /// What the playlist calls it.
    public var name: String?
    /// A player begins with it.
    public var isDefault: Bool
}

extension AssetTrack {
    /// - Parameter heard: what was decoded, or else what headers say.
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
