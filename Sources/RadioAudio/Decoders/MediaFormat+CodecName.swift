import RadioFormats

extension MediaFormat {
    /// The codec as people call it: `MP3`, `AAC`, and once it decodes `HE-AAC` or `HE-AAC v2`.
    /// - Parameters:
    ///   - decoded: what its packets decode to; nil before the first one.
    ///   - isParametricStereo: two channels are made of one by what the packets tell of them.
    package func codecName(decoded: PCMFormat?, isParametricStereo: Bool) -> String {
        if isParametricStereo { return "HE-AAC v2" }
        let isDoubled = codec == .aac && (decoded.map { $0.sampleRate > sampleRate } ?? false)
        return isDoubled ? "HE-AAC" : codec.displayName
    }
}
