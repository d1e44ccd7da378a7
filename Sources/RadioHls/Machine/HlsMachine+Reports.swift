import RadioFormats

/// How far the playlists of other tracks are, as the one in use tells it (EXT-X-RENDITION-REPORT, rfc8216bis §4.4.5.4).
extension HlsMachine {
    /// Reports by which a playlist did not come, in a row: with so many none is believed any more.
    private static let maximumFailedReports = 2
    /// For an answer over a long way.
    private static let shortestReportPatience = Duration.milliseconds(500)

    /// Asks for another track's playlist as it stands by now: the server answers when it goes as far as its report says, so that no cache
    /// has an older one (§6.2.5.2), and at once, as it does. nil where nothing is known of it.
    func reportQuery(for track: HlsTrack, in window: SegmentWindow, at now: Duration) -> String? {
        // Where a report is older than a plain playlist may be in a cache, half a target duration, the plain one tells more.
        guard mayBlock(window), failedReports < Self.maximumFailedReports, now - lastArrival <= window.target / 2,
            let report = report(on: track, in: window)
        else { return nil }
        // What a report leaves out is as in the playlist that it stands in.
        let own = lastPart(of: window)
        let sequence = report.lastSequence ?? own.sequence
        guard sequence >= 0 else { return nil }
        let part = (report.lastPart ?? own.part).map { "&_HLS_part=\($0)" }
        return "_HLS_msn=\(sequence)" + (part ?? "")
    }

    /// A report may be ahead of what the other playlist's server has, or a cache: then the request is held. Nothing else is asked for
    /// meanwhile, so that the plain playlist has to follow while there is sound.
    func reportPatience(_ window: SegmentWindow) -> Duration {
        // After a jump nothing is held.
        let left = resumeAt == nil ? held - Self.reserve : .zero
        return min(max(left, Self.shortestReportPatience), blockingPatience(window))
    }

    private func report(on track: HlsTrack, in window: SegmentWindow) -> RenditionReport? {
        let url = URLReference.resolve(track.uri, base: track.base)
        // Servers that know a listener by a query do not write it there.
        let place = url.prefix { $0 != "?" }
        var other: RenditionReport?
        for report in window.playlist.renditionReports {
            let reported = URLReference.resolve(report.uri, base: window.url)
            if reported == url { return report }
            if reported == place { other = report }
        }
        return other
    }

    /// The newest part of all; of the last segment where there are none.
    private func lastPart(of window: SegmentWindow) -> (sequence: Int64, part: Int?) {
        let open = window.playlist.trailingParts.count
        if open > 0 { return (window.end, open - 1) }
        let last = window.segments.last?.parts.count ?? 0
        return (window.end - 1, last > 0 ? last - 1 : nil)
    }
}
