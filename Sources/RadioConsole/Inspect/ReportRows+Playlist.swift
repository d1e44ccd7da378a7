import Longwave
import RadioJSON
import RadioProbe

extension ReportRows {
    /// Adds the content of an HLS playlist.
    mutating func add(_ playlist: HlsPlaylist) {
        switch playlist {
        case .media(let media): add(media)
        case .multivariant(let multivariant): add(multivariant)
        }
        add("warning", playlist.warnings.lazy.map { ($0.line > 0 ? "line \($0.line): " : "") + $0.text })
    }

    /// Adds the properties of a media playlist, its segments and its date ranges.
    private mutating func add(_ playlist: MediaPlaylist) {
        let type = MediaPlaylistJSON.typeName(playlist.kind).map { " of type \($0)" } ?? ""
        add("playlist", "media, version \(playlist.version)\(type), \(playlist.isEnded ? "ended" : "not ended")")
        add("target", Self.seconds(playlist.targetDuration.seconds))
        add("sequence", "\(playlist.mediaSequence), discontinuity \(playlist.discontinuitySequence)")
        if playlist.isDelta { add("skipped", playlist.skippedSegments.counted("segment")) }
        add("start", playlist.start.map { Self.start($0) })
        if playlist.isIFramesOnly { add("flag", "only I-frames") }
        if playlist.hasIndependentSegments { add("flag", "independent segments") }
        add("server", playlist.serverControl.map { Self.control($0) })
        add("part target", playlist.partTarget.map { Self.seconds($0.seconds) })
        add("segments", "\(playlist.segments.count), \(Self.seconds(playlist.duration.seconds))")
        add("segment", playlist.segments.lazy.map { Self.segment($0) })
        if let open = playlist.openSegment { add("open segment", Self.segment(open)) }
        add("preload", playlist.preloadHints.lazy.map(\.uri))
        add(
            "report",
            playlist.renditionReports.lazy.map { report in
                report.uri + (report.lastSequence.map { ", up to \($0)" } ?? "")
                    + (report.lastPart.map { " part \($0)" } ?? "")
            })
        add("date range", playlist.dateRanges.lazy.map { Self.dateRange($0) })
        add("variable", playlist.variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
    }

    private mutating func add(_ playlist: MultivariantPlaylist) {
        add("playlist", "multivariant, version \(playlist.version)")
        add("start", playlist.start.map { Self.start($0) })
        if playlist.hasIndependentSegments { add("flag", "independent segments") }
        add("variant", playlist.variants.lazy.map { Self.variant($0) })
        add("rendition", playlist.renditions.lazy.map { Self.rendition($0) })
        if !playlist.iFrameVariants.isEmpty { add("I-frames", playlist.iFrameVariants.count.counted("variant")) }
        add("data", playlist.sessionData.lazy.map { "\($0.id): \($0.value ?? $0.uri ?? "")" })
        add("key", playlist.sessionKeys.lazy.map { Self.key($0) })
        add("steering", playlist.contentSteering?.serverURI)
        add("variable", playlist.variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
    }

    // MARK: One line each

    private static func start(_ start: StartPoint) -> String {
        seconds(start.offset.seconds) + (start.isPrecise ? ", precise" : "")
    }

    private static func control(_ control: ServerControl) -> String {
        var words: [String] = []
        if control.canBlockReload { words.append("blocks reloads") }
        if let until = control.canSkipUntil { words.append("skips until \(seconds(until.seconds))") }
        if control.canSkipDateRanges { words.append("skips date ranges") }
        if let holdBack = control.holdBack { words.append("hold back \(seconds(holdBack.seconds))") }
        if let holdBack = control.partHoldBack { words.append("for parts \(seconds(holdBack.seconds))") }
        return words.joined(separator: ", ")
    }

    /// Describes a segment by its number, duration, address, byte range, key, date, parts and title.
    private static func segment(_ segment: MediaSegment) -> String {
        var words = ["\(segment.sequence)", seconds(segment.duration.seconds)]
        if segment.isDiscontinuous { words.append("discontinuity") }
        if segment.isGap { words.append("gap") }
        if !segment.uri.isEmpty { words.append(segment.uri) }
        if let range = segment.byteRange { words.append("bytes \(range.offset) to \(range.end - 1)") }
        if let key = segment.key { words.append("key \(Self.key(key))") }
        if let map = segment.map { words.append("init \(map.uri)") }
        if let date = segment.programDateTime.flatMap(JSONNode.dateText) { words.append(date) }
        if !segment.parts.isEmpty { words.append(segment.parts.count.counted("part")) }
        if !segment.title.isEmpty { words.append(segment.title) }
        return words.joined(separator: ", ")
    }

    private static func key(_ key: SegmentKey) -> String {
        let format = key.keyFormat == SegmentKey.identity ? "" : " (\(key.keyFormat))"
        return key.method.name + format + (key.uri.map { " " + $0 } ?? "")
    }

    /// Describes a date range by its id, class, start, duration and attributes.
    private static func dateRange(_ range: DateRange) -> String {
        var words = [range.id]
        if let kind = range.kind { words.append(kind) }
        if let start = range.start.flatMap(JSONNode.dateText) { words.append(start) }
        if let duration = range.duration ?? range.plannedDuration { words.append(seconds(duration.seconds)) }
        for (name, value) in range.attributes.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .text(let text): words.append("\(name)=\(text)")
            case .number(let number): words.append("\(name)=\(JSONNode.number(number).text())")
            case .bytes(let bytes): words.append("\(name)=0x\(PlaylistJSON.hexadecimal(bytes))")
            }
        }
        return words.joined(separator: ", ")
    }

    static func variant(_ variant: Variant) -> String {
        var words = [rate(variant.bandwidth)]
        if let codecs = variant.codecs { words.append(codecs) }
        if let size = variant.resolution { words.append("\(size.width)x\(size.height)") }
        if let group = variant.audioGroup { words.append("audio \(group)") }
        if let name = variant.name { words.append(name) }
        return (words + [variant.uri]).joined(separator: ", ")
    }

    static func rendition(_ rendition: Rendition) -> String {
        var words = [rendition.kind.rawValue, rendition.groupID, rendition.name]
        if let language = rendition.language { words.append(language) }
        if rendition.isDefault { words.append("default") }
        if let channels = rendition.channels { words.append("\(channels) channels") }
        if let uri = rendition.uri { words.append(uri) }
        return words.joined(separator: ", ")
    }
}
