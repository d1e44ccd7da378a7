import RadioFormats

/// Extracts the sound from one container: a plain chain of frames, a transport stream or a file of samples.
///
/// A parser does no I/O.
protocol ContainerParser {
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void)
    /// Ends the parsing; no bytes follow.
    mutating func finish(_ emit: (StreamElement) -> Void)
    /// The length that the file states, or nil.
    var length: NamedLength? { get }
    /// The named parts that the file states.
    var chapters: [Chapter] { get }
    /// Returns the reason why no sound will come, or nil if sound may still come.
    /// - Parameter address: The stream's address, for the text of the error.
    func failure(of address: String) -> StreamError?

    // For containers with an index:

    /// The bytes that the parser needs next. Bytes before them may be fed and are ignored.
    var wanted: WantedBytes { get }
    /// Sets the offset of the bytes that are fed next.
    mutating func jump(to offset: Int)
    /// Continues at a time. Some packets before it come first, to prime a decoder.
    /// - Returns: The position of the first packet, or nil if there is no index (yet).
    mutating func seek(to time: MediaTime) -> MediaTime?

    // For containers whose frames can be found from any byte:

    /// Returns the share of the file's bytes before a share of its time, as well as the container can guess.
    func byteShare(at share: Double) -> Double
    /// Returns a parser that reads the same file from any byte.
    ///
    /// If the container numbers its sound, a `StreamElement.position` comes before the first packet.
    /// - Returns: The parser, or nil if the container allows no such reading (yet).
    func resumed() -> (any ContainerParser)?
}

extension ContainerParser {
    var chapters: [Chapter] { [] }
    var wanted: WantedBytes { .following }
    mutating func jump(to offset: Int) {}
    mutating func seek(to time: MediaTime) -> MediaTime? { nil }
    func byteShare(at share: Double) -> Double { share }
    func resumed() -> (any ContainerParser)? { nil }
}

/// A container, recognised by its first bytes.
enum Container {
    case mpegAudio, adts
    /// An MPEG transport stream, read like one segment of HTTP Live Streaming that does not end.
    case transportStream
    case ogg, flac, mp4
    /// A WAVE or AIFF file with uncompressed sound.
    case pcm

    /// Returns a parser for the container.
    /// - Parameter canJump: True if the bytes can be read from any offset.
    func makeParser(canJump: Bool) -> any ContainerParser {
        switch self {
        case .mpegAudio: MpegAudioFramer()
        case .adts: AdtsFramer()
        case .transportStream: TransportStreamParser()
        case .ogg: OggDemuxer(canJump: canJump)
        case .flac: FlacFramer()
        case .mp4: Mp4FileDemuxer(canJump: canJump)
        case .pcm: PcmDemuxer()
        }
    }
}

extension MpegAudioFramer: ContainerParser {
    var length: NamedLength? { (information?.frameCount).map(NamedLength.packets) }

    func byteShare(at share: Double) -> Double { information?.byteShare(at: share) ?? share }

    func resumed() -> (any ContainerParser)? { MpegAudioFramer() }

    func failure(of address: String) -> StreamError? { isGarbage ? .noFrames(address) : nil }
}

extension AdtsFramer: ContainerParser {
    var length: NamedLength? { nil }

    func resumed() -> (any ContainerParser)? { AdtsFramer() }

    func failure(of address: String) -> StreamError? { isGarbage ? .noFrames(address) : nil }
}

extension OggDemuxer: ContainerParser {
    func finish(_ emit: (StreamElement) -> Void) {}

    var length: NamedLength? { nil }

    func resumed() -> (any ContainerParser)? {
        let demuxer: OggDemuxer? = resumed()
        return demuxer
    }

    func failure(of address: String) -> StreamError? {
        if let unsupported { return .unsupported("\(address) holds \(unsupported)") }
        return isGarbage ? .noFrames(address) : nil
    }
}

extension FlacFramer: ContainerParser {
    var length: NamedLength? { duration.map(NamedLength.time) }

    func resumed() -> (any ContainerParser)? {
        let framer: FlacFramer? = resumed()
        return framer
    }

    func failure(of address: String) -> StreamError? { isGarbage ? .noFrames(address) : nil }
}

extension Mp4FileDemuxer: ContainerParser {
    var length: NamedLength? { duration.map(NamedLength.time) }

    func failure(of address: String) -> StreamError? {
        guard !isIndexOutOfReach else {
            return .unsupported("\(address) has its index after the sound, and the server cannot send parts of files")
        }
        return problem?.streamError(of: address)
    }

    var wanted: WantedBytes {
        guard let next else { return .nothing }
        return next == position ? .following : .from(next)
    }

    mutating func seek(to time: MediaTime) -> MediaTime? { seek(to: time, runUp: FileClock.primerCount) }
}

extension SegmentProblem {
    /// Returns the problem as a stream's error.
    /// - Parameter address: The stream's address, for the text of the error.
    func streamError(of address: String) -> StreamError {
        switch self {
        case .unsupportedCodec(let name): .unsupported("\(address) holds \(name)")
        case .encrypted(let name): .unsupported("\(address) is encrypted with \(name)")
        case .noSound: .notSound("\(address) contains no sound")
        case .damaged(let text): .notSound("\(address) is damaged: \(text)")
        }
    }
}

extension PcmDemuxer: ContainerParser {
    var length: NamedLength? { sampleCount.map { .time(MediaTime(samples: $0, rate: sampleRate)) } }

    var wanted: WantedBytes { next.map(WantedBytes.from) ?? .following }

    func failure(of address: String) -> StreamError? { problem?.streamError(of: address) }
}

extension StreamError {
    fileprivate static func noFrames(_ address: String) -> StreamError {
        .notSound("\(address) sends data without sound")
    }
}
