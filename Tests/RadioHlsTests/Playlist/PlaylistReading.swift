import RadioHls

/// Writes a playlist in the form of the corpus, whose JSON files state what a parser must read. The two are then
/// compared.
enum PlaylistReading {
    static func of(_ playlist: HlsPlaylist) -> [String: Any] {
        switch playlist {
        case .media(let media): of(media)
        case .multivariant(let multivariant): of(multivariant)
        }
    }

    private static func of(_ playlist: MediaPlaylist) -> [String: Any] {
        var reading: [String: Any] = [
            "allowCache": playlist.allowsCache, "iFramePlaylists": [Any](),
            "dateRanges": playlist.dateRanges.map { ["id": $0.id] },
            "mediaSequence": Int(playlist.mediaSequence), "discontinuitySequence": Int(playlist.discontinuitySequence),
            "discontinuityStarts": playlist.segments.indices.filter { playlist.segments[$0].isDiscontinuous },
            "targetDuration": playlist.targetDuration.seconds, "version": playlist.version,
            "segments": playlist.segments.map { of($0) },
        ]
        if playlist.isEnded { reading["endList"] = true }
        if playlist.isIFramesOnly { reading["iFramesOnly"] = true }
        if playlist.hasIndependentSegments { reading["independentSegments"] = true }
        if let kind = playlist.kind { reading["playlistType"] = kind == .event ? "EVENT" : "VOD" }
        if let start = playlist.start {
            reading["start"] = ["timeOffset": start.offset.seconds, "precise": start.isPrecise] as [String: Any]
        }
        if !playlist.preloadHints.isEmpty {
            let hints = playlist.preloadHints.map { hint -> [String: Any] in
                let type = if case .other(let name) = hint.kind { name } else { hint.kind == .part ? "PART" : "MAP" }
                var reading: [String: Any] = ["type": type, "uri": hint.uri]
                if let length = hint.length {
                    reading["byterange"] = ["offset": Int(hint.offset), "length": Int(length)]
                }
                return reading
            }
            let number = playlist.segments.last?.discontinuity ?? 0
            reading["preloadSegment"] = ["preloadHints": hints, "timeline": Int(number)] as [String: Any]
        }
        return reading
    }

    private static func of(_ segment: MediaSegment) -> [String: Any] {
        var reading: [String: Any] = [
            "uri": segment.uri, "duration": segment.duration.seconds, "timeline": Int(segment.discontinuity),
        ]
        reading["byterange"] = segment.byteRange.map(of)
        if segment.isDiscontinuous { reading["discontinuity"] = true }
        if !segment.title.isEmpty { reading["title"] = segment.title }
        reading["key"] = segment.key.map(of)
        reading["programDateTime"] = segment.programDateTime.map { $0.seconds * 1000 }
        if let map = segment.map {
            var section: [String: Any] = ["uri": map.uri]
            section["byterange"] = map.byteRange.map(of)
            section["key"] = map.key.map(of)
            reading["map"] = section
        }
        if !segment.parts.isEmpty {
            reading["parts"] = segment.parts.map { part -> [String: Any] in
                var reading: [String: Any] = ["uri": part.uri, "duration": part.duration.seconds]
                reading["byterange"] = part.byteRange.map(of)
                return reading
            }
        }
        return reading
    }

    private static func of(_ range: HlsByteRange) -> [String: Any] {
        ["offset": Int(range.offset), "length": Int(range.length)]
    }

