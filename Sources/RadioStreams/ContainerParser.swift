import RadioFormats

/// Takes the sound out of one container: a plain chain of frames, a transport stream, a file of samples. No I/O.
protocol ContainerParser {
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void)
    /// No bytes follow.
    mutating func finish(_ emit: (StreamElement) -> Void)
    /// How long a file is, as it says itself.
    var length: NamedLength? { get }
    /// The parts of a file that have names, as it says itself.
    var chapters: [Chapter] { get }
    /// Why no sound comes, or none any more; nil while some may.
    /// - Parameter address: names the stream.
    func failure(of address: String) -> StreamError?

    // Of containers with an index.

    /// Which bytes are needed next. Bytes before them may be fed, and are passed over.
    var wanted: WantedBytes { get }
    /// What is fed next lies there.
    mutating func jump(to offset: Int)
    /// Goes on at a time, with packets before it that prime a decoder.
    /// - Returns: where the first packet belongs; nil where there is no index (yet).
    mutating func seek(to time: MediaTime) -> MediaTime?

    // Of containers whose frames can be found from any byte on.

    /// Which share of a file's bytes lies before a share of its time, as far as it can be guessed.
    func byteShare(at share: Double) -> Double
    /// One that reads the same file again, from any byte on. Where the container numbers its sound, no packet comes
    /// without a `StreamElement.position` before the first.
    /// - Returns: nil where that cannot be (yet).
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

/// A container that was found by its bytes.
enum Container {
    case mpegAudio, adts
    /// Taken apart as the segments of HTTP Live Streaming are: as one that does not end.
    case transportStream
    case ogg, flac, mp4
    /// Uncompressed sound in a WAVE or AIFF file.
    case pcm

    /// - Parameter canJump: whether bytes can be had from anywhere.
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
    /// - Parameter address: names the stream.
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
