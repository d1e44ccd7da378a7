import RadioFormats
import RadioJSON

// What is known of an Ogg stream and of a FLAC file: the members `ogg` and `flac`.

extension OggReport {
    /// - Parameter comments: the comments of each of ``links``, or nil if a link has none.
    func facts(_ comments: [CommentReading?]) -> JSONNode {
        .of([
            "pages": pageCount, "bytes": byteCount, "damagedPages": damagedPageCount, "duration": duration,
            "links": zip(links, comments).map { $0.facts($1) }, "linkCount": linkCount,
            "linksOmitted": linkCount - links.count,
        ])
    }
}

extension OggReport.Link {
    func facts(_ comments: CommentReading?) -> JSONNode {
        var (opus, info) = (OpusHeader?.none, FlacStreamInfo?.none)
        if case .opus(let header)? = format?.framing { opus = header }
        if case .flac(let found)? = format?.framing { info = found }
        return .of([
            "offset": offset, "codec": format?.codec.rawValue, "sampleRate": format?.sampleRate,
            "channels": format?.channelCount, "bitRate": format?.bitRate, "bitsPerSample": format?.bitsPerSample,
            "unsupported": unsupported, "packets": packetCount, "samples": sampleCount, "duration": duration,
            "trimmed": trimmedCount, "breaks": breakCount, "opus": opus, "streamInfo": info,
            "vendor": comments?.vendor, "comments": comments?.fields ?? [], "pictures": comments?.pictures ?? [],
            "streams": streams, "streamsOmitted": streamCount - streams.count,
        ])
    }
}

extension OggReport.Stream: FactGroup {
    var facts: Facts {
        [
            "serial": serial, "name": name, "played": isPlayed, "pages": pageCount, "bytes": byteCount,
            "holes": holeCount, "firstGranule": firstGranule, "lastGranule": lastGranule, "ended": isComplete,
        ]
    }
}

/// The gain is in decibels.
extension OpusHeader: FactGroup {
    var facts: Facts {
        [
            "preSkip": preSkip, "outputGain": Double(outputGain) / 256, "inputSampleRate": inputSampleRate,
            "mappingFamily": Int(mappingFamily), "streams": streamCount, "coupledStreams": coupledCount,
            "mapping": mapping.map { Int($0) },
        ]
    }
}

extension FlacStreamInfo: FactGroup {
    var facts: Facts {
        [
            "minimumBlock": minimumBlock, "maximumBlock": maximumBlock, "minimumFrame": minimumFrame,
            "maximumFrame": maximumFrame, "sampleRate": sampleRate, "channels": channelCount,
            "bitsPerSample": bitsPerSample, "samples": sampleCount, "md5": md5?.hexadecimal,
        ]
    }
}

extension CommentReading.Field: FactGroup { var facts: Facts { ["name": name, "value": value] } }

extension FlacPicture: FactGroup {
    var facts: Facts {
        [
            "type": type, "mimeType": mimeType, "description": description, "width": width, "height": height,
            "bytes": byteCount,
        ]
    }
}

extension FlacReport.Block: FactGroup {
    var facts: Facts { ["type": type, "name": name, "offset": offset, "bytes": length] }
}

/// The metadata blocks, comments and pictures of a FLAC file, and the result of its test against the checksum.
extension Inspection.FlacReading: FactGroup {
    var facts: Facts {
        [
            "streamInfo": report.streamInfo, "blocks": report.blocks, "blockCount": report.blockCount,
            "blocksOmitted": report.blockCount - report.blocks.count, "audioOffset": report.audioOffset,
            "vendor": comments?.vendor, "comments": comments?.fields ?? [],
            "pictures": report.pictures + (comments?.pictures ?? []), "frames": check?.frameCount,
            "samples": check?.sampleCount, "damageCount": check?.damageCount, "md5Check": check?.verdict.rawValue,
        ]
    }
}
