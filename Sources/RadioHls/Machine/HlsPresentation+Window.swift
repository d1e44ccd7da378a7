import RadioFormats

extension HlsPresentation {
    /// Makes the presentation that a window of segments describes.
    init(_ window: SegmentWindow) {
        isFinite = window.playlist.isEnded
        (start, end) = window.range
        edge = window.position(of: window.first + Int64(window.liveStart?.index ?? 0))
        if window.offersParts {
            end = window.playlist.trailingParts.reduce(end) { $0 + $1.duration }
            partHoldBack = window.partHoldBack
        }
        if let place = window.lowLatencyStart {
            edge = window.position(of: place.sequence, part: place.part) + (place.skip ?? .zero)
        }
        wallClock = window.segments.first?.wallClock
        endWallClock = window.segments.last.flatMap { last in last.wallClock.map { $0 + last.span } }
        targetDuration = window.playlist.targetDuration
        kind = window.playlist.kind
        encryption = window.encryption
        nextSequence = window.end
    }
}
