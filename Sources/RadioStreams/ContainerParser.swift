import RadioFormats

/// Extracts the sound from one container, such as a plain chain of frames, a transport stream or an MP4 file.
///
/// A parser does no I/O.
protocol ContainerParser {
    /// Takes an ID3v2 tag that is before the first byte fed.
    mutating func begin(after tag: TimedMetadata)
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void)
    /// Ends the parsing after the last bytes, and emits the last elements.
    mutating func finish(_ emit: (StreamElement) -> Void)
    /// The length of the sound as the file states it, or nil if the file does not state it.
    var length: NamedLength? { get }
    /// The chapters (named parts) that the file states.
    var chapters: [Chapter] { get }
    /// Returns the reason why the parser will find no sound, or nil if it may still find sound.
    /// - Parameter address: The stream's address, for the text of the error.
    func failure(of address: String) -> StreamError?

    // For containers with an index:

    /// The bytes that the parser needs next. Bytes before them may also be passed to the parser, which ignores them.
    var wanted: WantedBytes { get }
    /// Sets the offset in the file of the bytes that are passed to the parser next.
    mutating func jump(to offset: Int)
    /// Continues at a time of the file. The parser first emits some packets from before that time, to prime the
    /// decoder.
    /// - Returns: The position of the first packet, or nil if no index is known (yet).
    mutating func seek(to time: MediaTime) -> MediaTime?

    // For containers whose frames can be found from any byte:

    /// Estimates which fraction of the file's bytes comes before a fraction of its duration. Both fractions are from 0
    /// to 1.
    func byteShare(at share: Double) -> Double
    /// Returns a parser that can begin at any byte of the same file.
    ///
    /// If the container states positions, that parser emits a `StreamElement.position` before its first packet.
    /// - Returns: The parser, or nil if the container cannot be read from any byte (yet).
    func resumed() -> (any ContainerParser)?
}

extension ContainerParser {
    var chapters: [Chapter] { [] }
    mutating func begin(after tag: TimedMetadata) {}
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
    /// - Parameters:
    ///   - canJump: True if the bytes can be read from any offset.
    ///   - isFile: False for a live stream, which begins anywhere.
    func makeParser(canJump: Bool, isFile: Bool) -> any ContainerParser {
        switch self {
        case .mpegAudio: MpegAudioFramer(isFile: isFile)
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
    var length: NamedLength? { statedDuration.map(NamedLength.stated) }

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

    func failure(of address: String) -> StreamError? { problem?.streamError(of: address) }

    var wanted: WantedBytes {
        guard let next else { return .nothing }
        return next == position ? .following : .from(next)
    }

    mutating func seek(to time: MediaTime) -> MediaTime? { seek(to: time, runUp: FileClock.primerCount) }
}

extension SegmentProblem {
    /// Returns this problem of a container as the error of a stream.
    /// - Parameter address: The stream's address, for the text of the error.
    func streamError(of address: String) -> StreamError {
        switch self {
        case .unsupportedCodec(let name): .unsupported("\(address) holds \(name)")
        case .encrypted(let name): .unsupported("\(address) is encrypted with \(name)")
        case .noSound: .notSound("\(address) contains no sound")
        case .lateIndex:
            .unsupported("\(address) has its index after the sound, and the server cannot send parts of files")
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

extension BodyPrefix {
    /// True if the container has no tags of its own and no tag before the content names a track, so that an ID3v1 tag
    /// at the end of the file may name it.
    func wantsLastTag(_ container: Container) -> Bool {
        switch container {
        case .mpegAudio, .adts:
            !metadata.contains { _, metadata in
                guard metadata.kind == .id3, let tag = Id3Tag(metadata.raw, readsPictures: false) else { return false }
                return tag.title != nil || tag.artist != nil
            }
        case .transportStream, .ogg, .flac, .mp4, .pcm: false
        }
    }
}
