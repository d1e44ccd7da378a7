import RadioFormats

/// Makes the URL queries of blocking playlist reloads (rfc8216bis §6.2.5.2): requests that the server answers only once
/// the playlist has changed. After repeated failures, makes no more such queries.
struct BlockingReloads {
    /// After this many failed blocking reloads in a row, reloads are requested without a blocking query.
    private static let maximumFailures = 2
    /// After this many failures in a row of playlist requests built from a rendition report (EXT-X-RENDITION-REPORT),
    /// such reports are no longer used.
    private static let maximumFailedReports = 2
    /// The shortest time-out of a playlist request that was built from a rendition report. A distant server may take
    /// this long to answer.
    private static let shortestReportPatience = Duration.milliseconds(500)

    /// The number of blocking reloads in a row that failed.
    private var failures = 0
    /// Whether the next playlist request must not be a blocking one, because the last one failed.
    private var isNextPlain = false
    /// The number of failures in a row of playlist requests built from a rendition report.
    private var failedReports = 0

    // MARK: Outcomes

    /// Forgets the failed blocking reloads, because they concern the playlist of another ``HlsTrack``.
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

    // MARK: The next request

    /// Returns whether the next playlist request may be a blocking one: parts of segments are played, the last playlist
    /// request did not fail, and blocking reloads have not failed too often.
    func isAllowed(_ window: SegmentWindow) -> Bool {
        window.offersParts && !isNextPlain && failures < Self.maximumFailures
    }

    /// Returns the query of a blocking reload; nil if the next request must not be a blocking one.
    func query(_ window: SegmentWindow) -> String? {
        guard isAllowed(window) else { return nil }
        return "_HLS_msn=\(window.end)&_HLS_part=\(window.playlist.openSegment?.parts.count ?? 0)"
    }

    /// Returns how long to wait for the response to a blocking reload.
    ///
    /// The playlist usually changes with each new part. If it does not change, the server may answer after three target
    /// durations, or never. The sound would have run out by then, so the wait is shorter.
    static func patience(_ window: SegmentWindow) -> Duration {
        let parts = (window.playlist.partTarget ?? .zero) * 4
        return max(parts, window.partHoldBack).duration + .seconds(1)
    }

    /// Returns the query for the newest version of another track's playlist, built from its rendition report
    /// (EXT-X-RENDITION-REPORT, rfc8216bis §4.4.5.4); nil if the current playlist, in `window`, has no report on that
    /// track, or if the request must not be a blocking one.
    ///
    /// The query names the newest part that the report lists. The server already has that part and answers at once. A
    /// cache cannot answer with an older version.
    func query(for track: HlsTrack, in window: SegmentWindow) -> String? {
        guard isAllowed(window), failedReports < Self.maximumFailedReports,
            let report = Self.report(on: track, in: window)
        else { return nil }
        // A report omits values that equal those of the playlist that contains the report.
        let own = Self.lastPart(of: window)
        let sequence = report.lastSequence ?? own.sequence
        guard sequence >= 0 else { return nil }
        let part = (report.lastPart ?? own.part).map { "&_HLS_part=\($0)" }
        return "_HLS_msn=\(sequence)" + (part ?? "")
    }

    /// Returns how long to wait for the playlist of another ``HlsTrack``, requested by ``query(for:in:)``. The wait may
    /// use up `spare` of the fetched sound.
    ///
    /// A report may name a part that the other track's server or a cache does not have yet. In this case, the server
    /// holds its response back, and no other playlist is requested meanwhile. The wait must end while enough fetched
    /// sound is left to request the playlist without a query.
    static func patience(_ window: SegmentWindow, spare: Duration) -> Duration {
        min(max(spare, shortestReportPatience), patience(window))
    }

    /// Returns the report on another track; nil if there is none.
    private static func report(on track: HlsTrack, in window: SegmentWindow) -> RenditionReport? {
        let url = URLReference.resolve(track.uri, base: track.base)
        // Some servers add a query to each listener's URLs, but their reports omit that query.
        let place = url.prefix { $0 != "?" }
        var other: RenditionReport?
        for report in window.playlist.renditionReports {
            let reported = URLReference.resolve(report.uri, base: window.url)
            if reported == url { return report }
            if reported == place { other = report }
        }
        return other
    }

    /// Returns the sequence number of the newest segment, complete or not, and the number of that segment's last part,
    /// from zero. If the segment has no parts, `part` is nil.
    private static func lastPart(of window: SegmentWindow) -> (sequence: Int64, part: Int?) {
        let open = window.playlist.trailingParts.count
        if open > 0 { return (window.end, open - 1) }
        let last = window.segments.last?.parts.count ?? 0
        return (window.end - 1, last > 0 ? last - 1 : nil)
    }
}
