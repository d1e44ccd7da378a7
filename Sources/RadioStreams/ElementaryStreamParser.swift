import RadioFormats

/// The bytes of a plain stream to elements: metadata is split off, the sound is cut into packets. No I/O.
final class ElementaryStreamParser {
    private var splitter: IcySplitter
    private var mpeg: MpegAudioFramer?
    private var adts: AdtsFramer?
    private var hasTakenCount = false

    init(metaint: Int?, isAdts: Bool) {
        splitter = IcySplitter(metaint: metaint)
        if isAdts { adts = AdtsFramer() } else { mpeg = MpegAudioFramer() }
    }

    func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        splitter.feed(bytes) { event in
            switch event {
            case .sound(let sound):
                mpeg?.feed(sound, emit)
                adts?.feed(sound, emit)
            case .metadata(let block): emit(.metadata(TimedMetadata(kind: .icy, raw: Array(block))))
            }
        }
    }

    func finish(_ emit: (StreamElement) -> Void) {
        mpeg?.finish(emit)
        adts?.finish(emit)
    }

    /// How many packets the file has, as its first frame says; taken once.
    func takePacketCount() -> Int? {
        guard !hasTakenCount, let count = mpeg?.information?.frameCount else { return nil }
        hasTakenCount = true
        return count
    }

    /// The stream has gone on for long without a frame.
    var isGarbage: Bool { mpeg?.isGarbage ?? adts?.isGarbage ?? false }
}
