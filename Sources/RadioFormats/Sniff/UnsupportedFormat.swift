/// A format of sound or media that Longwave recognises but cannot play.
package enum UnsupportedFormat: String, Hashable, Sendable, CaseIterable {
    case wave64, svx, caf, au, ape, wavPack, tta, musepack, dsd, midi, amr, realAudio
    /// Matroska and WebM.
    case matroska
    /// Windows Media.
    case asf
    case avi, flv
    case mpegPS
    /// AAC with a single header at the beginning of the file instead of one in each frame (ISO/IEC 14496-3 §1.A.2.1).
    case adif
    case ac3
    /// Dolby Digital Plus.
    case eac3
    case ac4, dts, trueHD

    /// The usual name, with an indefinite article if English needs one.
    package var displayName: String {
        switch self {
        case .wave64: "a Wave64 file"
        case .svx: "an 8SVX file"
        case .caf: "a CAF file"
        case .au: "an AU file"
        case .ape: "a Monkey's Audio file"
        case .wavPack: "a WavPack file"
        case .tta: "a TTA file"
        case .musepack: "a Musepack file"
        case .dsd: "a DSD file"
        case .midi: "a MIDI file"
        case .amr: "an AMR file"
        case .realAudio: "a RealAudio file"
        case .matroska: "a Matroska or WebM file"
        case .asf: "a Windows Media file (WMA)"
        case .avi: "an AVI file"
        case .flv: "a Flash video"
        case .mpegPS: "an MPEG program stream"
        case .adif: "AAC in ADIF"
        case .ac3: "an AC-3 stream"
        case .eac3: "an E-AC-3 stream"
        case .ac4: "an AC-4 stream"
        case .dts: "a DTS stream"
        case .trueHD: "a TrueHD stream"
        }
    }

    /// Content types that servers use for the format, in lower case without parameters.
    var contentTypes: [String] {
        switch self {
        case .wave64: ["audio/x-w64"]
        case .svx: ["audio/x-8svx"]
        case .caf: ["audio/x-caf"]
        case .au: ["audio/basic", "audio/x-au"]
        case .ape: ["audio/ape", "audio/x-ape", "audio/x-monkeys-audio"]
        case .wavPack: ["audio/wavpack", "audio/x-wavpack"]
        case .tta: ["audio/tta", "audio/x-tta"]
        case .musepack: ["audio/musepack", "audio/x-musepack"]
        case .dsd: ["audio/dsd", "audio/dsf", "audio/x-dsd", "audio/x-dsf", "audio/x-dff"]
        case .midi: ["audio/midi", "audio/x-midi"]
        case .amr: ["audio/amr", "audio/amr-wb"]
        case .realAudio: ["audio/vnd.rn-realaudio", "audio/x-pn-realaudio", "application/vnd.rn-realmedia"]
        case .matroska: ["audio/webm", "video/webm", "audio/x-matroska", "video/x-matroska", "audio/matroska"]
        case .asf: ["audio/x-ms-wma", "video/x-ms-wmv", "video/x-ms-asf", "application/vnd.ms-asf"]
        case .avi: ["video/x-msvideo", "video/avi", "video/msvideo"]
        case .flv: ["video/x-flv", "audio/x-flv"]
        case .mpegPS: ["video/mpeg", "video/mp2p"]
        case .adif: ["audio/aac", "audio/x-aac"]
        case .ac3: ["audio/ac3", "audio/vnd.dolby.dd-raw"]
        case .eac3: ["audio/eac3"]
        case .ac4: ["audio/ac4"]
        case .dts: ["audio/vnd.dts", "audio/vnd.dts.hd", "audio/dts"]
        case .trueHD: ["audio/vnd.dolby.mlp", "audio/true-hd"]
        }
    }
}
