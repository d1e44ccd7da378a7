import RadioFormats
import RadioLoop
import RadioStreams
import RadioText

/// Turns metadata into what is heard: a title counts from the moment its packet leaves the loudspeaker.
struct TitleTimeline {
    private(set) var current: NowPlaying?
    var station: Station?
    /// What this station's titles tell of their charset; it lasts as long as the station is played.
    private(set) var evidence = CharsetEvidence()

    /// Takes metadata whose sound is heard now; true when another track, or none, is playing by it. It was received before
    /// and is read again: with what was learned since then.
    mutating func heard(_ held: Timeline.HeldMetadata, at now: MonotonicInstant, position: MediaTime) -> Bool {
        var known = evidence
        guard let track = TitleReader.track(in: held.metadata, charset: station?.charset, evidence: &known),
            !isSame(track)
        else { return false }
        current = NowPlaying(
            track: track, stationName: station?.name ?? "", artworkURL: track.artworkURL ?? station?.artworkURL,
            received: held.received, heard: now, position: position)
        return true
    }

    /// Takes metadata that was received.
    mutating func read(_ metadata: TimedMetadata) -> TrackInfo {
        TitleReader.read(metadata, charset: station?.charset, evidence: &evidence)
    }

    /// Stations send their title again and again, and after each reconnect.
    private func isSame(_ track: TrackInfo) -> Bool {
        guard let current else { return track.kind == .none }
        // The same bytes are read otherwise once their charset is learned.
        return (current.track.raw == track.raw && current.track.text == track.text)
            || (current.track.text == track.text && current.track.kind == track.kind
                && current.track.linkURL == track.linkURL)
    }

    mutating func reset(for station: Station?) {
        current = nil
        evidence = CharsetEvidence()
        self.station = station
    }
}
