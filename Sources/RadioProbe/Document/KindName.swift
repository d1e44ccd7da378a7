import RadioFormats

/// The name of a kind of content, as a value of the option `--as` and in the reports of `inspect` and `probe`.
public enum KindName: String, CaseIterable, Sendable {
    /// MPEG audio of any layer.
    case mp3
    case aac, ogg, flac, mp4, ts, wav, aiff, m3u, hls, pls, xspf, asx, html
    /// A single ICY metadata block.
    case icy
    /// One raw title or ICY metadata block on each line.
    case titles

    /// The kinds of content. The names `icy` and `titles` are forms of captured metadata and not content of a stream.
    private static let kinds: KeyValuePairs<KindName, ContentKind> = [
        .mp3: .mpegAudio, .aac: .adts, .ogg: .ogg, .flac: .flac, .mp4: .mp4, .ts: .mpegTS, .wav: .wave, .aiff: .aiff,
        .m3u: .m3u, .hls: .hlsPlaylist, .pls: .pls, .xspf: .xspf, .asx: .asx, .html: .html,
    ]

    package var form: CaptureInspector.Form { Self.kinds.first { $0.key == self }.map { .stream($0.value) } ?? .block }

    /// Returns the name of the kind of content that was inspected, or `unknown`.
    ///
    /// If the kind is unknown but the input is a list, returns the name of the list's format.
    static func text(_ inspection: Inspection) -> String {
        guard let kind = inspection.report.kind else { return icy.rawValue }
        if case .unsupported(let format) = kind { return format.rawValue }
        if kind == .unknown, case .success(let list)? = inspection.list, let name = list.format.name { return name }
        return kinds.first { $0.value == kind }?.key.rawValue ?? "unknown"
    }
}
