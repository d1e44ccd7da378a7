import RadioFormats
import RadioLoop
import RadioStreams
import RadioText

/// Turns metadata into the title that is heard. A title becomes current when its packet leaves the loudspeaker.
struct TitleTimeline {
    private(set) var current: NowPlaying?
    /// The track of the newest received metadata; nil if none of this item was received yet.
    private(set) var onAir: TrackInfo?
    /// The metadata of the title at the target of the last jump, which becomes current when sound from there is heard.
    private var afterJump: [Timeline.HeldMetadata] = []
    var station: Station?
    var rules = TitleRuleSet()
    /// The names of the station in the list and on its server.
    private var names = StationNames()
    /// What the titles received from this station tell about their charset.
    private(set) var evidence = CharsetEvidence()
    /// Pictures from a FLAC stream. They arrive before the title to which they belong.
    private var pictures: [EmbeddedPicture] = []
    /// The number of titles since the current one that were not read.
    private var skipped = 0

    /// Handles metadata whose sound is heard now. Returns true if the current track changes, or ends without a new one.
    ///
    /// The metadata was read when it was received. It is read again here, because its charset may be known only since
    /// then.
    mutating func heard(_ held: Timeline.HeldMetadata, at now: MonotonicInstant, position: MediaTime) -> Bool {
        let found = pictures + MetadataReader.pictures(in: held.metadata)
        pictures = held.metadata.kind == .flacPicture ? found : []
        skipped += held.metadata.skipped
        var known = evidence
        let read = TitleReader.track(in: held.metadata, charset: station?.charset, names: names, evidence: &known)
        guard let track = read.map(ruled), !isSame(track) else { return false }
        current = NowPlaying(
            track: track, stationName: station?.name ?? "", artworkURL: track.artworkURL ?? station?.artworkURL,
            pictures: found, skipped: skipped, received: held.received, heard: now, position: position)
        skipped = 0
        return true
    }

    /// Returns the metadata at which titles begin. A repeated title does not begin again.
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

    /// Returns the beginning of the title on air at a moment, in flicks on the timeline; nil if there is no title.
    ///
    /// `isWhole` is false for the first title that was received, because it may have begun before the player connected.
    func beginning(at time: Int64, in held: [Timeline.HeldMetadata]) -> (time: Int64, isWhole: Bool)? {
        guard let beginning = beginnings(in: held).last(where: { $0.time <= time })?.time else { return nil }
        return (beginning, held.contains { $0.time < beginning && $0.metadata.kind != .flacPicture })
    }

    /// Reads metadata when it is received, and adds to ``evidence``.
    mutating func read(_ metadata: TimedMetadata) -> TrackInfo {
        let track = ruled(TitleReader.read(metadata, charset: station?.charset, names: names, evidence: &evidence))
        onAir = track
        return track
    }

    /// Keeps the last title of the metadata that a jump has passed, with the pictures that belong to it. The title
    /// becomes current with the first packet that is heard after the jump.
    mutating func jumped(over passed: [Timeline.HeldMetadata]) {
        guard let title = passed.lastIndex(where: { $0.metadata.kind != .flacPicture }) else { return }
        let before = passed[..<title].lastIndex { $0.metadata.kind != .flacPicture }
        afterJump = Array(passed[((before ?? -1) + 1)...title])
    }

    /// Returns the metadata that ``jumped(over:)`` has kept, because sound after the jump is heard.
    mutating func takeAfterJump() -> [Timeline.HeldMetadata] {
        defer { afterJump = [] }
        return afterJump
    }

    private func ruled(_ track: TrackInfo) -> TrackInfo {
        guard !rules.rules.isEmpty else { return track }
        return rules.apply(to: track, station: [station?.name, station?.id].compactMap(\.self)).track
    }

    /// Returns whether a track is the current one. Stations repeat their title, for example after each reconnection.
    private func isSame(_ track: TrackInfo) -> Bool {
        guard let current else { return track.kind == .none }
        // The same bytes may give another text once their charset is known.
        return (current.track.raw == track.raw && current.track.text == track.text)
            || (current.track.text == track.text && current.track.kind == track.kind
                && current.track.linkURL == track.linkURL)
    }

    /// Sets the server's name for the station.
    mutating func met(serverName: String?) { names = StationNames([station?.name, serverName]) }

    mutating func reset(for station: Station?) {
        var new = TitleTimeline()
        new.rules = rules
        new.station = station
        new.names = StationNames([station?.name])
        self = new
    }
}
