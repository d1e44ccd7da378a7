import RadioFormats

extension MediaPlaylistBuilder {
    /// Takes a tag whose text is not an attribute list.
    mutating func take(_ tag: PlaylistTag, _ text: String, _ notes: inout PlaylistNotes) {
        switch tag {
        case .targetDuration:
            if targetDuration != nil { notes.warn("\(tag.rawValue) occurs twice: the last one is used.") }
            if let read = PlaylistNumber.seconds(text), read > .zero, read <= Self.longestSegment {
                targetDuration = read
            } else {
                notes.warn("\(tag.rawValue) is \(AttributeList.shown(text)): ignored.")
            }
        case .mediaSequence:
            if let read = Self.sequence(text) {
                if read < 0 { notes.warn("\(tag.rawValue) is below zero.") }
                if !playlist.segments.isEmpty { notes.warn("\(tag.rawValue) comes after a segment.") }
                playlist.mediaSequence = read
            } else {
                notes.warn("\(tag.rawValue) is \(AttributeList.shown(text)): read as 0.")
            }
        case .discontinuitySequence:
            if let read = Self.sequence(text), read >= 0 {
                playlist.discontinuitySequence = read
            } else {
                notes.warn("\(tag.rawValue) is \(AttributeList.shown(text)): read as 0.")
            }
        case .endList: playlist.isEnded = true
        case .playlistType:
            switch text {
            case "VOD": playlist.kind = .onDemand
            case "EVENT": playlist.kind = .event
            case _: notes.warn("\(tag.rawValue) is \(AttributeList.shown(text)), not VOD or EVENT: ignored.")
            }
        case .iFramesOnly: playlist.isIFramesOnly = true
        case .allowCache: playlist.allowsCache = text != "NO"
        case .segment: segment(text, &notes)
        case .byteRange:
            pending.byteRange = Self.byteRange(text)
            if pending.byteRange == nil { notes.warn("\(tag.rawValue) is \(AttributeList.shown(text)): ignored.") }
        case .discontinuity:
            // Several EXT-X-DISCONTINUITY tags before one segment count as one discontinuity.
            if !pending.isDiscontinuous { discontinuity += 1 }
            pending.isDiscontinuous = true
        case .programDateTime:
            if let date = ISODate(text) {
                pending.programDateTime = date.time
                if date.isZoneMissing { notes.warn("\(tag.rawValue) has no time zone: read as UTC.") }
            } else {
                notes.warn("\(tag.rawValue) is \(AttributeList.shown(text)), not a date: ignored.")
            }
        case .gap: pending.isGap = true
        case .bitRate:
            bitRate = PlaylistNumber.integer(text).flatMap { (1...Int64(Int32.max)).contains($0) ? Int($0) : nil }
            playlist.inheritance.bitRate = min(playlist.inheritance.bitRate, playlist.segments.count)
            if bitRate == nil { notes.warn("\(tag.rawValue) is \(AttributeList.shown(text)): ignored.") }
        case _: break
        }
    }

    /// Takes a tag whose text is an attribute list.
    mutating func take(
        _ tag: PlaylistTag, _ list: AttributeList, _ notes: inout PlaylistNotes
    ) throws(HlsPlaylistError) {
        switch tag {
        case .key: try key(list, &notes)
        case .map: initSection(list, &notes)
        case .part: try part(list, &notes)
        case .partInformation:
            playlist.partTarget = list.duration("PART-TARGET", &notes).flatMap { $0 > .zero ? $0 : nil }
        case .serverControl:
            var control = ServerControl()
            control.canBlockReload = list.flag("CAN-BLOCK-RELOAD", &notes)
            control.canSkipUntil = list.duration("CAN-SKIP-UNTIL", &notes)
            control.canSkipDateRanges = list.flag("CAN-SKIP-DATERANGES", &notes)
            control.holdBack = list.duration("HOLD-BACK", &notes)
            control.partHoldBack = list.duration("PART-HOLD-BACK", &notes)
            playlist.serverControl = control
        case .skip: try skip(list, &notes)
        case .preloadHint: try preloadHint(list, &notes)
        case .renditionReport: try renditionReport(list, &notes)
        case .dateRange:
            if let range = DateRange(list, &notes) { try add(range, &notes) }
        case _: break
        }
    }

