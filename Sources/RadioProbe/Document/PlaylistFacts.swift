import Longwave
import RadioFormats
import RadioHls
import RadioJSON

// What is known of an HLS playlist: the member `playlist`. docs/FORMATS.md describes it.

extension HlsPlaylist: Fact {
    /// All fields of the playlist. Elements that do not fit into a ``ListRoom`` are omitted.
    package var node: JSONNode {
        var room = ListRoom()
        let fields =
            switch self {
            case .media(let playlist): playlist.facts(&room)
            case .multivariant(let playlist): playlist.facts(&room)
            }
        guard case .object(var members) = JSONNode.of(fields) else { return .null }
        members.append(.init(name: "error", value: .null))
        members.append(.init(name: "warnings", value: warnings.node))
        if !room.omitted.isEmpty { members.append(.init(name: "omitted", value: .object(room.omitted))) }
        return .object(members)
    }
}

extension HlsPlaylistWarning: FactGroup { var facts: Facts { ["line": line, "message": text] } }

/// The reason why a playlist cannot be read. The line's number is 0 if the error concerns no single line.
extension HlsPlaylistError: FactGroup {
    var facts: Facts { ["reason": "\(reason)", "line": line, "message": sentence] }
}

extension MediaPlaylist {
    func facts(_ room: inout ListRoom) -> Facts {
        [
            "type": "media", "version": version, "targetDuration": targetDuration, "mediaSequence": mediaSequence,
            "discontinuitySequence": discontinuitySequence,
            "playlistType": kind.map { $0 == .event ? "EVENT" : "VOD" }, "ended": isEnded,
            "iFramesOnly": isIFramesOnly, "independentSegments": hasIndependentSegments, "allowCache": allowsCache,
            "start": start, "serverControl": serverControl, "partTarget": partTarget,
            "skippedSegments": skippedSegments,
            "removedDateRanges": removedDateRanges.map { room.list("removedDateRanges", $0) }, "duration": duration,
            "segments": room.list("segments", segments), "openSegment": openSegment,
            "preloadHints": room.list("preloadHints", preloadHints),
            "renditionReports": room.list("renditionReports", renditionReports),
            "dateRanges": room.list("dateRanges", dateRanges), "variables": room.object("variables", variables),
        ]
    }
}

extension MultivariantPlaylist {
    func facts(_ room: inout ListRoom) -> Facts {
        [
            "type": "multivariant", "version": version, "independentSegments": hasIndependentSegments,
            "start": start, "variants": room.list("variants", variants),
            "renditions": room.list("renditions", renditions),
            "iFrameVariants": room.list("iFrameVariants", iFrameVariants),
            "sessionData": room.list("sessionData", sessionData), "sessionKeys": room.list("sessionKeys", sessionKeys),
            "contentSteering": contentSteering.map {
                JSONNode.of(["serverURI": $0.serverURI, "pathwayID": $0.pathwayID])
            },
            "variables": room.object("variables", variables),
        ]
    }
}

extension StartPoint: FactGroup { var facts: Facts { ["offset": offset, "precise": isPrecise] } }

extension ServerControl: FactGroup {
    var facts: Facts {
        [
            "canBlockReload": canBlockReload, "canSkipUntil": canSkipUntil, "canSkipDateRanges": canSkipDateRanges,
            "holdBack": holdBack, "partHoldBack": partHoldBack,
        ]
    }
}

/// A segment with its keys, init section and parts. The bit rate is in bits per second.
extension MediaSegment: FactGroup {
    var facts: Facts {
        [
            "sequence": sequence, "uri": uri, "duration": duration, "title": title, "byteRange": byteRange,
            "discontinuity": isDiscontinuous, "discontinuitySequence": discontinuity, "keys": keys,
            "map": map.map { JSONNode.of(["uri": $0.uri, "byteRange": $0.byteRange, "keys": $0.keys]) },
            "programDateTime": JSONNode.date(programDateTime), "wallClock": JSONNode.date(wallClock), "gap": isGap,
            "bitRate": bitRate.map { Int64($0) * 1000 }, "parts": parts,
        ]
    }
}

extension PartialSegment: FactGroup {
    var facts: Facts {
        ["uri": uri, "duration": duration, "byteRange": byteRange, "independent": isIndependent, "gap": isGap]
    }
}

extension HlsByteRange: FactGroup { var facts: Facts { ["offset": offset, "length": length] } }

extension SegmentKey: FactGroup {
    var facts: Facts {
        [
            "method": method.name, "uri": uri, "iv": iv?.hexadecimal, "format": keyFormat,
            "formatVersions": keyFormatVersions,
        ]
    }
}

extension PreloadHint: FactGroup {
    var facts: Facts {
        var type = "\(kind)".uppercased()
        if case .other(let name) = kind { type = name }
        return ["type": type, "uri": uri, "offset": offset, "length": length]
    }
}

extension RenditionReport: FactGroup {
    var facts: Facts { ["uri": uri, "lastSequence": lastSequence, "lastPart": lastPart] }
}

/// A date range with its attributes. SCTE-35 messages are hexadecimal texts.
extension DateRange: FactGroup {
    var facts: Facts {
        [
            "id": id, "class": kind, "start": JSONNode.date(start), "end": JSONNode.date(end), "duration": duration,
            "plannedDuration": plannedDuration, "endOnNext": endsOnNext, "cue": cue,
            "scte35": JSONNode.sorted(scte35) { .string($0.hexadecimal) },
            "attributes": JSONNode.sorted(attributes) { value in
                switch value {
                case .text(let text): .string(text)
                case .number(let number): .number(number)
                case .bytes(let bytes): .string("0x" + bytes.hexadecimal)
                }
            },
        ]
    }
}

/// All attributes of a variant (EXT-X-STREAM-INF). Bandwidths are in bits per second.
extension Variant: FactGroup {
    var facts: Facts {
        [
            "uri": uri, "bandwidth": bandwidth, "averageBandwidth": averageBandwidth, "codecs": codecs,
            "supplementalCodecs": supplementalCodecs,
            "resolution": resolution.map { JSONNode.of(["width": $0.width, "height": $0.height]) },
            "frameRate": frameRate, "hdcpLevel": hdcpLevel, "allowedCpc": allowedCpc, "videoRange": videoRange,
            "requiredVideoLayout": requiredVideoLayout, "audio": audioGroup, "video": videoGroup,
            "subtitles": subtitlesGroup, "closedCaptions": closedCaptions, "name": name, "stableID": stableID,
            "pathwayID": pathwayID, "score": score, "programID": programID,
        ]
    }
}

/// All attributes of a rendition (EXT-X-MEDIA).
extension Rendition: FactGroup {
    var facts: Facts {
        [
            "type": kind.rawValue, "groupID": groupID, "name": name, "uri": uri, "language": language,
            "associatedLanguage": associatedLanguage, "default": isDefault, "autoselect": isAutoselect,
            "forced": isForced, "instreamID": instreamID, "characteristics": characteristics, "channels": channels,
            "bitDepth": bitDepth, "sampleRate": sampleRate, "stableID": stableID,
        ]
    }
}

extension SessionData: FactGroup {
    var facts: Facts {
        ["id": id, "value": value, "uri": uri, "format": "\(format)".uppercased(), "language": language]
    }
}
