import RadioFormats

/// Chooses the ``HlsTrack`` of a multivariant playlist that the sound comes from, and replacements for it. The type
/// does no I/O and reads no clock.
///
/// Candidates are ordered in *rungs* of rising bit rate. The candidates in a rung have the same bit rate and codecs,
/// and can replace one another (RFC 8216 §6.2.4). Variants with video are candidates only if there are no others.
struct VariantChooser {
    /// The maximum number of variants that are considered. Further ones are left out.
    static let maximumVariants = 512
    /// The highest bit rate, in bits a second, to begin with in `auto`, because the network's speed is not known yet.
    static let boldestStart = 400_000
    /// The largest share of the measured throughput that the bit rate of a newly chosen variant may be.
    static let share = 0.75
    /// The largest share of the measured throughput that the current variant's bit rate may be. Above it, a lower bit
    /// rate is chosen.
    static let sharedKept = 0.95
    /// The assumed bit rate, in bits a second, of a sound rendition if its variants state only the rate of sound and
    /// video together.
    static let usualSound = 192_000
    /// How long a failed ``HlsTrack`` is not chosen again.
    static let ban = Duration.seconds(60)

    /// Tracks (``HlsTrack``) with the same bit rate and the same codecs.
    struct Rung: Hashable {
        var rank: Int
        var tracks: [HlsTrack]
    }

    let settings: HlsSettings
    private let playlist: MultivariantPlaylist
    private let url: String
    private(set) var rungs: [Rung] = []
    /// The renditions of sound from which the listener can choose, one for each name and language.
    private(set) var renditions: [Rendition] = []
    private var renditionName: String?
    private var bannedUntil: [HlsTrack: Duration] = [:]
    /// The names of the offered formats that Longwave cannot decode.
    private var refused: [String] = []
    private var undecodable: Set<HlsTrack> = []

    /// Makes a chooser from a multivariant playlist. Throws if Longwave can play none of its variants.
    ///
    /// - Parameter earlier: the chooser of the same playlist when it was loaded before; nil if it was not.
    init(
        _ playlist: MultivariantPlaylist, url: String, settings: HlsSettings, after earlier: VariantChooser? = nil
    ) throws(HlsError) {
        self.settings = settings
        self.playlist = playlist
        self.url = url
        renditionName = earlier.map(\.renditionName) ?? settings.renditionName
        try build()
        guard let earlier else { return }
        for (track, end) in earlier.bannedUntil { counterpart(of: track).map { bannedUntil[$0] = end } }
        undecodable = Set(earlier.undecodable.compactMap { counterpart(of: $0) })
    }

    /// Returns the candidate that differs from an earlier playlist's track only in its address; nil if there is none.
    func counterpart(of track: HlsTrack) -> HlsTrack? {
        func path(_ uri: String) -> Substring { uri.prefix { $0 != "?" } }
        let equal = rungs.flatMap(\.tracks).filter { other in
            other.bandwidth == track.bandwidth && other.rank == track.rank && other.codecs == track.codecs
                && other.rendition?.name == track.rendition?.name
                && other.rendition?.language == track.rendition?.language
        }
        return equal.first { path($0.uri) == path(track.uri) } ?? equal.first
    }

    /// All variants that the multivariant playlist offers.
    var variants: [Variant] { playlist.variants }

    /// Chooses another rendition. Returns false, without a change, if there is none with that name.
    mutating func select(rendition name: String) -> Bool {
        guard renditions.contains(where: { $0.name == name }) else { return false }
        let before = renditionName
        renditionName = name
        do throws(HlsError) { try build() } catch {
            renditionName = before
            return false
        }
        return true
    }

    // MARK: Candidates