    /// Parses a sequence number. Returns nil if it is so large that counting on from it could overflow.
    private static func sequence(_ text: String) -> Int64? {
        PlaylistNumber.integer(text).flatMap { $0.magnitude < 1 << 62 ? $0 : nil }
    }

    /// Takes EXTINF: `duration,[title]`. Attributes may follow the duration, as in IPTV lists.
    private mutating func segment(_ text: String, _ notes: inout PlaylistNotes) {
        if pending.extinf != nil { notes.warn("EXTINF occurs twice for one segment: the last one is used.") }
        let bytes = text.utf8
        let number = bytes.prefix { $0 != UInt8(ascii: ",") && !Ascii.isBlank($0) }
        var duration = PlaylistNumber.seconds(Substring(number))
        if let read = duration, read < .zero || read > Self.longestSegment { duration = nil }
        if duration == nil {
            notes.warn("EXTINF's duration is \(AttributeList.shown(String(Substring(number)))): ignored.")
        }
        var isQuoted = false
        let comma = bytes[number.endIndex...].firstIndex { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ",") && !isQuoted
        }
        let title = comma.map { Substring(bytes[bytes.index(after: $0)...]).trimmingBlanks } ?? ""
        pending.extinf = (duration, title)
    }

    /// Takes EXT-X-KEY, which replaces the key of the same key format; `NONE` ends all keys (RFC 8216 §4.3.2.4).
    private mutating func key(_ list: AttributeList, _ notes: inout PlaylistNotes) throws(HlsPlaylistError) {
        let key = try SegmentKey(list, &notes)
        playlist.inheritance.keys = min(playlist.inheritance.keys, playlist.segments.count)
        guard key.method != .none else {
            keys = []
            return
        }
        // EXT-X-KEY tags in a row are in force together, one for each key format. A later key replaces only the key of
        // its own format.
        keys.removeAll { $0.keyFormat == key.keyFormat }
        try notes.require(keys.count, below: M3U8Reader.maximumKeys, "keys at the same time")
        keys.append(key)
    }

    /// Takes EXT-X-MAP (RFC 8216 §4.3.2.5).
    private mutating func initSection(_ list: AttributeList, _ notes: inout PlaylistNotes) {
        playlist.inheritance.map = min(playlist.inheritance.map, playlist.segments.count)
        guard let uri = list.filled("URI") else {
            notes.warn("EXT-X-MAP without URI: no map from here on.")
            map = nil
            return
        }
        map = InitSection(uri: uri, keys: keys)
        let isKeyInherited = playlist.inheritance.keys == Int.max
        playlist.inheritance.mapKeys =
            isKeyInherited ? Int.max : min(playlist.inheritance.mapKeys, playlist.segments.count)
        guard let text = list.filled("BYTERANGE") else { return }
        guard let range = Self.byteRange(text) else {
            notes.warn("EXT-X-MAP's BYTERANGE is \(AttributeList.shown(text)): ignored.")
            return
        }
        map?.byteRange = HlsByteRange(offset: range.offset ?? 0, length: range.length)
    }

    /// Takes EXT-X-PART (rfc8216bis §4.4.4.9).
    private mutating func part(_ list: AttributeList, _ notes: inout PlaylistNotes) throws(HlsPlaylistError) {
        guard let uri = list.filled("URI"), let duration = list.duration("DURATION", &notes),
            duration <= Self.longestSegment
        else {
            notes.warn("EXT-X-PART without URI or DURATION: ignored.")
            return
        }
        try notes.require(partCount, below: M3U8Reader.maximumParts, "parts")
        partCount += 1
        var part = PartialSegment(uri: uri, duration: duration)
        part.isIndependent = list.flag("INDEPENDENT", &notes)
        part.isGap = list.flag("GAP", &notes)
        if let text = list.filled("BYTERANGE") {
            if let range = Self.byteRange(text) {
                // Without an offset, the range continues that of the previous part if both have the same URI.
                let offset = range.offset ?? (partRangeEnd?.uri == uri ? partRangeEnd?.end : nil) ?? 0
                if HlsByteRange.fits(offset, range.length) {
                    part.byteRange = HlsByteRange(offset: offset, length: range.length)
                    partRangeEnd = (uri, offset + range.length)
                }
            }
            if part.byteRange == nil {
                notes.warn("EXT-X-PART's BYTERANGE is \(AttributeList.shown(text)): ignored.")
            }
        }
        try notes.keep(part.footprint)
        pending.parts.append(part)
    }

    /// Takes EXT-X-SKIP (rfc8216bis §4.4.5.2).
    private mutating func skip(_ list: AttributeList, _ notes: inout PlaylistNotes) throws(HlsPlaylistError) {
        guard let count = list.small("SKIPPED-SEGMENTS", &notes), count > 0 else {
            notes.warn("EXT-X-SKIP without a number of segments: ignored.")
            return
        }
        guard count <= M3U8Reader.maximumSegments else {
            throw notes.error(.tooLarge, "More than \(M3U8Reader.maximumSegments) segments are skipped.")
        }
        guard playlist.segments.isEmpty else {
            throw notes.error(.unreadable, "EXT-X-SKIP comes after a segment.")
        }
        playlist.skippedSegments = count
        playlist.removedDateRanges = list.text("RECENTLY-REMOVED-DATERANGES").map { text in
            text.split(separator: "\t").map(String.init)
        }
        try notes.keep(Footprint.texts(playlist.removedDateRanges ?? []))
    }

    /// Takes EXT-X-PRELOAD-HINT (rfc8216bis §4.4.5.3).
    private mutating func preloadHint(_ list: AttributeList, _ notes: inout PlaylistNotes) throws(HlsPlaylistError) {
        guard let type = list.filled("TYPE"), let uri = list.filled("URI") else {
            notes.warn("EXT-X-PRELOAD-HINT without TYPE or URI: ignored.")
            return
        }
        try notes.require(playlist.preloadHints.count, below: M3U8Reader.maximumOthers, "preload hints")
        let kind: PreloadHint.Kind = type == "PART" ? .part : type == "MAP" ? .map : .other(type)
        var hint = PreloadHint(kind: kind, uri: uri)
        hint.offset = list.integer("BYTERANGE-START", &notes) ?? 0
        hint.length = list.integer("BYTERANGE-LENGTH", &notes)
        if let length = hint.length, !HlsByteRange.fits(hint.offset, length) { hint.length = nil }
        try notes.keep(MemoryLayout<PreloadHint>.stride + Footprint.text(uri))
        playlist.preloadHints.append(hint)
    }

    /// Takes EXT-X-RENDITION-REPORT (rfc8216bis §4.4.5.4).
    private mutating func renditionReport(
        _ list: AttributeList, _ notes: inout PlaylistNotes
    ) throws(HlsPlaylistError) {
        guard let uri = list.filled("URI") else {
            notes.warn("EXT-X-RENDITION-REPORT without URI: ignored.")
            return
        }
        try notes.require(playlist.renditionReports.count, below: M3U8Reader.maximumOthers, "rendition reports")
        try notes.keep(MemoryLayout<RenditionReport>.stride + Footprint.text(uri))
        playlist.renditionReports.append(
            RenditionReport(
                uri: uri, lastSequence: list.integer("LAST-MSN", &notes), lastPart: list.small("LAST-PART", &notes)))
    }
}
