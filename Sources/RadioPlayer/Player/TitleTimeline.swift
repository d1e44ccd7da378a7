import RadioFormats
import RadioLoop
import RadioStreams
import RadioText

/// Turns metadata into what is heard: a title counts from the moment its packet leaves the loudspeaker.
struct TitleTimeline {
    private(set) var current: NowPlaying?
    var station: Station?
    var rules = TitleRuleSet()
    /// What the station calls itself in the list, and its server.
    private var names = StationNames()
    /// What this station's titles tell of their charset; it lasts as long as the station is played.
    private(set) var evidence = CharsetEvidence()
    /// Pictures that came ahead of the comments they belong to.
    private var pictures: [EmbeddedPicture] = []

    /// Takes metadata whose sound is heard now; true when another track, or none, is playing by it. It was received before
    /// and is read again: with what was learned since then.
    mutating func heard(_ held: Timeline.HeldMetadata, at now: MonotonicInstant, position: MediaTime) -> Bool {
        let found = pictures + MetadataReader.pictures(in: held.metadata)
        pictures = held.metadata.kind == .flacPicture ? found : []
        var known = evidence
        let read = TitleReader.track(in: held.metadata, charset: station?.charset, names: names, evidence: &known)
        guard let track = read.map(ruled), !isSame(track) else { return false }
        current = NowPlaying(
            track: track, stationName: station?.name ?? "", artworkURL: track.artworkURL ?? station?.artworkURL,
            pictures: found, received: held.received, heard: now, position: position)
        return true
    }

    /// The metadata with which titles begin; one that is told again does not.
    func beginnings(in held: [Timeline.HeldMetadata]) -> [Timeline.HeldMetadata] {
        var known = evidence
        var last: TrackInfo?
        return held.compactMap { held in
            let read = TitleReader.track(in: held.metadata, charset: station?.charset, names: names, evidence: &known)
            guard let track = read.map(ruled), track.text != last?.text || track.kind != last?.kind else { return nil }
            last = track
            return track.kind == .none ? nil : held
        }
    }

    /// The beginning of the title that is on air at a moment, in flicks on the timeline, and whether it is known: the first title of a
    /// connection began before. Nil where there is no title.
    func beginning(at time: Int64, in held: [Timeline.HeldMetadata]) -> (time: Int64, isWhole: Bool)? {
        guard let beginning = beginnings(in: held).last(where: { $0.time <= time })?.time else { return nil }
        return (beginning, held.contains { $0.time < beginning && $0.metadata.kind != .flacPicture })
    }

    /// Takes metadata that was received.
    mutating func read(_ metadata: TimedMetadata) -> TrackInfo {
        ruled(TitleReader.read(metadata, charset: station?.charset, names: names, evidence: &evidence))
    }

    private func ruled(_ track: TrackInfo) -> TrackInfo {
        guard !rules.rules.isEmpty else { return track }
        return rules.apply(to: track, station: [station?.name, station?.id].compactMap(\.self)).track
    }

    /// Stations send their title again and again, and after each reconnect.
    private func isSame(_ track: TrackInfo) -> Bool {
        guard let current else { return track.kind == .none }
        // The same bytes are read otherwise once their charset is learned.
        return (current.track.raw == track.raw && current.track.text == track.text)
            || (current.track.text == track.text && current.track.kind == track.kind
                && current.track.linkURL == track.linkURL)
    }

    /// The server has a name for the station.
    mutating func met(serverName: String?) { names = StationNames([station?.name, serverName]) }

    mutating func reset(for station: Station?) {
        names = StationNames([station?.name])
        current = nil
        pictures = []
        evidence = CharsetEvidence()
        self.station = station
    }
}
