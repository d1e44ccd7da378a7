import RadioFormats

extension MediaFormat {
    /// Returns the codec's usual name: `MP3`, `AAC`, or, once a packet is decoded, `HE-AAC` or `HE-AAC v2`.
    /// - Parameters:
    ///   - decoded: the format of the decoded sound; nil before the first packet.
    ///   - isParametricStereo: whether parametric stereo turned one channel into two.
    package func codecName(decoded: PCMFormat?, isParametricStereo: Bool) -> String {
        if isParametricStereo { return "HE-AAC v2" }
        let isDoubled = codec == .aac && (decoded.map { $0.sampleRate > sampleRate } ?? false)
        return isDoubled ? "HE-AAC" : codec.displayName
    }
}
