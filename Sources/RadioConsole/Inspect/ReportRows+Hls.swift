import Longwave
import RadioJSON
import RadioProbe

extension ReportRows {
    /// Adds what a probe found out about an HLS stream, in words for people. `HlsReportJSON` makes JSON of the same
    /// facts.
    mutating func addSegments(_ report: ProbeReport) {
        guard let segments = report.segments, let presentation = report.info?.presentation else { return }
        let words = [
            HlsReportJSON.type(presentation), "target duration \(Self.seconds(presentation.targetDuration.seconds))",
            "\(Self.seconds(presentation.duration.seconds)) in the playlist",
        ]
        add("segments", words.joined(separator: ", "))
        add("begins", presentation.wallClock.flatMap(JSONNode.dateText))
        add("encryption", presentation.encryption)
        add("variant", presentation.variants.map(Self.variant))
        add("rendition", presentation.renditions.map(Self.rendition))
        add("plays", segments.playlistURL)
        add("plays rendition", presentation.track.rendition.map(Self.rendition))
        add("titles from", segments.titleSources.map(\.words))
        let failed = segments.failedCount > 0 ? ", \(segments.failedCount) failed" : ""
        add("requests", "\(segments.requestCount) for segments, keys and reloads\(failed)")
    }
}

extension TimedMetadata.Kind {
    fileprivate var words: String {
        switch self {
        case .icy: "ICY metadata"
        case .id3: "ID3 in the segments"
        case .extinf: "the playlist (EXTINF)"
        case .dateRange: "the playlist (EXT-X-DATERANGE)"
        case .vorbisComment, .flacPicture: "Vorbis comments"
        }
    }
}
