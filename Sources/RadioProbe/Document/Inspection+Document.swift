import Longwave
import RadioFormats
import RadioJSON
import RadioLists

/// The document that `inspect --json` prints. The same members are the member `content` of `probe --json`.
///
/// docs/FORMATS.md describes version 1. Later releases may add members, but never change or remove one.
extension Inspection: FactGroup {
    package func document(file: String) -> JSONNode { .of(["version": 1, "file": file]) + node }

    var facts: Facts {
        let by = report.isMetaintForced ? "option" : report.isMetaintFound ? "form" : "header"
        return [
            "size": report.byteCount,
            "encryption": encryption.map { JSONNode.of(["method": "AES-128", "iv": $0.iv.hexadecimal]) },
            "kind": KindName.text(self), "kindBy": report.isKindForced ? "option" : "content",
            "responses": report.responses, "headBytes": report.headByteCount, "metaint": report.metaint,
            "metaintBy": report.metaint.map { _ in by }, "blocks": zip(report.blocks, tracks).map { $0.facts($1) },
            "blockCount": report.blockCount, "blocksOmitted": report.blockCount - report.blocks.count,
            "titleCharset": charset.map { JSONLine.charset($0) },
            "sound": JSONNode.of(["bytes": report.soundByteCount, "sha256": soundSHA256]), "frames": report.frames,
            "segment": report.segment?.facts(segmentTracks), "ogg": report.ogg?.facts(linkComments), "flac": flac,
            "garbageBytes": report.garbageByteCount, "trailingBytes": report.trailingByteCount,
            "tags": zip(report.tags, tags).map { $0.facts($1) },
            "chapters": chapters.map { JSONNode.object(JSONLine.chapter($0)) }, "tagCount": report.tagCount,
            "tagsOmitted": report.tagCount - report.tags.count, "entries": entries, "playlist": playlistFacts,
            "list": listFacts, "problems": report.problems,
        ]
    }

    private var playlistFacts: JSONNode {
        switch report.playlist {
        case nil: .null
        case .failure(let error)?: .of(["type": JSONNode.null, "error": error, "warnings": JSONNode.array([])])
        case .success(let playlist)?: playlist.node
        }
    }

    private var listFacts: JSONNode {
        switch list {
        case nil: .null
        case .failure(let error)?: .of(["format": JSONNode.null, "error": "\(error)"])
        case .success(let list)?:
            .of([
                "format": list.format.name, "error": JSONNode.null, "title": list.title,
                "stations": list.stations.map { StationJSON.json($0) }, "problems": list.problems,
            ])
        }
    }
}

extension JSONNode {
    /// Joins the members of two objects.
    package static func + (first: JSONNode, second: JSONNode) -> JSONNode {
        guard case .object(let members) = first, case .object(let more) = second else { return first }
        return .object(members + more)
    }
}

extension StreamProblem: FactGroup { var facts: Facts { ["kind": name, "message": description] } }

extension CapturedResponse: FactGroup {
    var facts: Facts { ["status": status, "statusLine": statusLine, "headers": headers] }
}

extension CapturedResponse.Header: FactGroup { var facts: Facts { ["name": name, "value": value] } }

extension InspectionReport.Block {
    func facts(_ track: TrackInfo) -> JSONNode {
        .of([
            "offset": offset, "length": raw.count, "rawBase64": Base64.encode(raw), "track": JSONLine.track(track),
        ])
    }
}

extension InspectionReport.Tag {
    func facts(_ reading: Inspection.TagReading) -> JSONNode {
        .of([
            "kind": kind.rawValue, "offset": offset, "length": length, "version": reading.version,
            "frames": reading.frames,
        ])
    }
}

extension PlaylistEntry: FactGroup { var facts: Facts { ["url": url, "title": title, "duration": duration] } }

extension EntryProblem: FactGroup {
    var facts: Facts { ["number": number, "name": name, "message": text, "leftOut": isLeftOut] }
}
