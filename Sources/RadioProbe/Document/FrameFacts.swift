import RadioFormats
import RadioJSON

// What is known of the frames of MPEG audio and ADTS: the member `frames`. Bit rates are in bits per second.

extension InspectionReport.Frames: FactGroup {
    var facts: Facts {
        [
            "count": count, "bytes": byteCount, "duration": duration, "first": first.facts(at: firstOffset),
            "last": last.facts(at: lastOffset), "forms": forms,
            "bitRate": JSONNode.of(["min": bitRate.minimum, "mean": bitRate.mean, "max": bitRate.maximum]),
            "gapCount": gapCount, "gapBytes": gapByteCount, "gaps": gaps, "gapsOmitted": gapCount - gaps.count,
            "information": information,
        ]
    }
}

extension InspectionReport.Gap: FactGroup { var facts: Facts { ["offset": offset, "bytes": length] } }

extension InspectionReport.Form: FactGroup {
    var facts: Facts { ["sampleRate": sampleRate, "channels": channelCount, "frames": frameCount] }
}

extension XingHeader: FactGroup {
    var facts: Facts {
        [
            "frames": frameCount, "bytes": byteCount, "variable": isVariable, "encoderDelay": encoderDelay,
            "encoderPadding": encoderPadding,
        ]
    }
}

extension InspectedHeader {
    /// Returns the header's fields, with the frame's offset in the sound in bytes.
    func facts(at offset: Int) -> JSONNode {
        switch self {
        case .mpegAudio(let header):
            let layer = 4 - Int(header.layer.rawValue)
            let version = header.version == .mpeg1 ? "1" : header.version == .mpeg2 ? "2" : "2.5"
            return .of([
                "offset": offset, "codec": "mp\(layer)", "mpegVersion": version, "layer": layer,
                "bitRate": header.bitRate, "sampleRate": header.sampleRate, "channelMode": "\(header.channelMode)",
                "channels": header.channelCount, "samples": header.samplesPerFrame, "padded": header.isPadded,
                "checksum": header.hasChecksum, "bytes": header.frameLength,
            ])
        case .adts(let header):
            // The names of the profiles are those of ISO/IEC 14496-3 table 1.A.11.
            return .of([
                "offset": offset, "codec": AudioCodec.aac.rawValue, "mpegVersion": header.isMpeg2 ? "2" : "4",
                "profile": ["Main", "LC", "SSR", "LTP"][Int(header.profile)], "sampleRate": header.sampleRate,
                "channels": header.channelCount, "samples": header.samplesPerFrame, "blocks": header.blockCount,
                "checksum": header.hasChecksum, "bytes": header.byteCount,
            ])
        }
    }
}
