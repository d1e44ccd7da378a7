import RadioFormats

/// What iHeart's automation tells of what plays: `song_spot="M" MediaBaseId="1781842" TPID="21463217" length="00:03:20"
/// spotInstanceId="-1"`.
enum SpotTitle {
    /// Longer than any song, in seconds: a show.
    private static let show = Duration.seconds(20 * 60)
    /// Shorter than any song: a sweeper.
    private static let sweeper = Duration.seconds(45)

    /// Whether such attributes are among the pairs.
    static func isSpot(_ pairs: QuotedPairs) -> Bool {
        pairs["song_spot"] != nil || pairs["amgTrackId"] != nil || pairs["MediaBaseId"] != nil
    }

    /// `M` is music. `F` and `T` stand for what fills and for traffic: an advertisement where the spot has an instance of its own.
    /// With the instance `-1` it is the station's own: a song where artist and title are named, else talk or a sweeper. What a
    /// catalogue knows is music, but for `T`. Nil where nothing is told.
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

    /// `KFI`, `WABC-AM`, `zc4732`: the station stands where the artist should.
    private static func isStation(_ artist: String) -> Bool {
        let name = artist.split { $0 == "-" || $0 == " " }.first.map(String.init) ?? artist
        if name.lowercased().hasPrefix("zc"), name.count > 2 { return name.dropFirst(2).allSatisfy(\.isNumber) }
        let isCallSign = name.utf8.allSatisfy { (0x41...0x5A).contains($0) } && (3...4).contains(name.utf8.count)
        return isCallSign && (name.hasPrefix("K") || name.hasPrefix("W")) || StationWords(artist).isRadio
    }
}
