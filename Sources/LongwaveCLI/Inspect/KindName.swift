import ArgumentParser
import Longwave

/// What `--as` takes, and what reports call it.
enum KindName: String, CaseIterable, ExpressibleByArgument {
    /// MPEG audio of any layer.
    case mp3
    case aac, ogg, flac, mp4, ts, m3u, hls, pls, xspf, asx, html
    /// One ICY metadata block.
    case icy

    init?(_ kind: ContentKind) {
        switch kind {
        case .mpegAudio: self = .mp3
        case .adts: self = .aac
        case .ogg: self = .ogg
        case .flac: self = .flac
        case .mp4: self = .mp4
        case .mpegTS: self = .ts
        case .m3u: self = .m3u
        case .hlsPlaylist: self = .hls
        case .pls: self = .pls
        case .xspf: self = .xspf
        case .asx: self = .asx
        case .html: self = .html
        case .unknown: return nil
        }
    }

    var form: CaptureInspector.Form {
        switch self {
        case .icy: .block
        case .mp3: .stream(.mpegAudio)
        case .aac: .stream(.adts)
        case .ogg: .stream(.ogg)
        case .flac: .stream(.flac)
        case .mp4: .stream(.mp4)
        case .ts: .stream(.mpegTS)
        case .m3u: .stream(.m3u)
        case .hls: .stream(.hlsPlaylist)
        case .pls: .stream(.pls)
        case .xspf: .stream(.xspf)
        case .asx: .stream(.asx)
        case .html: .stream(.html)
        }
    }

    /// Of a report.
    static func text(_ report: InspectionReport) -> String {
        guard let kind = report.kind else { return report.isKindForced ? icy.rawValue : "unknown" }
        return KindName(kind)?.rawValue ?? "unknown"
    }
}
