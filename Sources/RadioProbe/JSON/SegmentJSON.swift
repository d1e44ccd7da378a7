import Longwave
import RadioFormats
import RadioJSON

/// Encodes the member `segment` of `inspect --json`: the content of an HLS media segment.
enum SegmentJSON {
    /// Returns the report's member `segment`; null if the input is not an HLS media segment.
    static func segment(_ inspection: Inspection) -> JSONNode {
        guard let report = inspection.report.segment else { return .null }
        let packets = report.packets.map { packet in
            JSONNode.members([
                "time": time(packet.time), "duration": .number(packet.duration.seconds),
                "bytes": .int(Int64(packet.byteCount)),
            ])
        }
        return .members([
            "packetCount": .int(Int64(report.packetCount)), "bytes": .int(Int64(report.byteCount)),
            "duration": .number(report.duration.seconds), "start": time(report.start), "end": time(report.end),
            "forms": .array(report.forms.map { form($0) }), "packets": .array(packets),
            "packetsOmitted": .int(Int64(report.packetCount - report.packets.count)),
            "metadata": .array(zip(report.metadata, inspection.segmentTracks).map { metadata($0, $1) }),
            "metadataCount": .int(Int64(report.metadataCount)),
            "metadataOmitted": .int(Int64(report.metadataCount - report.metadata.count)),
            "damages": .array(report.damages.map { .int(Int64($0)) }), "damageCount": .int(Int64(report.damageCount)),
            "jumps": .array(report.jumps.map { jump($0) }), "jumpCount": .int(Int64(report.jumpCount)),
            "transport": report.transport.map { transport($0) } ?? .null,
            "mp4": report.mp4.map { Mp4JSON.mp4($0) } ?? .null,
        ])
    }

    static func time(_ time: MediaTime?) -> JSONNode { time.map { .number($0.seconds) } ?? .null }

    /// Returns a format of the segment's sound, with the number of the first packet in that format. A segment may
    /// change its format.
    private static func form(_ form: SegmentReport.Form) -> JSONNode {
        let framing =
            switch form.format.framing {
            case .mpegAudio: "mpegAudio"
            case .adts: "adts"
            case .raw: "raw"
            case .vorbis: "vorbis"
            case .opus: "opus"
            case .flac: "flac"
            case .pcm: "pcm"
            }
        var configuration: JSONNode = .null
        if case .raw(let bytes) = form.format.framing { configuration = .string(Base64.encode(bytes)) }
        return .members([
            "packet": .int(Int64(form.packetIndex)), "codec": .string(form.format.codec.rawValue),
            "framing": .string(framing), "sampleRate": .int(Int64(form.format.sampleRate)),
            "channels": .int(Int64(form.format.channelCount)), "bitRate": .optional(form.format.bitRate),
            "audioSpecificConfigBase64": configuration,
        ])
    }

    /// Returns one item of timed metadata with its time, kind and title.
    private static func metadata(_ metadata: SegmentReport.Metadata, _ track: TrackInfo?) -> JSONNode {
        let tag = metadata.metadata.kind == .id3 ? Id3Tag(metadata.metadata.raw) : nil
        return .members([
            "time": time(metadata.time), "packet": .int(Int64(metadata.packetIndex)),
            "kind": .string(metadata.metadata.kind.rawValue), "length": .int(Int64(metadata.metadata.raw.count)),
            "track": track.map { JSONLine.track($0) } ?? .null, "frames": .array((tag?.frames ?? []).map { frame($0) }),
            "links": .array(
                (tag?.links ?? []).map {
                    .members([
                        "id": .string($0.id), "description": .optional($0.description), "url": .string($0.url),
                    ])
                }),
            "comments": .array(
                (tag?.comments ?? []).map {
                    .members([
                        "language": .string($0.language), "description": .string($0.description),
                        "text": .string($0.text),
                    ])
                }),
            "pictures": .array(
                (tag?.pictures ?? []).map {
                    .members([
                        "mimeType": .string($0.mimeType), "type": .int(Int64($0.type)),
                        "description": .string($0.description), "bytes": .int(Int64($0.bytes.count)),
                    ])
                }),
            "private": .array(
                (tag?.privateFrames ?? []).map {
                    .members(["owner": .string($0.owner), "bytes": .int(Int64($0.bytes.count))])
                }),
        ])
    }

    static func frame(_ frame: Id3Tag.TextFrame) -> JSONNode {
        .members([
            "id": .string(frame.id), "description": .optional(frame.description), "text": .string(frame.text),
        ])
    }

    private static func jump(_ jump: SegmentReport.Jump) -> JSONNode {
        .members([
            "packet": .int(Int64(jump.packetIndex)), "expected": time(jump.expected), "found": time(jump.found),
        ])
    }

    /// Returns a transport stream's programs, and the packets and faults of each packet identifier (PID).
    private static func transport(_ report: TransportReport) -> JSONNode {
        let programs = report.programs.map { program in
            let streams = (program.streams ?? []).map { stream in
                JSONNode.members([
                    "pid": .int(Int64(stream.pid)), "type": .int(Int64(stream.type)),
                    "content": .string(stream.content.name),
                ])
            }
            return JSONNode.members([
                "number": .int(Int64(program.number)), "pid": .int(Int64(program.pid)), "streams": .array(streams),
            ])
        }
        let pids = report.pids.map { pid in
            JSONNode.members([
                "pid": .int(Int64(pid.pid)), "packets": .int(Int64(pid.packetCount)),
                "faults": .int(Int64(pid.faultCount)), "repeats": .int(Int64(pid.repeatCount)),
                "scrambled": .int(Int64(pid.scrambledCount)),
            ])
        }
        return .members([
            "packets": .int(Int64(report.packetCount)), "garbageBytes": .int(Int64(report.garbageByteCount)),
            "losses": .int(Int64(report.lossCount)), "errors": .int(Int64(report.errorCount)),
            "programs": .array(programs), "pids": .array(pids),
        ])
    }
}
