extension SegmentProblem: CustomStringConvertible {
    /// The value of `kind` for the problem in JSON output. Later versions of Longwave do not change it.
    package var name: String {
        switch self {
        case .unsupportedCodec: "unsupportedCodec"
        case .encrypted: "encrypted"
        case .noSound: "noSound"
        case .damaged: "damaged"
        }
    }

    /// The problem as a sentence without a full stop. The sentence may contain text from the segment, which is not to
    /// be trusted.
    package var description: String {
        switch self {
        case .unsupportedCodec(let name): "\(name) is not supported"
        case .encrypted(let scheme): "the sound is encrypted: \(scheme)"
        case .noSound: "it contains no sound"
        case .damaged(let what): "damaged: \(what)"
        }
    }
}
