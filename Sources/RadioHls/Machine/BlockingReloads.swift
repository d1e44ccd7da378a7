import RadioFormats

/// Blocking playlist reloads (rfc8216bis §6.2.5.2): how a server is asked to hold a playlist back until there is news,
/// and whether it does so. Pure.
struct BlockingReloads {
    /// The number of blocking reloads in a row that may fail. After so many, the server is no longer asked to hold
    /// reloads back.
    private static let maximumFailures = 2
    /// The number of reports in a row by which a playlist may fail to come. After so many, no report is believed.
    private static let maximumFailedReports = 2
    /// The shortest wait for a playlist that is requested by a report: time for an answer over a long distance.
    private static let shortestReportPatience = Duration.milliseconds(500)

    /// The number of blocking reloads in a row that failed.
    private var failures = 0
    /// Whether the next request must not be held back.
    private var isNextPlain = false
    /// The number of reports on other tracks, in a row, by which their playlists did not come.
    private var failedReports = 0

    // MARK: What became of them

    /// Begins another track.
    mutating func begin() {
        failures = 0
        isNextPlain = false
    }

    mutating func reloadCame(isBlocking: Bool) {
        isNextPlain = false
        if isBlocking { failures = 0 }
    }

    mutating func reloadFailed() {
        failures += 1
        isNextPlain = true
    }

    mutating func reportKept() { failedReports = 0 }

    mutating func reportFailed() {
        failedReports += 1
        isNextPlain = true
    }

    // MARK: The next one

    /// Returns whether the server may be asked to hold a playlist back. It must offer that, and do so.
    func isAllowed(_ window: SegmentWindow) -> Bool {
        window.offersParts && !isNextPlain && failures < Self.maximumFailures
    }

    /// Returns the query that asks the server to answer once there is news; nil if it may not be asked.
    func query(_ window: SegmentWindow) -> String? {
        guard isAllowed(window) else { return nil }
        return "_HLS_msn=\(window.end)&_HLS_part=\(window.playlist.openSegment?.parts.count ?? 0)"
    }

    /// Returns how long a blocking reload is awaited.
    ///
    /// A server has news once a part. A server without news may say so after three target durations, or never; the
    /// sound would have run out by then.
    static func patience(_ window: SegmentWindow) -> Duration {
        let parts = (window.playlist.partTarget ?? .zero) * 4
        return max(parts, window.partHoldBack).duration + .seconds(1)
    }

    /// Returns the query for another track's playlist as it is by now (EXT-X-RENDITION-REPORT, rfc8216bis §4.4.5.4);
    /// nil if nothing is known of it.
    ///
    /// The server answers once the playlist is as long as its report says. No cache can therefore answer with an older
    /// one, and the server answers at once, because its playlist is that long.
    func query(for track: HlsTrack, in window: SegmentWindow) -> String? {
        guard isAllowed(window), failedReports < Self.maximumFailedReports,
            let report = Self.report(on: track, in: window)
        else { return nil }
        // A report leaves out what is the same in the playlist that contains the report.
        let own = Self.lastPart(of: window)
        let sequence = report.lastSequence ?? own.sequence
        guard sequence >= 0 else { return nil }
        let part = (report.lastPart ?? own.part).map { "&_HLS_part=\($0)" }
        return "_HLS_msn=\(sequence)" + (part ?? "")
    }

    /// Returns how long another track's playlist is awaited.
    ///
    /// A report may be ahead of the other playlist on its server or in a cache; the request is then held back. Nothing
    /// else is requested meanwhile, so the plain playlist must be requested while there is still sound.
    static func patience(_ window: SegmentWindow, spare: Duration) -> Duration {
        min(max(spare, shortestReportPatience), patience(window))
    }

    /// Returns the report on another track; nil if there is none.
    private static func report(on track: HlsTrack, in window: SegmentWindow) -> RenditionReport? {
        let url = URLReference.resolve(track.uri, base: track.base)
        // Servers that recognize a listener by a query do not write the query into reports.
        let place = url.prefix { $0 != "?" }
        var other: RenditionReport?
        for report in window.playlist.renditionReports {
            let reported = URLReference.resolve(report.uri, base: window.url)
            if reported == url { return report }
            if reported == place { other = report }
        }
        return other
    }

    /// Returns the newest part, or the last segment if it has no parts.
    private static func lastPart(of window: SegmentWindow) -> (sequence: Int64, part: Int?) {
        let open = window.playlist.trailingParts.count
        if open > 0 { return (window.end, open - 1) }
        let last = window.segments.last?.parts.count ?? 0
        return (window.end - 1, last > 0 ? last - 1 : nil)
    }
}
