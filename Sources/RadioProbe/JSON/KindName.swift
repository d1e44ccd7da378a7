import RadioFormats
import RadioInspect

/// The name of a kind of content, as a value of the option `--as` and in the reports of `inspect` and `probe`.
public enum KindName: String, CaseIterable, Sendable {
    /// MPEG audio of any layer.
    case mp3
    case aac, ogg, flac, mp4, ts, wav, aiff, m3u, hls, pls, xspf, asx, html
    /// A single ICY metadata block.
    case icy
    /// One raw title or ICY metadata block on each line.
    case titles

    /// Returns nil for an unknown kind.
    init?(_ kind: ContentKind) {
        guard let name = Self.allCases.first(where: { $0.kind == kind }) else { return nil }
        self = name
    }

    /// The kind of content. Nil for `icy` and `titles`, which are forms of captured metadata and not content of a
    /// stream.
    private var kind: ContentKind? {
        switch self {
        case .icy, .titles: nil
        case .mp3: .mpegAudio
        case .aac: .adts
        case .ogg: .ogg
        case .flac: .flac
        case .mp4: .mp4
        case .ts: .mpegTS
        case .wav: .wave
        case .aiff: .aiff
        case .m3u: .m3u
        case .hls: .hlsPlaylist
        case .pls: .pls
        case .xspf: .xspf
        case .asx: .asx
        case .html: .html
        }
    }

    package var form: CaptureInspector.Form { kind.map { .stream($0) } ?? .block }

    /// Returns the name of the kind of content that was inspected, or `unknown`.
    ///
    /// If the kind is unknown but the input is a list, returns the name of the list's format.
    package static func text(_ inspection: Inspection) -> String {
        let name = text(inspection.report)
        guard name == "unknown", case .success(let list)? = inspection.list else { return name }
        return list.format.name ?? name
    }

    /// Returns the name of the kind of content in the parsers' report, or `unknown`.
    package static func text(_ report: InspectionReport) -> String {
        guard let kind = report.kind else { return report.isKindForced ? icy.rawValue : "unknown" }
        if case .unsupported(let format) = kind { return format.rawValue }
        return KindName(kind)?.rawValue ?? "unknown"
    }
}