    private static func of(_ key: SegmentKey) -> [String: Any] {
        var reading: [String: Any] = ["method": key.method.name]
        reading["uri"] = key.uri
        reading["iv"] = key.iv.map { bytes in
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        return reading
    }

    private static func of(_ playlist: MultivariantPlaylist) -> [String: Any] {
        var groups: [String: [String: [String: Any]]] = [:]
        for kind: Rendition.Kind in [.audio, .video, .subtitles, .closedCaptions] { groups[kind.rawValue] = [:] }
        for rendition in playlist.renditions {
            var reading: [String: Any] = ["autoselect": rendition.isAutoselect, "default": rendition.isDefault]
            reading["language"] = rendition.language
            reading["uri"] = rendition.uri
            reading["instreamId"] = rendition.instreamID
            if rendition.kind == .subtitles { reading["forced"] = rendition.isForced }
            groups[rendition.kind.rawValue]?[rendition.groupID, default: [:]][rendition.name] = reading
        }
        var reading: [String: Any] = [
            "allowCache": true, "dateRanges": [Any](), "discontinuityStarts": [Any](), "segments": [Any](),
            "mediaGroups": groups, "version": playlist.version,
            "playlists": playlist.variants.map { variant -> [String: Any] in
                ["uri": variant.uri, "timeline": 0, "attributes": attributes(variant)]
            },
            "iFramePlaylists": playlist.iFrameVariants.map { variant -> [String: Any] in
                var attributes = attributes(variant)
                attributes["URI"] = variant.uri
                return ["uri": variant.uri, "timeline": 0, "attributes": attributes]
            },
        ]
        if playlist.hasIndependentSegments { reading["independentSegments"] = true }
        return reading
    }

    private static func attributes(_ variant: Variant) -> [String: Any] {
        var reading: [String: Any] = [:]
        if variant.bandwidth > 0 { reading["BANDWIDTH"] = variant.bandwidth }
        reading["AVERAGE-BANDWIDTH"] = variant.averageBandwidth
        reading["CODECS"] = variant.codecs
        reading["FRAME-RATE"] = variant.frameRate
        reading["HDCP-LEVEL"] = variant.hdcpLevel
        reading["VIDEO-RANGE"] = variant.videoRange
        reading["AUDIO"] = variant.audioGroup
        reading["VIDEO"] = variant.videoGroup
        reading["SUBTITLES"] = variant.subtitlesGroup
        reading["CLOSED-CAPTIONS"] = variant.closedCaptions
        reading["PROGRAM-ID"] = variant.programID
        reading["RESOLUTION"] = variant.resolution.map { ["width": $0.width, "height": $0.height] }
        return reading
    }

    /// Keys of the corpus' JSON that repeat the value of another key in a second form.
    private static let secondForms: Set = ["dateTimeString", "dateTimeObject"]
    /// Keys that the corpus' JSON often leaves out if they have no meaning for the playlist.
    private static let oftenLeftOut: Set = ["version", "targetDuration", "mediaSequence", "discontinuitySequence"]

    /// Returns the paths of all values that differ between the two JSON values.
    static func differences(expected: Any, found: Any, path: String = "") -> [String] {
        switch (expected, found) {
        case (let expected as [String: Any], let found as [String: Any]):
            return Set(expected.keys).union(found.keys).sorted().flatMap { name -> [String] in
                let path = path + "." + name
                switch (expected[name], found[name]) {
                case (let left?, let right?): return differences(expected: left, found: right, path: path)
                case (_?, nil): return secondForms.contains(name) ? [] : [path + " is missing"]
                case (nil, _): return oftenLeftOut.contains(name) ? [] : [path + " is more"]
                }
            }
        case (let expected as [Any], let found as [Any]):
            guard expected.count == found.count else {
                return [path + " has \(found.count) elements, not \(expected.count)"]
            }
            return expected.indices.flatMap {
                differences(expected: expected[$0], found: found[$0], path: "\(path)[\($0)]")
            }
        case _:
            if let left = number(expected), let right = number(found), abs(left - right) < 1e-6 { return [] }
            return "\(expected)" == "\(found)" ? [] : ["\(path) is \(found), not \(expected)"]
        }
    }

    /// Returns a JSON value as a number. Numbers may be written as text. True counts as 1 and false as 0.
    private static func number(_ value: Any) -> Double? {
        if let flag = value as? Bool { return flag ? 1 : 0 }
        return Double("\(value)")
    }
}
