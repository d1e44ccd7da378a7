import Longwave
import RadioFormats
import RadioInspect
import RadioJSON
import RadioLists

/// Encodes the output of `inspect --json`. The same JSON object is the member `content` of `probe --json`.
///
/// docs/FORMATS.md describes version 1. Later releases may add members, but never change or remove one.
package enum InspectionJSON {
    package static let version = 1

    package static func document(_ inspection: Inspection, file: String) -> JSONNode {
        .object(
            [.init(name: "version", value: .int(Int64(version))), .init(name: "file", value: .string(file))]
                + members(inspection))
    }

    /// Returns all members of the `inspect --json` document except `version` and `file`.
    package static func members(_ inspection: Inspection) -> [JSONNode.Member] {
        let report = inspection.report
        let blocks = zip(report.blocks, inspection.tracks).map { block($0, $1) }
        let tags = zip(report.tags, inspection.tags).map { tag($0, $1) }
        let fields: KeyValuePairs<String, JSONNode> = [
            "size": .int(Int64(report.byteCount)),
            "encryption": inspection.encryption.map {
                .members(["method": .string("AES-128"), "iv": .string(PlaylistJSON.hexadecimal($0.iv))])
            } ?? .null,
            "kind": .string(KindName.text(inspection)),
            "kindBy": .string(report.isKindForced ? "option" : "content"),
            "responses": .array(report.responses.map { response($0) }),
            "headBytes": .int(Int64(report.headByteCount)),
            "metaint": .optional(report.metaint),
            "metaintBy": report.metaint == nil ? .null : .string(report.isMetaintForced ? "option" : "header"),
            "blocks": .array(blocks),
            "blockCount": .int(Int64(report.blockCount)),
            "blocksOmitted": .int(Int64(report.blockCount - report.blocks.count)),
            "titleCharset": inspection.charset.map { JSONLine.charset($0) } ?? .null,
            "sound": .members([
                "bytes": .int(Int64(report.soundByteCount)), "sha256": .optional(inspection.soundSHA256),
            ]),
            "frames": report.frames.map(FrameJSON.frames) ?? .null,
            "segment": SegmentJSON.segment(inspection),
            "ogg": OggJSON.ogg(inspection),
            "flac": OggJSON.flac(inspection.flac),
            "garbageBytes": .int(Int64(report.garbageByteCount)),
            "trailingBytes": .int(Int64(report.trailingByteCount)),
            "tags": .array(tags),
            "tagCount": .int(Int64(report.tagCount)),
            "tagsOmitted": .int(Int64(report.tagCount - report.tags.count)),
            "entries": .array(inspection.entries.map { entry($0) }),
            "playlist": report.playlist.map { PlaylistJSON.playlist($0) } ?? .null,
            "list": inspection.list.map { StationListJSON.list($0) } ?? .null,
            "problems": problems(report.problems),
        ]
        return fields.map { .init(name: $0.key, value: $0.value) }
    }

    package static func problems(_ problems: [StreamProblem]) -> JSONNode {
        .array(problems.map { .members(["kind": .string($0.name), "message": .string("\($0)")]) })
    }

    package static func response(_ response: CapturedResponse) -> JSONNode {
        .members([
            "status": .int(Int64(response.status)), "statusLine": .string(response.statusLine),
            "headers": headers(response),
        ])
    }

    package static func headers(_ response: CapturedResponse) -> JSONNode {
        .array(response.headers.map { .members(["name": .string($0.name), "value": .string($0.value)]) })
    }

    private static func block(_ block: InspectionReport.Block, _ track: TrackInfo) -> JSONNode {
        .members([
            "offset": .int(Int64(block.offset)), "length": .int(Int64(block.raw.count)),
            "rawBase64": .string(Base64.encode(block.raw)), "track": JSONLine.track(track),
        ])
    }

    private static func tag(_ tag: InspectionReport.Tag, _ reading: Inspection.TagReading) -> JSONNode {
        let frames = reading.frames.map { SegmentJSON.frame($0) }
        return .members([
            "kind": .string(tag.kind.rawValue), "offset": .int(Int64(tag.offset)), "length": .int(Int64(tag.length)),
            "version": .optional(reading.version), "frames": .array(frames),
        ])
    }

    private static func entry(_ entry: PlaylistEntry) -> JSONNode {
        .members([
            "url": .string(entry.url), "title": .optional(entry.title),
            "duration": entry.duration.map { .seconds($0) } ?? .null,
        ])
    }
}
