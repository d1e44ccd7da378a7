/// Extracts the access units from AudioMuxElements (ISO/IEC 14496-3 §1.7.3).
struct LatmReader {
    /// The reason why no access unit can be read; nil if access units can be read, or no configuration arrived yet.
    private(set) var problem: SegmentProblem?
    private var config: LatmConfig?
    /// The format emitted last.
    private var sent: MediaFormat?
    /// True if an element, or a part of one, was lost since the last access unit.
    private var isTorn = false
    /// The access unit being emitted, aligned to whole bytes; at most as long as an element.
    private var unit: [UInt8] = []

    /// Takes a piece and emits the access units in it.
    /// - Parameter piece: a piece that a ``FrameChain`` cut from a LOAS stream.
    mutating func take(_ piece: FramePiece, _ emit: (FramePiece) -> Void) {
        switch piece {
        case .element(.packet(let packet), let place):
            read(UnsafeRawBufferPointer(rebasing: packet.bytes[LoasHeader.length...]), at: place, emit)
        case .element(.discontinuity, _): isTorn = true
        // The format from the ``FrameChain`` is a placeholder, because the header of a LOAS frame does not state the
        // format.
        case .element(.format, _): break
        case .element(.metadata, _), .element(.position, _), .element(.end, _), .passed: emit(piece)
        }
    }

    /// Emits the access units of one element.
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

    /// Reads the configuration at the beginning of an element.
    /// - Returns: whether the frames after the configuration can be read.
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

    /// Returns the length of the next payload in bits; nil if the element ends first.
    private func payloadBits(_ reader: inout BitReader, _ length: LatmConfig.PayloadLength) -> Int? {
        switch length {
        case .fixed(let bits): return bits
        case .told:
            // PayloadLengthInfo: a byte of 255 means that more bytes follow.
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

    /// Emits a discontinuity and the format before a unit, as needed.
    private mutating func say(_ config: LatmConfig, at place: Int, _ emit: (FramePiece) -> Void) {
        if isTorn {
            isTorn = false
            if sent != nil { emit(.element(.discontinuity, at: place)) }
        }
        if case .raw(config.audioBytes) = sent?.framing { return }
        let format = config.audio.mediaFormat(config.audioBytes)
        emit(.element(.format(format), at: place))
        sent = format
    }
}
