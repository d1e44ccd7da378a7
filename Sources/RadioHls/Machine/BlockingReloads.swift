import RadioFormats

/// Blocking playlist reloads (rfc8216bis §6.2.5.2): how a server is asked to hold a playlist back until there is news, and
/// whether it keeps to that. Pure.
struct BlockingReloads {
    /// Reloads that the server should hold back, and that fail, in a row: with so many it is asked no more to do it.
    private static let maximumFailures = 2
    /// Reports by which a playlist did not come, in a row: with so many none is believed any more.
    private static let maximumFailedReports = 2
    /// For an answer over a long way.
    private static let shortestReportPatience = Duration.milliseconds(500)

    /// Reloads that the server should have held back, and that failed, in a row.
    private var failures = 0
    /// The next request must not be held back.
    private var isNextPlain = false
    /// Reports on other tracks, in a row, by which their playlists did not come.
    private var failedReports = 0

    // MARK: What became of them

    /// Another track begins.
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

    /// Whether the server may be asked to hold a playlist back: not where that is not offered, or not kept.
    func isAllowed(_ window: SegmentWindow) -> Bool {
        window.offersParts && !isNextPlain && failures < Self.maximumFailures
    }

    /// Asks the server to answer once there is more than we know.
    func query(_ window: SegmentWindow) -> String? {
        guard isAllowed(window) else { return nil }
        return "_HLS_msn=\(window.end)&_HLS_part=\(window.playlist.openSegment?.parts.count ?? 0)"
    }

    /// A server has news once a part. One that has none for so long may say so after three target durations, or never; sound
    /// would have run out by then.
    static func patience(_ window: SegmentWindow) -> Duration {
        let parts = (window.playlist.partTarget ?? .zero) * 4
        return max(parts, window.partHoldBack).duration + .seconds(1)
    }

    /// Asks for another track's playlist as it stands by now (EXT-X-RENDITION-REPORT, rfc8216bis §4.4.5.4): the server answers
    /// when it goes as far as its report says, so that no cache has an older one, and at once, as it does. nil where nothing
    /// is known of it.
    func query(for track: HlsTrack, in window: SegmentWindow) -> String? {
        guard isAllowed(window), failedReports < Self.maximumFailedReports,
            let report = Self.report(on: track, in: window)
        else { return nil }
        // What a report leaves out is as in the playlist that it stands in.
        let own = Self.lastPart(of: window)
        let sequence = report.lastSequence ?? own.sequence
        guard sequence >= 0 else { return nil }
        let part = (report.lastPart ?? own.part).map { "&_HLS_part=\($0)" }
        return "_HLS_msn=\(sequence)" + (part ?? "")
    }

    /// A report may be ahead of what the other playlist's server has, or a cache: then the request is held. Nothing else is asked
    /// for meanwhile, so that the plain playlist has to follow while there is sound.
    static func patience(_ window: SegmentWindow, spare: Duration) -> Duration {
        min(max(spare, shortestReportPatience), patience(window))
    }

    private static func report(on track: HlsTrack, in window: SegmentWindow) -> RenditionReport? {
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
    private static func lastPart(of window: SegmentWindow) -> (sequence: Int64, part: Int?) {
        let open = window.playlist.trailingParts.count
        if open > 0 { return (window.end, open - 1) }
        let last = window.segments.last?.parts.count ?? 0
        return (window.end - 1, last > 0 ? last - 1 : nil)
    }
}
