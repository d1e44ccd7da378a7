/// Extracts the access units from AudioMuxElements (ISO/IEC 14496-3 §1.7.3).
struct LatmReader {
    /// The reason why access units cannot be read; nil if they can be read, or if no configuration has arrived yet.
    private(set) var problem: SegmentProblem?
    private var config: LatmConfig?
    /// The last format element that was emitted; nil before the first.
    private var sent: MediaFormat?
    /// True if an element, or a part of one, was lost since the last access unit.
    private var isTorn = false
    /// The bytes of the access unit that is being emitted, shifted so that they begin with a whole byte. At most as
    /// long as an AudioMuxElement.
    private var unit: [UInt8] = []

    /// Takes what a ``FrameChain`` cut from a LOAS stream, and emits the access units in it.
    /// - Parameter piece: an AudioMuxElement with its header, a format, a tag or a discontinuity.
    mutating func take(_ piece: FramePiece, _ emit: (FramePiece) -> Void) {
        switch piece {
        case .element(.packet(let packet), let place):
            read(UnsafeRawBufferPointer(rebasing: packet.bytes[LoasHeader.length...]), at: place, emit)
        case .element(.discontinuity, _): isTorn = true
        // Ignores the format from the ``FrameChain``. It is a placeholder, because the header of a LOAS frame does not
        // state the format.
        case .element(.format, _): break
        case .element(.metadata, _), .element(.position, _), .element(.end, _), .passed: emit(piece)
        }
    }

    /// Emits the access units of one AudioMuxElement.
    private mutating func read(_ element: UnsafeRawBufferPointer, at place: Int, _ emit: (FramePiece) -> Void) {
        var reader = BitReader(element)
        let isSameConfig = reader.readFlag()
        if !isSameConfig, !readConfig(&reader) { return }
        guard let config else { return }
        for _ in 0..<config.frameCount {
            guard let count = payloadBits(&reader, config.payloadLength), count > 0, count <= reader.remaining else {
                isTorn = true
                return
            }
            copy(count, from: &reader)
            say(config, at: place, emit)
            let sampleCount = config.audio.frameLength
            unit.withUnsafeBytes { emit(.element(.packet(Packet(bytes: $0, sampleCount: sampleCount)), at: place)) }
        }
    }

    /// Reads the configuration at the beginning of an AudioMuxElement that contains one.
    /// - Returns: whether the frames that follow can be read.
    private mutating func readConfig(_ reader: inout BitReader) -> Bool {
        switch LatmConfig.read(&reader) {
        case .config(let read):
            problem = nil
            config = read
            return true
        case .unsupported(let name):
            problem = .unsupportedCodec(name)
            config = nil
            isTorn = true
            return false
        case .broken:
            isTorn = true
            return false
        }
    }

    /// Returns the length of the next frame's payload in bits; nil if the AudioMuxElement ends before it is known.
    private func payloadBits(_ reader: inout BitReader, _ length: LatmConfig.PayloadLength) -> Int? {
        switch length {
        case .fixed(let bits): return bits
        case .told:
            // PayloadLengthInfo: the length in bytes is the sum of the following bytes, up to the first that is not
            // 255.
            var count = 0
            while true {
                let part = reader.read(8)
                count += part
                if reader.isExhausted { return nil }
                if part != 255 { return count * 8 }
            }
        }
    }

    private mutating func copy(_ bitCount: Int, from reader: inout BitReader) {
        unit.removeAll(keepingCapacity: true)
        for _ in 0..<bitCount / 8 { unit.append(UInt8(reader.read(8))) }
    }

    /// Emits what must precede an access unit: a discontinuity if something was lost, and the format if it changed.
    private mutating func say(_ config: LatmConfig, at place: Int, _ emit: (FramePiece) -> Void) {
        if isTorn {
            isTorn = false
            if sent != nil { emit(.element(.discontinuity(isGap: true), at: place)) }
        }
        if case .raw(config.audioBytes) = sent?.framing { return }
        let format = config.audio.mediaFormat(config.audioBytes)
        emit(.element(.format(format), at: place))
        sent = format
    }
}
