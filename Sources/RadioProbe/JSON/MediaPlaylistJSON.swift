import RadioHls
import RadioJSON

/// Encodes an HLS media playlist in the output of `inspect --json` and `probe --json`.
package enum MediaPlaylistJSON {
    /// Returns the members that describe a media playlist. Elements that do not fit into `room` are omitted.
    static func members(_ playlist: MediaPlaylist, _ room: inout ListRoom) -> KeyValuePairs<String, JSONNode> {
        [
            "type": .string("media"), "version": .int(Int64(playlist.version)),
            "targetDuration": .number(playlist.targetDuration.seconds),
            "mediaSequence": .int(playlist.mediaSequence),
            "discontinuitySequence": .int(playlist.discontinuitySequence),
            "playlistType": .optional(typeName(playlist.kind)), "ended": .bool(playlist.isEnded),
            "iFramesOnly": .bool(playlist.isIFramesOnly),
            "independentSegments": .bool(playlist.hasIndependentSegments),
            "allowCache": .bool(playlist.allowsCache), "start": PlaylistJSON.start(playlist.start),
            "serverControl": playlist.serverControl.map { control($0) } ?? .null,
            "partTarget": PlaylistJSON.seconds(playlist.partTarget),
            "skippedSegments": .int(Int64(playlist.skippedSegments)),
            "removedDateRanges": playlist.removedDateRanges.map {
                room.list("removedDateRanges", $0) { .string($0) }
            } ?? .null,
            "duration": .number(playlist.duration.seconds),
            "segments": room.list("segments", playlist.segments) { segment($0) },
            "openSegment": playlist.openSegment.map { segment($0) } ?? .null,
            "preloadHints": room.list("preloadHints", playlist.preloadHints) { hint($0) },
            "renditionReports": room.list("renditionReports", playlist.renditionReports) { report($0) },
            "dateRanges": room.list("dateRanges", playlist.dateRanges) { dateRange($0) },
            "variables": PlaylistJSON.variables(playlist.variables, &room),
        ]
    }

    package static func typeName(_ kind: MediaPlaylist.Kind?) -> String? {
        switch kind {
        case .event: "EVENT"
        case .onDemand: "VOD"
        case nil: nil
        }
    }

    private static func control(_ control: ServerControl) -> JSONNode {
        .members([
            "canBlockReload": .bool(control.canBlockReload),
            "canSkipUntil": PlaylistJSON.seconds(control.canSkipUntil),
            "canSkipDateRanges": .bool(control.canSkipDateRanges),
            "holdBack": PlaylistJSON.seconds(control.holdBack),
            "partHoldBack": PlaylistJSON.seconds(control.partHoldBack),
        ])
    }

    /// Returns a segment with its keys, init section and parts. Durations are in seconds, bit rates in bits per second.
    private static func segment(_ segment: MediaSegment) -> JSONNode {
        .members([
            "sequence": .int(segment.sequence), "uri": .string(segment.uri),
            "duration": .number(segment.duration.seconds), "title": .string(segment.title),
            "byteRange": range(segment.byteRange), "discontinuity": .bool(segment.isDiscontinuous),
            "discontinuitySequence": .int(segment.discontinuity), "keys": PlaylistJSON.keys(segment.keys),
            "map": segment.map.map { map in
                .members([
                    "uri": .string(map.uri), "byteRange": range(map.byteRange), "keys": PlaylistJSON.keys(map.keys),
                ])
            } ?? .null,
            "programDateTime": JSONNode.date(segment.programDateTime),
            "wallClock": JSONNode.date(segment.wallClock), "gap": .bool(segment.isGap),
            "bitRate": segment.bitRate.map { .int(Int64($0) * 1000) } ?? .null,
            "parts": .array(segment.parts.map { part($0) }),
        ])
    }

    private static func part(_ part: PartialSegment) -> JSONNode {
        .members([
            "uri": .string(part.uri), "duration": .number(part.duration.seconds), "byteRange": range(part.byteRange),
            "independent": .bool(part.isIndependent), "gap": .bool(part.isGap),
        ])
    }

    private static func range(_ range: HlsByteRange?) -> JSONNode {
        range.map { .members(["offset": .int($0.offset), "length": .int($0.length)]) } ?? .null
    }

    private static func hint(_ hint: PreloadHint) -> JSONNode {
        let type =
            switch hint.kind {
            case .part: "PART"
            case .map: "MAP"
            case .other(let name): name
            }
        return .members([
            "type": .string(type), "uri": .string(hint.uri), "offset": .int(hint.offset),
            "length": PlaylistJSON.long(hint.length),
        ])
    }

    private static func report(_ report: RenditionReport) -> JSONNode {
        .members([
            "uri": .string(report.uri), "lastSequence": PlaylistJSON.long(report.lastSequence),
            "lastPart": .optional(report.lastPart),
        ])
    }

    /// Returns a date range with its attributes. SCTE-35 messages are hexadecimal texts.
    private static func dateRange(_ range: DateRange) -> JSONNode {
        let attributes = range.attributes.sorted { $0.key < $1.key }.map { name, value in
            JSONNode.Member(name: name, value: attribute(value))
        }
        let scte35 = range.scte35.sorted { $0.key < $1.key }.map { name, bytes in
            JSONNode.Member(name: name, value: .string(PlaylistJSON.hexadecimal(bytes)))
        }
        return .members([
            "id": .string(range.id), "class": .optional(range.kind), "start": JSONNode.date(range.start),
            "end": JSONNode.date(range.end), "duration": PlaylistJSON.seconds(range.duration),
            "plannedDuration": PlaylistJSON.seconds(range.plannedDuration), "endOnNext": .bool(range.endsOnNext),
            "cue": .array(range.cue.map { .string($0) }), "scte35": .object(scte35),
            "attributes": .object(attributes),
        ])
    }

    private static func attribute(_ value: AttributeValue) -> JSONNode {
        switch value {
        case .text(let text): .string(text)
        case .number(let number): .number(number)
        case .bytes(let bytes): .string("0x" + PlaylistJSON.hexadecimal(bytes))
        }
    }
}
