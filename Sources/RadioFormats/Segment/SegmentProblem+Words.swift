extension SegmentProblem: CustomStringConvertible {
    /// Stable identifier for programs.
    package var name: String {
        switch self {
        case .unsupportedCodec: "unsupportedCodec"
        case .encrypted: "encrypted"
        case .noSound: "noSound"
        case .damaged: "damaged"
        }
    }

    /// A sentence without a full stop. It may contain untrusted text.
    package var description: String {
        switch self {
        case .unsupportedCodec(let name): "\(name) is recognised, but not played by this version"
        case .encrypted(let scheme): "the sound is encrypted: \(scheme)"
        case .noSound: "there is no sound in it"
        case .damaged(let what): "damaged: \(what)"
        }
    }
}
