import RadioFormats

/// Reads the loudness of a track from its tags: ReplayGain, and R128 in Opus (RFC 7845 §5.2.1).
enum LoudnessTag {
    /// The loudness in LUFS that ReplayGain 2 makes all tracks have.
    private static let replayGain = -18.0
    /// The loudness in LUFS that the tags of Opus make all tracks have.
    private static let r128 = -23.0
    /// Tags with another loudness are wrong.
    private static let loudnesses = -60.0...0

    /// Returns the loudness that tags state, as a reading of no sound; nil if they state none.
    static func reading(in metadata: TimedMetadata) -> LoudnessReading? {
        let fields: [(name: String, value: String)] =
            switch metadata.kind {
            case .vorbisComment: VorbisComment(metadata.raw)?.fields ?? []
            case .id3:
                (Id3Tag(metadata.raw, readsPictures: false)?.frames ?? []).map { ($0.description ?? "", $0.text) }
            case .itunes:
                ITunesMetadata(metadata.raw).items.map {
                    (String($0.key.split(separator: ".").last ?? ""), String(decoding: $0.raw, as: UTF8.self))
                }
            case .icy, .id3v1, .extinf, .dateRange, .flacPicture, .cueSheet: []
            }
        func value(_ name: String) -> Double? {
            guard let text = fields.first(where: { $0.name.uppercased() == name })?.value else { return nil }
            return Double(text.prefix { $0 != " " && $0 != "d" })
        }
        let track =
            value("R128_TRACK_GAIN").map { r128 - $0 / 256 } ?? value("REPLAYGAIN_TRACK_GAIN").map { replayGain - $0 }
        guard let track, loudnesses.contains(track) else { return nil }
        return LoudnessReading(loudness: track, duration: .zero)
    }
}
