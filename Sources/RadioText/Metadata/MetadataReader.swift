import RadioFormats
import RadioJSON

/// Reads response headers, ICY metadata blocks and tags as ``MetadataItem``s.
///
/// The reader does no I/O.
package enum MetadataReader {
    /// Returns the items about a station in a response's headers.
    package static func items(of headers: IcyHeaders) -> [MetadataItem] {
        [
            item(.icy, "icy-name", .publisher, headers.name),
            item(.icy, "icy-description", .description, headers.description),
            item(.icy, "icy-genre", .genre, headers.genre),
            item(.icy, "icy-url", .homepage, headers.url),
            item(.icy, "icy-logo", .artwork, headers.logoURL),
        ].compactMap(\.self)
    }

    /// Returns the items in metadata that arrived within the sound.
    /// - Parameters:
    ///   - charset: The charset that the station declares for its titles, or nil.
    ///   - names: The station's own names.
    ///   - evidence: The evidence of the station's charset. This method adds the metadata's title to it.
    package static func items(
        of metadata: TimedMetadata, charset: String?, names: StationNames, evidence: inout CharsetEvidence
    ) -> [MetadataItem] {
        switch metadata.kind {
        case .id3: return Id3Tag(metadata.raw).map(items) ?? []
        case .id3v1:
            return (Id3v1Tag(metadata.raw)?.texts ?? []).compactMap { id, text in
                let reading = CharsetLearner.read(text, declared: charset, evidence: &evidence)
                return Self.item(.id3, id, common[id], reading.text, raw: text)
            }
        case .vorbisComment: return VorbisComment(metadata.raw).map(items) ?? []
        case .flacPicture:
            return pictures(in: metadata).compactMap { pictureItem($0, .vorbis, VorbisComment.pictureName) }
        case .itunes: return items(of: ITunesMetadata(metadata.raw))
        case .cueSheet: return []
        case .icy, .extinf, .dateRange: break
        }
        let found = TitleReader.track(in: metadata, charset: charset, names: names, evidence: &evidence)
        guard let track = found, track.kind != .none else { return [] }
        func item(_ key: String, _ common: MetadataItem.CommonKey?, _ text: String?) -> MetadataItem? {
            Self.item(metadata.kind == .icy ? .icy : .hls, key, common, text, raw: metadata.raw)
        }
        let key =
            switch metadata.kind {
            case .extinf: "EXTINF"
            case .dateRange: "EXT-X-DATERANGE"
            case .icy, .id3, .id3v1, .vorbisComment, .flacPicture, .itunes, .cueSheet: "StreamTitle"
            }
        let addressKey = metadata.kind == .icy ? "StreamUrl" : key
        return [
            item(key, .title, track.title ?? track.text), item(key, .artist, track.artist),
            item(key, .albumName, track.album), item(addressKey, .artwork, track.artworkURL),
            item(addressKey, nil, track.linkURL),
        ].compactMap(\.self)
    }

    /// Returns the items of a tag. A tag that contains only a timestamp has no items.
    static func items(of tag: Id3Tag) -> [MetadataItem] {
        var items = tag.frames.compactMap { item(.id3, $0.id, common[$0.id], $0.text, label: $0.description) }
        items += tag.links.compactMap { item(.id3, $0.id, common[$0.id], $0.url, label: $0.description) }
        items += tag.comments.compactMap { comment in
            var read = item(.id3, "COMM", .description, comment.text, label: comment.description)
            read?.language = PlainText.clean(comment.language)
            return read
        }
        items += tag.pictures.compactMap { pictureItem($0, .id3, "APIC") }
        for frame in tag.privateFrames where !tag.isTimestampOnly {
            items.append(item(.id3, "PRIV", nil, .data(frame.bytes), label: frame.owner, raw: frame.bytes))
        }
        return items
    }

    /// Returns an item for each field of a Vorbis comment. Pictures that cannot be decoded are left out.
    static func items(of comment: VorbisComment) -> [MetadataItem] {
        comment.fields.compactMap { field in
            let name = field.name.uppercased()
            guard name == VorbisComment.pictureName else {
                return item(.vorbis, name, vorbisKeys[name], field.value)
            }
            return picture(inField: field.value).flatMap { pictureItem($0, .vorbis, name) }
        }
    }

    private static func items(of metadata: ITunesMetadata) -> [MetadataItem] {
        metadata.items.compactMap { found in
            switch found.value {
            case .text(let text): item(.iTunes, found.key, iTunesKeys[found.key], text, raw: found.raw)
            case .picture(let picture): pictureItem(picture, .iTunes, found.key)
            }
        }
    }

    // MARK: Pictures

    /// Returns the pictures in the metadata, in their order.
    package static func pictures(in metadata: TimedMetadata) -> [EmbeddedPicture] {
        switch metadata.kind {
        case .id3: Id3Tag(metadata.raw)?.pictures ?? []
        case .flacPicture: [EmbeddedPicture(flac: metadata.raw)].compactMap(\.self)
        case .vorbisComment:
            (VorbisComment(metadata.raw)?.fields ?? []).filter { $0.name.uppercased() == VorbisComment.pictureName }
                .compactMap { picture(inField: $0.value) }
        case .itunes:
            ITunesMetadata(metadata.raw).items.compactMap {
                if case .picture(let picture) = $0.value { picture } else { nil }
            }
        case .icy, .id3v1, .extinf, .dateRange, .cueSheet: []
        }
    }

    private static func picture(inField value: String) -> EmbeddedPicture? {
        Base64.decode(Array(value.utf8)[...]).flatMap(EmbeddedPicture.init(flac:))
    }

    private static func pictureItem(
        _ picture: EmbeddedPicture, _ space: MetadataItem.KeySpace, _ key: String
    ) -> MetadataItem? {
        let value: MetadataItem.Value =
            picture.address.map { .text(PlainText.clean($0)) }
            ?? .picture(picture.bytes, mimeType: PlainText.clean(picture.mimeType))
        return item(space, key, .artwork, value, label: picture.description, raw: picture.bytes)
    }

    /// The meanings of the fields in https://www.xiph.org/vorbis/doc/v-comment.html and of other common fields.
    private static let vorbisKeys: [String: MetadataItem.CommonKey] = [
        "TITLE": .title, "ARTIST": .artist, "ALBUM": .albumName, "COMPOSER": .composer, "GENRE": .genre, "DATE": .date,
        "TRACKNUMBER": .trackNumber, "COPYRIGHT": .copyright, "LANGUAGE": .language, "DESCRIPTION": .description,
        "ORGANIZATION": .publisher, "CONTACT": .homepage,
    ]

    private static let iTunesKeys: [String: MetadataItem.CommonKey] = [
        "©nam": .title, "©ART": .artist, "©alb": .albumName, "©wrt": .composer, "©gen": .genre, "©day": .date,
        "trkn": .trackNumber, "cprt": .copyright, "desc": .description, "©pub": .publisher,
    ]

    /// The meanings of the frames in https://id3.org/id3v2.4.0-frames and of the frames of ID3v2.3 that they replaced.
    private static let common: [String: MetadataItem.CommonKey] = [
        "TIT2": .title, "TPE1": .artist, "TALB": .albumName, "TCOM": .composer, "TCON": .genre, "TDRC": .date,
        "TYER": .date, "TRCK": .trackNumber, "TCOP": .copyright, "TLAN": .language, "TPUB": .publisher,
        "TRSN": .publisher, "WORS": .homepage, "WOAR": .homepage,
    ]

    /// Returns a text item, or nil if `text` is nil or nothing of it is left after cleaning.
    private static func item(
        _ keySpace: MetadataItem.KeySpace, _ key: String, _ common: MetadataItem.CommonKey?, _ text: String?,
        label: String? = nil, raw: [UInt8]? = nil
    ) -> MetadataItem? {
        guard let text else { return nil }
        let clean = PlainText.clean(text)
        guard !clean.isEmpty else { return nil }
        return item(keySpace, key, common, .text(clean), label: label, raw: raw ?? Array(text.utf8))
    }

    private static func item(
        _ keySpace: MetadataItem.KeySpace, _ key: String, _ common: MetadataItem.CommonKey?,
        _ value: MetadataItem.Value,
        label: String?, raw: [UInt8]
    ) -> MetadataItem {
        let label = label.map(PlainText.clean)
        return MetadataItem(
            identifier: .init(keySpace, PlainText.clean(key)), commonKey: common, value: value,
            label: label?.isEmpty == true ? nil : label, raw: raw)
    }
}