    /// Finds the candidates among the variants, and orders them in rungs.
    private mutating func build() throws(HlsError) {
        guard !playlist.variants.isEmpty else { throw .badPlaylist("\(url) lists no variant") }
        var withoutVideo: [HlsTrack] = []
        var withVideo: [HlsTrack] = []
        var offered: [String] = []
        renditions = []
        // Each group of renditions is considered only once: there may be hundreds of variants, and a group may have
        // thousands of renditions.
        var groups: [String: Rendition?] = [:]
        for variant in playlist.variants.prefix(Self.maximumVariants) {
            let kinds = variant.codecNames.map { (name: $0, kind: CodecSupport.kind(of: $0)) }
            let foreign = kinds.filter { $0.kind == .foreignSound }.map(\.name)
            if !foreign.isEmpty, !kinds.contains(where: { $0.kind == .sound }) {
                for name in foreign where !offered.contains(name) { offered.append(name) }
                continue
            }
            let isVideo = variant.resolution != nil || kinds.contains { $0.kind == .video }
            var rendition: Rendition?
            if let name = variant.audioGroup {
                if groups[name] == nil {
                    let group = playlist.renditions(.audio, group: name)
                    note(group)
                    groups[name] = .some(preferred(of: group))
                }
                rendition = groups[name] ?? nil
            }
            if let rendition, let uri = rendition.uri {
                let bandwidth = isVideo ? min(variant.bandwidth, Self.usualSound) : variant.bandwidth
                withoutVideo.append(
                    HlsTrack(
                        uri: uri, base: url, bandwidth: bandwidth, rank: variant.bandwidth,
                        codecs: variant.codecNames.filter(Self.isNoVideo), rendition: rendition))
            } else {
                let isSilent = isVideo && !kinds.isEmpty && !kinds.contains { $0.kind != .video && $0.kind != .text }
                if isSilent { continue }
                let track = HlsTrack(
                    uri: variant.uri, base: url, bandwidth: variant.bandwidth, rank: variant.bandwidth,
                    codecs: variant.codecNames, hasVideo: isVideo, rendition: rendition)
                if isVideo { withVideo.append(track) } else { withoutVideo.append(track) }
            }
        }
        refused = offered
        let candidates = withoutVideo.isEmpty ? withVideo : withoutVideo
        guard !candidates.isEmpty else { throw Self.nothing(offered, url: url) }
        rungs = Self.ladder(candidates)
    }

    private static func nothing(_ offered: [String], url: String) -> HlsError {
        guard !offered.isEmpty else { return .noSound("\(url) has no variant with sound") }
        let names = offered.map(CodecSupport.displayName).joined(separator: ", ")
        return .unsupported("\(url) offers only formats that cannot be decoded: \(names)")
    }

    private static func isNoVideo(_ codec: String) -> Bool {
        switch CodecSupport.kind(of: codec) {
        case .video, .text: false
        case .sound, .foreignSound, .unknown: true
        }
    }

    /// Returns the candidates in rungs of rising bit rate. Each address occurs once, at its lowest bit rate.
    private static func ladder(_ candidates: [HlsTrack]) -> [Rung] {
        var rungs: [Rung] = []
        var seen: Set<String> = []
        // The order is stable: tracks with equal bit rates keep the order of the playlist.
        for (_, track) in candidates.enumerated().sorted(by: {
            ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
        }) where seen.insert(track.uri).inserted {
            if rungs.last?.rank == track.rank, rungs.last?.tracks.first?.codecs == track.codecs {
                rungs[rungs.count - 1].tracks.append(track)
            } else {
                rungs.append(Rung(rank: track.rank, tracks: [track]))
            }
        }
        return rungs
    }

    private mutating func note(_ group: [Rendition]) {
        for rendition in group where renditions.count < Self.maximumVariants {
            if !renditions.contains(where: { $0.name == rendition.name && $0.language == rendition.language }) {
                renditions.append(rendition)
            }
        }
    }

