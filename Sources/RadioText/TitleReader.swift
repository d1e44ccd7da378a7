import RadioFormats

/// Reads a track from the metadata that a station sent: decodes charset and entities, recognises placeholders, and
/// finds artist and title.
package enum TitleReader {
    /// Returns the track that `metadata` names, with its raw bytes.
    ///
    /// Reading never fails: metadata that says nothing about a track gives `TrackInfo/Kind/none`.
    /// - Parameter charset: The IANA name of the charset that the station declares for its titles, or nil.
    package static func read(_ metadata: TimedMetadata, charset: String? = nil) -> TrackInfo {
        var evidence = CharsetEvidence()
        return read(metadata, charset: charset, evidence: &evidence)
    }

    /// Does the same as ``read(_:charset:)``, but uses the charset that the station's earlier titles show, and adds
    /// this title to `evidence`.
    /// - Parameter names: The station's own names. A title that says only a name gives `none`.
    package static func read(
        _ metadata: TimedMetadata, charset: String? = nil, names: StationNames = StationNames(),
        evidence: inout CharsetEvidence
    ) -> TrackInfo {
        track(in: metadata, charset: charset, names: names, evidence: &evidence)
            ?? TrackInfo(kind: .none, raw: metadata.raw)
    }

    /// Does the same as ``read(_:charset:)``, but returns nil if the metadata is not about a track.
    ///
    /// In that case, the track before still plays. Examples are a tag of private data, a file name as a segment's
    /// title, and a date range without names.
    package static func track(in metadata: TimedMetadata, charset: String? = nil) -> TrackInfo? {
        var evidence = CharsetEvidence()
        return track(in: metadata, charset: charset, evidence: &evidence)
    }

    /// Does the same as ``track(in:charset:)``, but uses the charset that the station's earlier titles show, and adds
    /// this title to `evidence`.
    /// - Parameter names: The station's own names.
    package static func track(
        in metadata: TimedMetadata, charset: String? = nil, names: StationNames = StationNames(),
        evidence: inout CharsetEvidence
    ) -> TrackInfo? {
        var track: TrackInfo?
        switch metadata.kind {
        case .icy: track = read(IcyMetadata(metadata.raw), charset, &evidence)
        case .id3: track = Id3Tag(metadata.raw, readsPictures: false).flatMap(TagTitle.track)
        case .id3v1: track = Id3v1Tag(metadata.raw).flatMap { TagTitle.track($0, charset, &evidence) }
        // Playlists are UTF-8 (RFC 8216 §4.1), whatever charset the station's titles have elsewhere.
        case .extinf:
            track = SegmentTitle.track(from: TextDecoding.decode(metadata.raw))
            // A text without an artist that stands at every segment names the station or the programme.
            if metadata.isStanding, let read = track, read.artist == nil, read.kind == .song || read.kind == .unknown {
                track = nil
            }
            if metadata.raw.isEmpty { track = TrackInfo(kind: .none) }
        case .dateRange: track = DateRangeTitle.track(from: TextDecoding.decode(metadata.raw))
        case .flacPicture: track = nil
        case .itunes:
            let fields = ITunesMetadata(metadata.raw).titleFields
            guard !fields.isEmpty else { break }
            track = read(fields: fields, raw: metadata.raw, names: names, evidence: &evidence)
        case .cueSheet: track = TitleRules.track(from: TextDecoding.decode(metadata.raw))
        case .vorbisComment:
            // Empty metadata of this kind end the previous title. A Vorbis comment without a title is not about a
            // track.
            if metadata.raw.isEmpty { track = TrackInfo(kind: .none) }
            guard let comment = VorbisComment(metadata.raw), comment.isNamed else { break }
            track = read(fields: comment.joined, raw: metadata.raw, names: names, evidence: &evidence)
        }
        if track != nil { track?.raw = metadata.withoutPictures.raw }
        return track.map(names.judged)
    }

    /// Reads a title that is a plain line of text, from a server's status page, a playlist or a log.
    /// - Parameter names: The station's own names.
    package static func read(
        line: [UInt8], charset: String? = nil, names: StationNames = StationNames(), evidence: inout CharsetEvidence
    ) -> TrackInfo {
        let reading = CharsetLearner.read(line, declared: charset, evidence: &evidence)
        var track = TitleRules.track(from: reading.text)
        track.charset = reading.charset
        track.isRepaired = reading.isRepaired
        track.raw = line
        return names.judged(track)
    }

    /// Reads named fields that are text already, such as Vorbis comments or an entry of a status page.
    ///
    /// Vorbis comments have `ARTIST`, `TITLE` and `ALBUM`, and pictures, which are ignored. Status pages have `artist`,
    /// `title` and `yp_currently_playing`. Misread texts are restored.
    /// - Parameters:
    ///   - fields: The fields in order, with names in any case.
    ///   - raw: The bytes that were read, which the result keeps.
    ///   - names: The station's own names.
    ///   - evidence: The evidence of the stream's charset. This method adds the fields' texts to it.
    package static func read(
        fields: [(name: String, value: String)], raw: [UInt8], names: StationNames = StationNames(),
        evidence: inout CharsetEvidence
    ) -> TrackInfo {
        var isRepaired = false
        var charset: String?
        let texts = fields.prefix(NamedFields.maximumFields).filter { $0.name.lowercased() != "metadata_block_picture" }
            .map { field in
                let reading = CharsetLearner.read(Array(field.value.utf8), evidence: &evidence)
                if reading.isRepaired { (isRepaired, charset) = (true, reading.charset) }
                return (name: field.name, value: reading.text)
            }
        let named = NamedFields(texts)
        var track = named.track() ?? TrackInfo(kind: .none)
        if track.kind == .none, let line = named["yp_currently_playing", "songtitle", "streamtitle", "display-title"] {
            track = TitleRules.track(from: line)
        }
        track.charset = charset ?? Charset.utf8.name
        track.isRepaired = isRepaired
        track.raw = raw
        return names.judged(track)
    }

    // MARK: ICY

    /// Reads an ICY block: its title, its address and its other fields.
    private static func read(
        _ fields: IcyMetadata, _ declared: String?, _ evidence: inout CharsetEvidence
    ) -> TrackInfo {
        let reading = CharsetLearner.read(fields.streamTitle ?? [], declared: declared, evidence: &evidence)
        var track = TitleRules.track(from: reading.text)
        track.charset = reading.charset
        track.isRepaired = reading.isRepaired
        if let address = fields.streamURL, !address.isEmpty {
            add(address, charset: declared ?? reading.charset, to: &track)
        }
        if !fields.others.isEmpty { add(fields, reading.text, to: &track) }
        return track
    }

    /// Adds the content of an ICY block's `StreamUrl` to the track: an address, or fields that the station sends in
    /// place of an address.
    private static func add(_ bytes: [UInt8], charset: String, to track: inout TrackInfo) {
        let text = TextDecoding.decode(bytes, charset: charset)
        let list = text.utf8.contains(UInt8(ascii: "\"")) ? TitleFields.json(text) ?? ListTitle.fields(in: text) : nil
        let fields = list ?? TitleFields.query(bytes, charset: charset)
        if let fields, let found = fields.track() { return merge(fields, found, into: &track) }
        switch TitleAddress(text) {
        case .artwork(let url): track.artworkURL = url
        case .link(let url): track.linkURL = url
        case nil: break
        }
    }

    /// Adds the fields that a station sends in place of an address to the track that was read from its title.
    ///
    /// If the title names no artist, the fields may replace its text, artist, title and kind. If the title names an
    /// artist, the fields can only set a kind such as advertisement.
    private static func merge(_ fields: NamedFields, _ found: TrackInfo, into track: inout TrackInfo) {
        let isBetter = track.kind == .none || track.artist == nil
        if isBetter, found.kind != .none {
            if !found.text.isEmpty || track.kind == .none { track.text = found.text }
            (track.artist, track.title) = (found.artist ?? track.artist, found.title ?? track.title)
            track.kind = found.kind
        } else if ![.song, .unknown, .none].contains(found.kind) {
            track.kind = found.kind
        }
        fields.complete(&track)
    }

    /// Adds the fields of an ICY block other than `StreamTitle` and `StreamUrl` to the track.
    ///
    /// Fields may follow the title: `adw_ad='true';durationMilliseconds='30024';insertionType='preroll';`. They may
    /// also replace the title, or begin in it: `title='Don't Go';artist='Yazoo';`.
    private static func add(_ block: IcyMetadata, _ title: String, to track: inout TrackInfo) {
        var pairs = block.others.map {
            ($0.key, String(Substring(TextDecoding.decode($0.value)).trimmed { "'\"; ".contains($0) }))
        }
        if let first = QuotedPairs(title).pairs.first, title.hasPrefix(first.name + "='") {
            pairs.insert((first.name, first.value), at: 0)
        }
        let fields = NamedFields(pairs)
        let isInPlace = pairs.count > block.others.count || track.kind == .none
        if let found = fields.track(TitleRules.plain) {
            if found.kind == .advertisement {
                track.kind = .advertisement
            } else if isInPlace {
                (track.kind, track.artist, track.title, track.text) = (
                    found.kind, found.artist, found.title, found.text
                )
            }
        }
        fields.complete(&track)
    }
}

extension ITunesMetadata {
    /// The artist, title and album under the names of Vorbis comments; empty if both artist and title are missing.
    fileprivate var titleFields: [(name: String, value: String)] {
        let keys = [("TITLE", "©nam"), ("ARTIST", "©ART"), ("ALBUM", "©alb")]
        let fields = keys.compactMap { name, key in self[key].map { (name: name, value: $0) } }
        return fields.contains { $0.name != "ALBUM" && !$0.value.isEmpty } ? fields : []
    }
}

extension VorbisComment {
    /// The fields of this Vorbis comment. Several artist fields become one field, with commas between the artists.
    fileprivate var joined: [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for field in self.fields where !field.value.isEmpty {
            let isArtist = field.name.lowercased() == "artist"
            if isArtist, let first = fields.firstIndex(where: { $0.name.lowercased() == "artist" }) {
                fields[first].value += ", " + field.value
            } else {
                fields.append(field)
            }
        }
        return fields
    }
}
