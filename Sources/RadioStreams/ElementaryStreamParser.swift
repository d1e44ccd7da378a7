import RadioFormats
import RadioHls

/// The bytes of a plain stream to elements: metadata is split off, the sound is cut into packets. No I/O.
final class ElementaryStreamParser {
    /// How the sound comes.
    enum Form {
        case mpegAudio, adts
        /// Taken apart as the segments of HTTP Live Streaming are: as one that does not end.
        case transportStream
    }

    private var splitter: IcySplitter
    // One of them is there.
    private var mpeg: MpegAudioFramer?
    private var adts: AdtsFramer?
    private var transport: TransportStreamDemuxer?
    /// Puts the transport stream's packets in order.
    private var timeline = SegmentTimeline()
    private var hasTakenCount = false

    init(metaint: Int?, form: Form) {
        splitter = IcySplitter(metaint: metaint)
        switch form {
        case .mpegAudio: mpeg = MpegAudioFramer()
        case .adts: adts = AdtsFramer()
        case .transportStream: transport = TransportStreamDemuxer()
        }
    }

    func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        splitter.feed(bytes) { event in
            switch event {
            case .sound(let sound):
                mpeg?.feed(sound, emit)
                adts?.feed(sound, emit)
                transport?.feed(sound) { take($0, emit) }
            case .metadata(let block): emit(.metadata(TimedMetadata(kind: .icy, raw: Array(block))))
            }
        }
    }

    func finish(_ emit: (StreamElement) -> Void) {
        mpeg?.finish(emit)
        adts?.finish(emit)
        transport?.finish { take($0, emit) }
    }

    private func take(_ element: SegmentElement, _ emit: (StreamElement) -> Void) {
        timeline.take(element) { if case .element(let element) = $0 { emit(element) } }
    }

    /// How many packets the file has, as its first frame says; taken once.
    func takePacketCount() -> Int? {
        guard !hasTakenCount, let count = mpeg?.information?.frameCount else { return nil }
        hasTakenCount = true
        return count
    }

    /// Why no sound comes, or none any more; nil while some may.
    /// - Parameter address: names the stream.
    func failure(of address: String) -> StreamError? {
        if mpeg?.isGarbage == true || adts?.isGarbage == true {
            return .notSound("\(address) sends data without sound in it")
        }
        switch transport?.problem {
        case nil: return nil
        case .unsupportedCodec(let name): return .unsupported("\(address) holds \(name), which is not supported yet")
        case .encrypted(let name): return .unsupported("\(address) is encrypted with \(name), which cannot be played")
        case .noSound: return .notSound("\(address) has no sound in it")
        case .damaged(let text): return .notSound("\(address) is damaged: \(text)")
        }
    }
}
