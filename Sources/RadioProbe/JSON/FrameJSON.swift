import RadioFormats
import RadioInspect
import RadioJSON

/// Encodes the member `frames` of `inspect --json`.
enum FrameJSON {
    /// Returns the value of the member: the number of frames, their formats, bit rates in bits per second, gaps between
    /// frames, and the first and last header.
    static func frames(_ frames: InspectionReport.Frames) -> JSONNode {
        .members([
            "count": .int(Int64(frames.count)), "bytes": .int(Int64(frames.byteCount)),
            "duration": .number(frames.duration.seconds),
            "first": header(frames.first, offset: frames.firstOffset),
            "last": header(frames.last, offset: frames.lastOffset),
            "forms": .array(frames.forms.map { form($0) }),
            "bitRate": .members([
                "min": .int(Int64(frames.bitRate.minimum)), "mean": .int(Int64(frames.bitRate.mean)),
                "max": .int(Int64(frames.bitRate.maximum)),
            ]),
            "gapCount": .int(Int64(frames.gapCount)), "gapBytes": .int(Int64(frames.gapByteCount)),
            "gaps": .array(
                frames.gaps.map { .members(["offset": .int(Int64($0.offset)), "bytes": .int(Int64($0.length))]) }),
            "gapsOmitted": .int(Int64(frames.gapCount - frames.gaps.count)),
            "information": frames.information.map { information($0) } ?? .null,
        ])
    }

    private static func form(_ form: InspectionReport.Form) -> JSONNode {
        .members([
            "sampleRate": .int(Int64(form.sampleRate)), "channels": .optional(form.channelCount),
            "frames": .int(Int64(form.frameCount)),
        ])
    }

    private static func information(_ information: XingHeader) -> JSONNode {
        .members([
            "frames": .optional(information.frameCount), "bytes": .optional(information.byteCount),
            "variable": .bool(information.isVariable), "encoderDelay": .optional(information.encoderDelay),
            "encoderPadding": .optional(information.encoderPadding),
        ])
    }

    /// Returns a frame's header with the frame's offset in the sound, in bytes.
    private static func header(_ header: InspectedHeader, offset: Int) -> JSONNode {
        switch header {
        case .mpegAudio(let header):
            .members([
                "offset": .int(Int64(offset)), "codec": .string(codec(header.layer).rawValue),
                "mpegVersion": .string(version(header.version)), "layer": .int(layer(header.layer)),
                "bitRate": .optional(header.bitRate), "sampleRate": .int(Int64(header.sampleRate)),
                "channelMode": .string(mode(header.channelMode)), "channels": .int(Int64(header.channelCount)),
                "samples": .int(Int64(header.samplesPerFrame)), "padded": .bool(header.isPadded),
                "checksum": .bool(header.hasChecksum), "bytes": .optional(header.frameLength),
            ])
        case .adts(let header):
            .members([
                "offset": .int(Int64(offset)), "codec": .string(AudioCodec.aac.rawValue),
                "mpegVersion": .string(header.isMpeg2 ? "2" : "4"), "profile": .string(profile(header.profile)),
                "sampleRate": .int(Int64(header.sampleRate)), "channels": .optional(header.channelCount),
                "samples": .int(Int64(header.samplesPerFrame)), "blocks": .int(Int64(header.blockCount)),
                "checksum": .bool(header.hasChecksum), "bytes": .int(Int64(header.byteCount)),
            ])
        }
    }

    private static func codec(_ layer: MpegAudioHeader.Layer) -> AudioCodec {
        switch layer {
        case .layer1: .mpegLayer1
        case .layer2: .mpegLayer2
        case .layer3: .mpegLayer3
        }
    }

    private static func layer(_ layer: MpegAudioHeader.Layer) -> Int64 {
        switch layer {
        case .layer1: 1
        case .layer2: 2
        case .layer3: 3
        }
    }

    private static func version(_ version: MpegAudioHeader.Version) -> String {
        switch version {
        case .mpeg1: "1"
        case .mpeg2: "2"
        case .mpeg25: "2.5"
        }
    }

    private static func mode(_ mode: MpegAudioHeader.ChannelMode) -> String {
        switch mode {
        case .stereo: "stereo"
        case .jointStereo: "jointStereo"
        case .dualChannel: "dualChannel"
        case .mono: "mono"
        }
    }

    /// Returns the name of an ADTS profile (ISO/IEC 14496-3 table 1.A.11).
    private static func profile(_ profile: UInt8) -> String {
        switch profile {
        case 0: "Main"
        case 1: "LC"
        case 2: "SSR"
        case _: "LTP"
        }
    }
}
