import Longwave

/// `hls` of `probe --json`: what is offered and what of it plays. docs/INSPECT.md describes it.
enum HlsReportJSON {
    /// null where the sound does not come in segments.
    static func segments(_ report: ProbeReport) -> JSONNode {
        guard let segments = report.segments, let presentation = report.info?.presentation else { return .null }
        let track = presentation.track
        return .members([
            "type": .string(type(presentation)),
            "playlist": .string(segments.playlistURL),
            "targetDuration": .number(presentation.targetDuration.seconds),
            "duration": .number(presentation.duration.seconds),
            "programDateTime": PlaylistJSON.date(presentation.wallClock),
            "encryption": .array(presentation.encryption.map { .string($0) }),
            "variants": .array(presentation.variants.map(MultivariantPlaylistJSON.variant)),
            "renditions": .array(presentation.renditions.map(MultivariantPlaylistJSON.rendition)),
            "selected": .members([
                "uri": .string(track.uri), "bandwidth": track.rank > 0 ? .int(Int64(track.rank)) : .null,
                "codecs": .array(track.codecs.map { .string($0) }), "video": .bool(track.hasVideo),
                "rendition": track.rendition.map(MultivariantPlaylistJSON.rendition) ?? .null,
            ]),
            "titleSources": .array(segments.titleSources.map { .string($0.rawValue) }),
            "requests": .int(Int64(segments.requestCount)),
            "failedRequests": .int(Int64(segments.failedCount)),
        ])
    }

    /// `live`, `event` (the past stays), `vod` (it has an end).
    static func type(_ presentation: HlsPresentation) -> String {
        if presentation.isFinite { return "vod" }
        return presentation.kind == .event ? "event" : "live"
    }
}

extension ReportRows {
    /// The same for people.
    mutating func addSegments(_ report: ProbeReport) {
        guard let segments = report.segments, let presentation = report.info?.presentation else { return }
        let words = [
            HlsReportJSON.type(presentation), "target duration \(Self.seconds(presentation.targetDuration.seconds))",
            "\(Self.seconds(presentation.duration.seconds)) in the playlist",
        ]
        add("segments", words.joined(separator: ", "))
        add("begins", presentation.wallClock.flatMap(PlaylistJSON.dateText))
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
        }
    }
}
