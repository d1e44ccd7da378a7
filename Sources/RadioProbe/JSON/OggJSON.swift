import RadioFormats
import RadioJSON

/// Encodes the members `ogg` and `flac` of `inspect --json`.
enum OggJSON {
    static func ogg(_ inspection: Inspection) -> JSONNode {
        guard let ogg = inspection.report.ogg else { return .null }
        return .members([
            "pages": .int(Int64(ogg.pageCount)), "bytes": .int(Int64(ogg.byteCount)),
            "damagedPages": .int(Int64(ogg.damagedPageCount)), "duration": .number(ogg.duration.seconds),
            "links": .array(zip(ogg.links, inspection.linkComments).map { link($0, $1) }),
            "linkCount": .int(Int64(ogg.linkCount)), "linksOmitted": .int(Int64(ogg.linkCount - ogg.links.count)),
        ])
    }

    /// Returns the member `flac`: metadata blocks, comments, pictures and the result of the checksum test. Null if the
    /// input is not a FLAC file.
    static func flac(_ flac: Inspection.FlacReading?) -> JSONNode {
        guard let flac else { return .null }
        let report = flac.report
        return .members([
            "streamInfo": report.streamInfo.map(streamInfo) ?? .null,
            "blocks": .array(
                report.blocks.map { block in
                    .members([
                        "type": .int(Int64(block.type)), "name": .string(block.name),
                        "offset": .int(Int64(block.offset)), "bytes": .int(Int64(block.length)),
                    ])
                }),
            "blockCount": .int(Int64(report.blockCount)),
            "blocksOmitted": .int(Int64(report.blockCount - report.blocks.count)),
            "audioOffset": .optional(report.audioOffset),
            "vendor": .optional(flac.comments?.vendor), "comments": comments(flac.comments),
            "pictures": .array((report.pictures + (flac.comments?.pictures ?? [])).map(picture)),
            "frames": .optional(flac.check?.frameCount),
            "samples": flac.check.map { .int($0.sampleCount) } ?? .null,
            "damageCount": .optional(flac.check?.damageCount),
            "md5Check": .optional(flac.check?.verdict.rawValue),
        ])
    }

    /// Returns a link of an Ogg chain with its format, length and streams, and with its comments if they could be read.
    private static func link(_ link: OggReport.Link, _ reading: CommentReading?) -> JSONNode {
        var fields: [JSONNode.Member] = [
            .init(name: "offset", value: .int(Int64(link.offset))),
            .init(name: "codec", value: .optional(link.format?.codec.rawValue)),
            .init(name: "sampleRate", value: .optional(link.format?.sampleRate)),
            .init(name: "channels", value: .optional(link.format?.channelCount)),
            .init(name: "bitRate", value: .optional(link.format?.bitRate)),
            .init(name: "bitsPerSample", value: .optional(link.format?.bitsPerSample)),
            .init(name: "unsupported", value: .optional(link.unsupported)),
            .init(name: "packets", value: .int(Int64(link.packetCount))),
            .init(name: "samples", value: .int(link.sampleCount)),
            .init(name: "duration", value: .number(link.duration.seconds)),
            .init(name: "trimmed", value: .int(Int64(link.trimmedCount))),
            .init(name: "breaks", value: .int(Int64(link.breakCount))),
        ]
        var opus: JSONNode = .null
        if case .opus(let header)? = link.format?.framing {
            opus = .members([
                "preSkip": .int(Int64(header.preSkip)), "outputGain": .number(Double(header.outputGain) / 256),
                "inputSampleRate": .int(Int64(header.inputSampleRate)),
                "mappingFamily": .int(Int64(header.mappingFamily)), "streams": .int(Int64(header.streamCount)),
                "coupledStreams": .int(Int64(header.coupledCount)),
                "mapping": .array(header.mapping.map { .int(Int64($0)) }),
            ])
        }
        var info: JSONNode = .null
        if case .flac(let found)? = link.format?.framing { info = streamInfo(found) }
        fields += [
            .init(name: "opus", value: opus), .init(name: "streamInfo", value: info),
            .init(name: "vendor", value: .optional(reading?.vendor)),
            .init(name: "comments", value: comments(reading)),
            .init(name: "pictures", value: .array((reading?.pictures ?? []).map(picture))),
            .init(name: "streams", value: .array(link.streams.map(stream))),
            .init(name: "streamsOmitted", value: .int(Int64(link.streamCount - link.streams.count))),
        ]
        return .object(fields)
    }

    private static func stream(_ stream: OggReport.Stream) -> JSONNode {
        .members([
            "serial": .int(Int64(stream.serial)), "name": .optional(stream.name), "played": .bool(stream.isPlayed),
            "pages": .int(Int64(stream.pageCount)), "bytes": .int(Int64(stream.byteCount)),
            "holes": .int(Int64(stream.holeCount)),
            "firstGranule": stream.firstGranule.map { .int($0) } ?? .null,
            "lastGranule": stream.lastGranule.map { .int($0) } ?? .null, "ended": .bool(stream.isComplete),
        ])
    }

    private static func streamInfo(_ info: FlacStreamInfo) -> JSONNode {
        .members([
            "minimumBlock": .int(Int64(info.minimumBlock)), "maximumBlock": .int(Int64(info.maximumBlock)),
            "minimumFrame": .optional(info.minimumFrame), "maximumFrame": .optional(info.maximumFrame),
            "sampleRate": .int(Int64(info.sampleRate)), "channels": .int(Int64(info.channelCount)),
            "bitsPerSample": .int(Int64(info.bitsPerSample)), "samples": info.sampleCount.map { .int($0) } ?? .null,
            "md5": info.md5.map { .string(PlaylistJSON.hexadecimal($0)) } ?? .null,
        ])
    }

    private static func comments(_ reading: CommentReading?) -> JSONNode {
        .array(
            (reading?.fields ?? []).map { .members(["name": .string($0.name), "value": .string($0.value)]) })
    }

    private static func picture(_ picture: FlacPicture) -> JSONNode {
        .members([
            "type": .int(Int64(picture.type)), "mimeType": .string(picture.mimeType),
            "description": .string(picture.description), "width": .int(Int64(picture.width)),
            "height": .int(Int64(picture.height)), "bytes": .int(Int64(picture.byteCount)),
        ])
    }
}