    /// Returns the rendition of a group to play; nil if the group has none.
    ///
    /// The listener's choice comes first, then the best match by language, DEFAULT and AUTOSELECT (rfc8216bis
    /// §4.4.6.1).
    private func preferred(of group: [Rendition]) -> Rendition? {
        if let renditionName, let chosen = group.first(where: { $0.name == renditionName }) { return chosen }
        func rank(_ rendition: Rendition) -> Int {
            let forBlind = rendition.characteristics.contains("public.accessibility.describes-video")
            return (rendition.isDefault ? 4 : 0) + (rendition.isAutoselect ? 1 : 0) - (forBlind ? 2 : 0)
        }
        func best(_ some: [Rendition]) -> Rendition? {
            some.enumerated().max { (rank($0.element), -$0.offset) < (rank($1.element), -$1.offset) }?.element
        }
        for wanted in settings.languages {
            let degrees = group.map { LanguageMatch.degree(of: $0.language, wanted: wanted) }
            if let top = degrees.max(), top > 0 {
                return best(zip(group, degrees).filter { $0.1 == top }.map(\.0))
            }
        }
        return best(group)
    }

    // MARK: Choosing

    private func isUsable(_ track: HlsTrack, at now: Duration) -> Bool {
        !undecodable.contains(track) && bannedUntil[track].map { $0 <= now } ?? true
    }

    private func usable(_ rung: Rung, at now: Duration) -> HlsTrack? { rung.tracks.first { isUsable($0, at: now) } }

    /// Returns the track to begin with, by ``HlsSettings/quality``; nil if all tracks have failed or cannot be decoded.
    func first(at now: Duration) -> HlsTrack? {
        let usable = rungs.compactMap { self.usable($0, at: now) }
        guard let lowest = usable.first else { return nil }
        switch settings.quality {
        case .high: return usable.last
        case .medium: return usable[(usable.count - 1) / 2]
        case .low: return lowest
        case .auto: return lowest.hasVideo ? lowest : usable.last { $0.bandwidth <= Self.boldestStart } ?? lowest
        }
    }

    /// Returns the best track for a throughput in bits a second. With a quality other than `auto`, this is the current
    /// track.
    func best(for throughput: Double, current: HlsTrack, at now: Duration) -> HlsTrack {
        guard settings.quality == .auto, !current.hasVideo else { return current }
        let usable = rungs.compactMap { rung -> HlsTrack? in
            rung.tracks.contains(current) && isUsable(current, at: now) ? current : self.usable(rung, at: now)
        }
        return usable.last { Double($0.bandwidth) <= throughput * Self.share } ?? usable.first ?? current
    }

    /// Returns whether a throughput, in bits a second, is enough to continue with a track.
    static func carries(_ throughput: Double, _ track: HlsTrack) -> Bool {
        Double(track.bandwidth) <= throughput * sharedKept
    }

    /// Returns another usable track of the same ``Rung``; nil if there is none.
    func standIn(for track: HlsTrack, at now: Duration) -> HlsTrack? {
        let rung = rungs.first { $0.tracks.contains(track) }
        return rung?.tracks.first { $0 != track && isUsable($0, at: now) }
    }

    /// Returns the track that replaces a failed track; nil if there is none.
    ///
    /// The replacement is in the same rung if possible, otherwise in the nearest rung below, otherwise in the nearest
    /// above.
    func replacement(for track: HlsTrack, at now: Duration) -> HlsTrack? {
        let index = rungs.firstIndex { $0.tracks.contains(track) } ?? 0
        let order = [index] + (0..<index).reversed() + ((index + 1)..<max(rungs.count, index + 1))
        for rung in order where rung < rungs.count {
            if let other = rungs[rung].tracks.first(where: { $0 != track && isUsable($0, at: now) }) { return other }
        }
        return nil
    }

    /// Excludes a failed track from the choice for the duration ``ban``.
    mutating func ban(_ track: HlsTrack, at now: Duration) { bannedUntil[track] = now + Self.ban }

    /// Excludes a track for good, because it contains a format that cannot be decoded.
    ///
    /// - Parameter name: the format's name.
    mutating func refuse(_ track: HlsTrack, _ name: String) {
        undecodable.insert(track)
        if !refused.contains(name) { refused.append(name) }
    }

    /// The error to report when no track is left that can be played.
    var exhausted: HlsError { Self.nothing(refused, url: url) }
}
