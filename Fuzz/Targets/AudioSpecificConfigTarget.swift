import RadioFormats

/// Fuzzes the reader of AudioSpecificConfig, the configuration of an AAC decoder. Input: such a configuration.
enum AudioSpecificConfigTarget: FuzzTarget {
    static let name = "AudioSpecificConfig"

    static func run(_ input: UnsafeRawBufferPointer) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: input.count, alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: input)
        guard let config = AudioSpecificConfig(UnsafeRawBufferPointer(copy)) else { return }
        require((1...768_000).contains(config.sampleRate), "\(config.sampleRate) Hz")
        require(config.extensionSampleRate.map { (1...768_000).contains($0) } ?? true, "\(config)")
        // At most 93 channels: a program_config_element names up to 15 elements in front, at the side and behind, with
        // two channels each, and three low-frequency channels.
        require((1...93).contains(config.channelCount), "\(config.channelCount) channels")
        require([480, 512, 960, 1024].contains(config.frameLength), "frames of \(config.frameLength)")
        require(config.bitCount > 0 && config.bitCount <= 8 * input.count, "\(config.bitCount) bits")
        require((config.signalling == .none) == (config.hasSbr == nil), "\(config)")
        if case .unsupportedCodec(let name) = config.problem { require(!name.isEmpty, "a problem without words") }
        // `bitCount` states how many bits of the input the reader used. The bytes with these bits alone must give the
        // same result.
        let read = Array(input.prefix((config.bitCount + 7) / 8))
        require(config.mediaFormat(read).sampleRate == config.sampleRate, "another format")
        if config.bitCount % 8 == 0, read.count < input.count, config.signalling != .none {
            require(AudioSpecificConfig(read) == config, "it reads otherwise without what follows")
        }
    }
}
