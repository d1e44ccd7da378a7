import RadioHls
import RadioJSON

/// Encodes the member `hls` of `probe --json`: the variants that the station offers, and the variant that plays. See
/// docs/FORMATS.md.
package enum HlsReportJSON {
    /// Returns the value of `hls`, or null if the sound does not come in segments.
    package static func segments(_ report: ProbeReport) -> JSONNode {
        guard let segments = report.segments, let presentation = report.info?.presentation else { return .null }
        let track = presentation.track
        return .members([
            "type": .string(type(presentation)),
            "playlist": .string(segments.playlistURL),
            "targetDuration": .number(presentation.targetDuration.seconds),
            "duration": .number(presentation.duration.seconds),
            "programDateTime": JSONNode.date(presentation.wallClock),
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

    /// Returns `live`, `event` for a live playlist that keeps its first segments (`EXT-X-PLAYLIST-TYPE:EVENT`), or
    /// `vod` for a playlist with an end.
    package static func type(_ presentation: HlsPresentation) -> String {
        if presentation.isFinite { return "vod" }
        return presentation.kind == .event ? "event" : "live"
    }
}
