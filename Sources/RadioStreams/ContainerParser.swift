import RadioFormats

/// Takes the sound out of one container: a plain chain of frames, a transport stream, a file of samples. No I/O.
protocol ContainerParser {
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void)
    /// No bytes follow.
    mutating func finish(_ emit: (StreamElement) -> Void)
    /// How long a file is, as it says itself.
    var length: NamedLength? { get }
    /// Why no sound comes, or none any more; nil while some may.
    /// - Parameter address: names the stream.
    func failure(of address: String) -> StreamError?
}

/// A container that was found by its bytes.
enum Container {
    case mpegAudio, adts
    /// Taken apart as the segments of HTTP Live Streaming are: as one that does not end.
    case transportStream
    case ogg
    /// Uncompressed sound in a WAVE or AIFF file.
    case pcm

    func makeParser() -> any ContainerParser {
        switch self {
        case .mpegAudio: MpegAudioFramer()
        case .adts: AdtsFramer()
        case .transportStream: TransportStreamParser()
        case .ogg: OggDemuxer()
        case .pcm: PcmDemuxer()
        }
    }
}

extension MpegAudioFramer: ContainerParser {
    var length: NamedLength? { (information?.frameCount).map(NamedLength.packets) }

    func failure(of address: String) -> StreamError? { isGarbage ? .noFrames(address) : nil }
}

extension AdtsFramer: ContainerParser {
    var length: NamedLength? { nil }

    func failure(of address: String) -> StreamError? { isGarbage ? .noFrames(address) : nil }
}

extension OggDemuxer: ContainerParser {
    func finish(_ emit: (StreamElement) -> Void) {}

    var length: NamedLength? { nil }

    func failure(of address: String) -> StreamError? {
        if let unsupported { return .unsupported("\(address) is \(unsupported)") }
        return isGarbage ? .noFrames(address) : nil
    }
}

extension PcmDemuxer: ContainerParser {
    var length: NamedLength? { sampleCount.map { .time(MediaTime(samples: $0, rate: sampleRate)) } }

    func failure(of address: String) -> StreamError? { problem.map { StreamError($0, of: address) } }
}

extension StreamError {
    fileprivate static func noFrames(_ address: String) -> StreamError {
        .notSound("\(address) sends data without sound in it")
    }
}
