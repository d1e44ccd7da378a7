/// Builds a multivariant playlist line by line (RFC 8216 §4.3.4, rfc8216bis §4.4.6).
struct MultivariantPlaylistBuilder {
    private var playlist = MultivariantPlaylist()
    /// The variant of the last EXT-X-STREAM-INF, whose URI has not been read yet, and the number of the tag's line; nil
    /// if no URI is missing.
    private var open: (variant: Variant, line: Int)?
    /// The number of the line with the first tag that belongs to multivariant playlists; nil if there is none yet.
    private(set) var firstLine: Int?

    /// Whether a variant's URI was read.
    var hasVariants: Bool { !playlist.variants.isEmpty }
    /// Whether a rendition with a media playlist of its own was read.
    var hasRenditions: Bool { playlist.renditions.contains { $0.uri != nil } }

    /// Whether the next line that is not a tag is a variant's URI.
    var isVariantOpen: Bool { open != nil }

    /// Takes a tag whose scope is a multivariant playlist.
    mutating func take(_ tag: PlaylistTag, _ list: AttributeList, _ notes: inout PlaylistNotes)
        throws(HlsPlaylistError)
    {
        firstLine = firstLine ?? notes.line
        switch tag {
        case .variant:
            warnOfOpenVariant(&notes)
            var variant = Variant(uri: "", bandwidth: list.small("BANDWIDTH", &notes) ?? 0)
            if variant.bandwidth == 0 { notes.warn("EXT-X-STREAM-INF without BANDWIDTH: read as 0.") }
            variant.take(list, &notes)
            open = (variant, notes.line)
        case .iFrameVariant:
            guard let uri = list.filled("URI") else {
                notes.warn("EXT-X-I-FRAME-STREAM-INF without URI: ignored.")
                return
            }
            try notes.require(playlist.iFrameVariants.count, below: M3U8Reader.maximumVariants, "I-frame variants")
            var variant = Variant(uri: uri, bandwidth: list.small("BANDWIDTH", &notes) ?? 0)
            variant.take(list, &notes)
            try notes.keep(variant.footprint)
            playlist.iFrameVariants.append(variant)
        case .rendition: try rendition(list, &notes)
        case .sessionData: try sessionData(list, &notes)
        case .sessionKey:
            try notes.require(playlist.sessionKeys.count, below: M3U8Reader.maximumSessionKeys, "session keys")
            let key = try SegmentKey(list, &notes)
            try notes.keep(MemoryLayout<SegmentKey>.stride + key.footprint)
            playlist.sessionKeys.append(key)
        case .contentSteering:
            guard let uri = list.filled("SERVER-URI") else {
                notes.warn("EXT-X-CONTENT-STEERING without SERVER-URI: ignored.")
                return
            }
            playlist.contentSteering = ContentSteering(serverURI: uri, pathwayID: list.filled("PATHWAY-ID"))
        case _: break
        }
    }

    mutating func take(uri: String, _ notes: inout PlaylistNotes) throws(HlsPlaylistError) {
        guard var variant = open?.variant else { return }
        open = nil
        try notes.require(playlist.variants.count, below: M3U8Reader.maximumVariants, "variants")
        variant.uri = uri
        try notes.keep(variant.footprint)
        playlist.variants.append(variant)
    }

    private mutating func warnOfOpenVariant(_ notes: inout PlaylistNotes) {
        guard let open else { return }
        notes.warn("EXT-X-STREAM-INF without URI after it: ignored.", line: open.line)
        self.open = nil
    }

