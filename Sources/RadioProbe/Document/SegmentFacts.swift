import Longwave
import RadioFormats
import RadioJSON

// What is known of an HLS media segment: the member `segment`.

extension SegmentReport {
    /// - Parameter tracks: the title in each of ``metadata``, or nil if it names no track.
    func facts(_ tracks: [TrackInfo?]) -> JSONNode {
        .of([
            "packetCount": packetCount, "bytes": byteCount, "duration": duration, "start": start, "end": end,
            "forms": forms, "packets": packets, "packetsOmitted": packetCount - packets.count,
            "metadata": zip(metadata, tracks).map { $0.facts($1) }, "metadataCount": metadataCount,
            "metadataOmitted": metadataCount - metadata.count, "damages": damages, "damageCount": damageCount,
            "jumps": jumps, "jumpCount": jumpCount, "transport": transport, "mp4": mp4,
        ])
    }
}

extension SegmentReport.Packet: FactGroup {
    var facts: Facts { ["time": time, "duration": duration, "bytes": byteCount] }
}

extension SegmentReport.Jump: FactGroup {
    var facts: Facts { ["packet": packetIndex, "expected": expected, "found": found] }
}

/// A format of the segment's sound, with the number of the first packet in that format.
extension SegmentReport.Form: FactGroup {
    var facts: Facts {
        var configuration: String?
        if case .raw(let bytes) = format.framing { configuration = Base64.encode(bytes) }
        let framing = Mirror(reflecting: format.framing).children.first?.label ?? "\(format.framing)"
        return [
            "packet": packetIndex, "codec": format.codec.rawValue, "framing": framing,
            "sampleRate": format.sampleRate, "channels": format.channelCount, "bitRate": format.bitRate,
            "audioSpecificConfigBase64": configuration,
        ]
    }
}

extension SegmentReport.Metadata {
    func facts(_ track: TrackInfo?) -> JSONNode {
        let tag = metadata.kind == .id3 ? Id3Tag(metadata.raw) : nil
        return .of([
            "time": time, "packet": packetIndex, "kind": metadata.kind.rawValue, "length": metadata.raw.count,
            "track": track.map { JSONLine.track($0) }, "frames": tag?.frames ?? [],
            "links": JSONNode.list(tag?.links) { ["id": $0.id, "description": $0.description, "url": $0.url] },
            "comments": JSONNode.list(tag?.comments) {
                ["language": $0.language, "description": $0.description, "text": $0.text]
            },
            "pictures": JSONNode.list(tag?.pictures) {
                [
                    "mimeType": $0.mimeType, "type": Int($0.type), "description": $0.description,
                    "bytes": $0.bytes.count,
                ]
            },
            "private": JSONNode.list(tag?.privateFrames) { ["owner": $0.owner, "bytes": $0.bytes.count] },
        ])
    }
}

extension Id3Tag.TextFrame: FactGroup { var facts: Facts { ["id": id, "description": description, "text": text] } }

extension TransportReport: FactGroup {
    var facts: Facts {
        [
            "packets": packetCount, "garbageBytes": garbageByteCount, "losses": lossCount, "errors": errorCount,
            "programs": programs, "pids": pids,
        ]
    }
}

extension TransportReport.Pid: FactGroup {
    var facts: Facts {
        [
            "pid": pid, "packets": packetCount, "faults": faultCount, "repeats": repeatCount,
            "scrambled": scrambledCount,
        ]
    }
}

extension TransportProgram: FactGroup { var facts: Facts { ["number": number, "pid": pid, "streams": streams ?? []] } }

extension TransportProgram.Stream: FactGroup {
    var facts: Facts { ["pid": pid, "type": type, "content": content.name] }
}

extension Mp4Report: FactGroup {
    var facts: Facts {
        [
            "boxes": boxes, "boxCount": boxCount, "boxesOmitted": boxCount - boxes.count,
            "fragmented": movie?.isFragmented,
            "tracks": (movie?.tracks ?? []).enumerated().map { index, track in
                JSONNode.of([
                    "id": track.id, "handler": "\(track.handler)", "timescale": track.timescale,
                    "editShift": track.editShift, "played": index == movie?.soundTrackIndex,
                    "entries": track.descriptions,
                ])
            },
        ]
    }
}

extension Mp4Report.Box: FactGroup { var facts: Facts { ["type": type, "offset": offset, "bytes": byteCount] } }

extension Mp4SampleDescription: FactGroup {
    var facts: Facts {
        var configuration: String?
        if case .aac(_, let bytes) = coding { configuration = Base64.encode(bytes) }
        return [
            "type": "\(type)", "sampleRate": sampleRate, "channels": channelCount, "bitRate": bitRate,
            "audioSpecificConfigBase64": configuration, "problem": problem.map { "\($0)" },
        ]
    }
}
