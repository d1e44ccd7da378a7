/// The meaning of the names in a `CODECS` attribute (RFC 8216 §4.3.4.2, RFC 6381 §3.3).
package enum CodecSupport {
    /// The kinds of content that a codec's name stands for.
    package enum Kind: Hashable, Sendable {
        /// Sound that Longwave can decode.
        case sound
        /// Sound that Longwave cannot decode.
        case foreignSound
        case video
        case text
        case unknown
    }

    /// The object types of MPEG-4 audio (ISO/IEC 14496-3 §1.5.1.1) that the decoders know: Main, LC, LTP, SBR, PS, and
    /// the three layers.
    private static let objectTypes: Set<Substring> = ["1", "2", "02", "4", "5", "05", "29", "32", "33", "34"]
    /// The object type indications of MPEG-4 systems (ISO/IEC 14496-1 §7.2.6.6) that the decoders know: MPEG-2 AAC, and
    /// MPEG-1 and 2 audio.
    private static let indications: Set<Substring> = ["66", "67", "68", "69", "6b"]
    private static let videos: Set<Substring> = [
        "avc1", "avc2", "avc3", "avc4", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "vp08", "vp09", "vp8", "vp9",
        "av01",
        "mp4v", "s263", "jpeg",
    ]
    private static let texts: Set<Substring> = ["wvtt", "stpp", "tx3g"]
    private static let foreign: Set<Substring> = [
        "ac-3", "ec-3", "ac-4", "alac", "vorbis", "mhm1", "mhm2", "mha1", "mha2", "dtsc", "dtse", "dtsh", "dtsl",
        "dtsx",
        "samr", "sawb", "sawp",
    ]

    /// The names of codecs that have no parameters.
    ///
    /// The specifications "MPEG-4 FLAC" and "Opus in ISOBMFF" use `fLaC` and `Opus`. Old playlists use `mp3` and `aac`.
    private static let plain: Set<Substring> = ["flac", "opus", "mp3", "aac"]

    /// Returns the kind of content that a codec's name stands for.
    package static func kind(of name: String) -> Kind {
        let parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.first else { return .unknown }
        if videos.contains(first) { return .video }
        if texts.contains(first) { return .text }
        if foreign.contains(first) { return .foreignSound }
        if plain.contains(first) { return .sound }
        guard first == "mp4a" else { return .unknown }
        guard parts.count > 1 else { return .sound }
        guard parts[1] == "40" else { return indications.contains(parts[1]) ? .sound : .foreignSound }
        return parts.count < 3 || objectTypes.contains(parts[2]) ? .sound : .foreignSound
    }

    /// Returns a codec's common name followed by its name in CODECS, or only the latter if there is no common name.
    package static func displayName(of name: String) -> String {
        let known: String? =
            switch name.lowercased() {
            case "mp4a.40.3": "AAC-SSR"
            case "mp4a.40.36": "MPEG-4 ALS"
            case "mp4a.40.39": "AAC-ELD"
            case "mp4a.40.42": "xHE-AAC"
            case "ac-3", "mp4a.a5": "AC-3"
            case "ec-3", "mp4a.a6": "E-AC-3"
            case let other where other.hasPrefix("ac-4"): "AC-4"
            case "mp4a.a9", "dtsc", "dtse", "dtsh", "dtsl", "dtsx": "DTS"
            case "mp4a.ad": "Opus"
            case "samr", "sawb", "sawp": "AMR"
            case let other where other.hasPrefix("mha") || other.hasPrefix("mhm"): "MPEG-H"
            case "alac": "ALAC"
            case "vorbis": "Vorbis"
            case _: nil
            }
        return known.map { $0 == name ? $0 : "\($0) (\(name))" } ?? name
    }
}
