extension SegmentProblem: CustomStringConvertible {
    /// The value of `kind` for the problem in JSON output. Later versions of Longwave do not change it.
    package var name: String {
        switch self {
        case .unsupportedCodec: "unsupportedCodec"
        case .encrypted: "encrypted"
        case .noSound: "noSound"
        case .lateIndex: "lateIndex"
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
        case .lateIndex: "its index (moov) comes after its sound, which can be read only from a file"
        case .damaged(let what): "damaged: \(what)"
        }
    }
}
