extension SegmentProblem: CustomStringConvertible {
    /// The `kind` of the problem in JSON output. It stays the same in later versions.
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
        case .unsupportedCodec(let name): "\(name) is not supported"
        case .encrypted(let scheme): "the sound is encrypted: \(scheme)"
        case .noSound: "it contains no sound"
        case .damaged(let what): "damaged: \(what)"
        }
    }
}
