import RadioFormats
import RadioJSON

/// Encodes the member `mp4` of a segment in `inspect --json`.
enum Mp4JSON {
    /// Returns the boxes of a segment, and the tracks that its movie box lists.
    static func mp4(_ report: Mp4Report) -> JSONNode {
        let boxes = report.boxes.map { box in
            JSONNode.members([
                "type": .string(box.type), "offset": .int(Int64(box.offset)), "bytes": .optional(box.byteCount),
            ])
        }
        return .members([
            "boxes": .array(boxes), "boxCount": .int(Int64(report.boxCount)),
            "boxesOmitted": .int(Int64(report.boxCount - report.boxes.count)),
            "fragmented": report.movie.map { .bool($0.isFragmented) } ?? .null,
            "tracks": .array(report.movie.map { tracks($0) } ?? []),
        ])
    }

    private static func tracks(_ movie: Mp4Movie) -> [JSONNode] {
        movie.tracks.enumerated().map { index, track in
            .members([
                "id": .int(Int64(track.id)), "handler": .string("\(track.handler)"),
                "timescale": .int(Int64(track.timescale)), "editShift": .int(track.editShift),
                "played": .bool(index == movie.soundTrackIndex),
                "entries": .array(track.descriptions.map { entry($0) }),
            ])
        }
    }

    private static func entry(_ entry: Mp4SampleDescription) -> JSONNode {
        var configuration: JSONNode = .null
        if case .aac(_, let bytes) = entry.coding { configuration = .string(Base64.encode(bytes)) }
        return .members([
            "type": .string("\(entry.type)"), "sampleRate": .int(Int64(entry.sampleRate)),
            "channels": .int(Int64(entry.channelCount)), "bitRate": .optional(entry.bitRate),
            "audioSpecificConfigBase64": configuration,
            "problem": entry.problem.map { .string("\($0)") } ?? .null,
        ])
    }
}
