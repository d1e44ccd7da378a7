import RadioFormats
import RadioLoop
import RadioStreams
import RadioTape
import RadioText

/// Reads the titles of a recording from the metadata of a timeline, and decides what each of them does to the files.
struct RecordingTitles {
    /// The title that was read last; nil before the first one.
    var current: NowPlaying? { titles.current }
    private var cutter: TitleCutter
    private var folding = TitleFolding<(playing: NowPlaying, isOfLink: Bool)>()
    private var titles = TitleTimeline()
    private var station: Station?
    private var serverName: String?
    /// The time at which the newest metadata read so far was received; nil before any was read.
    private var last: MonotonicInstant?

    init(_ settings: TitleCutter.Settings, rules: TitleRuleSet) {
        cutter = TitleCutter(settings)
        titles.rules = rules
    }

    /// Reads the metadata of another timeline from now on.
    mutating func begin(_ station: Station?) {
        self.station = station
        last = nil
        folding = TitleFolding()
        titles.reset(for: station)
        titles.met(serverName: serverName)
    }

    /// Sets the name that the station's server states for the station.
    mutating func met(serverName: String?) {
        self.serverName = serverName
        titles.met(serverName: serverName)
    }

    /// The station's name. For an address that the listener typed, the server's name for the station if there is one.
    var stationName: String {
        guard let station else { return "" }
        return station.urls.contains(station.name) ? serverName ?? station.name : station.name
    }

    /// Returns the metadata of packets that were not read yet, and metadata that arrived after its packet was read.
    /// - Parameters:
    ///   - next: the number of the packet that is read next.
    ///   - start: where the recording begins, in flicks on the timeline.
    func unread(
        _ metadata: some Sequence<Timeline.HeldMetadata>, from next: Int64, since start: Int64
    ) -> [Timeline.HeldMetadata] {
        guard let last else {
            // Of the titles that begin before the recording, only the last one matters, because it is on air when the
            // recording begins.
            let all = Array(metadata)
            let first = all.last { $0.time <= start && $0.metadata.kind != .flacPicture }
            return first.map { first in all.filter { $0.packet >= first.packet } } ?? all
        }
        return metadata.filter { $0.packet >= next || $0.received > last }
    }

    /// Reads metadata, and returns the title that begins now; nil if the last one goes on.
    /// - Parameter time: the beginning of the packet with the metadata, in flicks on the timeline.
    mutating func take(
        _ held: Timeline.HeldMetadata, at time: Int64, now: MonotonicInstant
    ) -> CutDelay.Title? {
        last = max(last ?? held.received, held.received)
        _ = titles.read(held.metadata)
        guard titles.heard(held, at: now, position: .zero), let playing = titles.current else { return nil }
        return folding.offer((playing, isOfLink: held.metadata.kind == .vorbisComment), at: time).map { begun($0) }
    }

    /// Returns the title that waited because titles followed each other too fast, if it begins now.
    mutating func take(at time: Int64) -> CutDelay.Title? { folding.take(at: time).map { begun($0) } }

    private mutating func begun(_ title: (playing: NowPlaying, isOfLink: Bool)) -> CutDelay.Title {
        CutDelay.Title(
            cut: cutter.begin(title.playing.track.kind), playing: title.playing, isOfLink: title.isOfLink)
    }
}
