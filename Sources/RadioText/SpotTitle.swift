import RadioFormats

/// Reads the attributes that iHeart's automation sends with a title: `song_spot="M" MediaBaseId="1781842"
/// TPID="21463217" length="00:03:20" spotInstanceId="-1"`.
enum SpotTitle {
    /// A title with a longer duration is a show and not a song.
    private static let show = Duration.seconds(20 * 60)
    /// A title with a shorter duration is a sweeper (a short jingle) and not a song.
    private static let sweeper = Duration.seconds(45)

    /// Returns true if iHeart's attributes are among the pairs.
    static func isSpot(_ pairs: QuotedPairs) -> Bool {
        pairs["song_spot"] != nil || pairs["amgTrackId"] != nil || pairs["MediaBaseId"] != nil
    }

    /// Returns the kind of the title by its `song_spot`, or nil if the attributes do not show the kind.
    ///
    /// `M` is music. `F` (filler) is music if the title has a catalogue id, or if it names artist and title and has no
    /// `spotInstanceId`; otherwise it is an advertisement. `T` (traffic) is an advertisement if it has a
    /// `spotInstanceId`. An id of `0`, `-1` or `null` counts as missing. The `spotInstanceId` `-1` stands for the
    /// station's own sound, so `T` is then usually a song, a sweeper or talk.
    static func kind(of fields: NamedFields) -> TrackInfo.Kind? {
        guard let spot = fields["song_spot"] else { return nil }
        func isNamed(_ key: String) -> Bool {
            fields[key].map { !["0", "-1", "null"].contains($0.lowercased()) } ?? false
        }
        let isCatalogued = isNamed("mediabaseid") || isNamed("tpid") || isNamed("taid")
        let isPaid = isNamed("spotinstanceid")
        let hasBoth = !fields.artist.isEmpty && !fields.title.isEmpty
        switch spot {
        case "M": return .song
        case "F": return isCatalogued || hasBoth && !isPaid ? .song : .advertisement
        case "T":
            if isPaid { return .advertisement }
            guard fields["spotinstanceid"] == "-1" else { return isNamed("cartcutid") ? .advertisement : .speech }
            if let length = fields.duration {
                if length < sweeper { return isNamed("cartcutid") ? .advertisement : .jingle }
                return length > show ? .speech : .song
            }
            return hasBoth && !isStation(fields.artist) ? .song : .speech
        case _: return nil
        }
    }

    /// Returns true if the text in the artist's field is a station's name, such as `KFI`, `WABC-AM` or `zc4732`.
    private static func isStation(_ artist: String) -> Bool {
        let name = artist.split { $0 == "-" || $0 == " " }.first.map(String.init) ?? artist
        if name.lowercased().hasPrefix("zc"), name.count > 2 { return name.dropFirst(2).allSatisfy(\.isNumber) }
        let isCallSign = name.utf8.allSatisfy { (0x41...0x5A).contains($0) } && (3...4).contains(name.utf8.count)
        return isCallSign && (name.hasPrefix("K") || name.hasPrefix("W")) || StationWords(artist).isRadio
    }
}