    /// Takes EXT-X-MEDIA (RFC 8216 §4.3.4.1).
    private mutating func rendition(_ list: AttributeList, _ notes: inout PlaylistNotes) throws(HlsPlaylistError) {
        guard let kind = list.text("TYPE").flatMap(Rendition.Kind.init(rawValue:)) else {
            notes.warn("EXT-X-MEDIA of an unknown TYPE: ignored.")
            return
        }
        try notes.require(playlist.renditions.count, below: M3U8Reader.maximumRenditions, "renditions")
        guard let group = list.filled("GROUP-ID") else {
            notes.warn("EXT-X-MEDIA without GROUP-ID: ignored, since no variant can name it.")
            return
        }
        let name = list.filled("NAME")
        if name == nil { notes.warn("EXT-X-MEDIA without NAME.") }
        var rendition = Rendition(
            kind: kind, groupID: group, name: name ?? list.text("LANGUAGE") ?? "", uri: list.filled("URI"))
        rendition.language = list.filled("LANGUAGE")
        rendition.associatedLanguage = list.filled("ASSOC-LANGUAGE")
        rendition.isDefault = list.flag("DEFAULT", &notes)
        // RFC 8216 §4.3.4.1: a default rendition may be chosen automatically, whatever AUTOSELECT says.
        rendition.isAutoselect = list.flag("AUTOSELECT", &notes) || rendition.isDefault
        rendition.isForced = list.flag("FORCED", &notes)
        rendition.instreamID = list.filled("INSTREAM-ID")
        rendition.characteristics = (list.text("CHARACTERISTICS") ?? "").split(separator: ",").map(\.trimmingBlanks)
        rendition.channels = list.filled("CHANNELS")
        rendition.bitDepth = list.small("BIT-DEPTH", &notes)
        rendition.sampleRate = list.small("SAMPLE-RATE", &notes)
        rendition.stableID = list.filled("STABLE-RENDITION-ID")
        try notes.keep(rendition.footprint)
        playlist.renditions.append(rendition)
    }

    /// Takes EXT-X-SESSION-DATA (RFC 8216 §4.3.4.4).
    private mutating func sessionData(_ list: AttributeList, _ notes: inout PlaylistNotes) throws(HlsPlaylistError) {
        guard let id = list.filled("DATA-ID") else {
            notes.warn("EXT-X-SESSION-DATA without DATA-ID: ignored.")
            return
        }
        try notes.require(playlist.sessionData.count, below: M3U8Reader.maximumOthers, "session data")
        var data = SessionData(id: id)
        data.value = list.text("VALUE")
        data.uri = list.filled("URI")
        data.format = list.text("FORMAT") == "RAW" ? .raw : .json
        data.language = list.filled("LANGUAGE")
        if data.value == nil, data.uri == nil { notes.warn("EXT-X-SESSION-DATA without VALUE or URI.") }
        try notes.keep(data.footprint)
        playlist.sessionData.append(data)
    }

    /// Ends the playlist and returns it. Called after the last line.
    mutating func finish(_ notes: inout PlaylistNotes) -> MultivariantPlaylist {
        warnOfOpenVariant(&notes)
        if playlist.variants.isEmpty { notes.warn("The playlist has no variants.", line: 0) }
        let groups = Set(playlist.renditions.lazy.filter { $0.kind == .audio }.map(\.groupID))
        for group in Set(playlist.variants.compactMap(\.audioGroup)).subtracting(groups).sorted() {
            notes.warn("No EXT-X-MEDIA in the audio group \(AttributeList.shown(group)) of a variant.", line: 0)
        }
        return playlist
    }
}

extension Variant {
    /// Takes the optional attributes of EXT-X-STREAM-INF.
    fileprivate mutating func take(_ list: AttributeList, _ notes: inout PlaylistNotes) {
        averageBandwidth = list.small("AVERAGE-BANDWIDTH", &notes)
        codecs = list.filled("CODECS")
        supplementalCodecs = list.filled("SUPPLEMENTAL-CODECS")
        if let text = list.filled("RESOLUTION") {
            resolution = Resolution(text)
            if resolution == nil { notes.warn("RESOLUTION is \(AttributeList.shown(text)): ignored.") }
        }
        frameRate = list.decimal("FRAME-RATE", &notes)
        hdcpLevel = list.filled("HDCP-LEVEL")
        allowedCpc = list.filled("ALLOWED-CPC")
        videoRange = list.filled("VIDEO-RANGE")
        requiredVideoLayout = list.filled("REQ-VIDEO-LAYOUT")
        audioGroup = list.filled("AUDIO")
        videoGroup = list.filled("VIDEO")
        subtitlesGroup = list.filled("SUBTITLES")
        closedCaptions = list.filled("CLOSED-CAPTIONS")
        name = list.filled("NAME")
        stableID = list.filled("STABLE-VARIANT-ID")
        pathwayID = list.filled("PATHWAY-ID") ?? "."
        score = list.decimal("SCORE", &notes)
        programID = list.small("PROGRAM-ID", &notes)
    }
}

extension Variant.Resolution {
    /// Parses a width and height such as `1280x720`.
    fileprivate init?(_ text: String) {
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], width >= 0, height >= 0 else { return nil }
        self.init(width: width, height: height)
    }
}
