/// Puts the ID3 tags of a timed metadata stream together ("Timed Metadata for HTTP Live Streaming" §2): a tag may span
/// PES packets, a packet may hold several.
struct TimedId3Reader {
    /// The longest tag that is handed on; longer ones are passed over. Covers of stations are smaller.
    static let maximumTag = 256 << 10
    static let headLength = 3

    private var held: [UInt8] = []
    private var time: MediaTime?
    /// Whether the bytes that come belong to a tag that is not kept.
    private var isPassing = true

    mutating func take(_ event: PesReader.Event, _ emit: (SegmentElement) -> Void) {
        switch event {
        case .begin(let ticks, let head): begin(at: ticks.map(FrameClock.time), head: head)
        case .payload(let bytes): feed(bytes, emit)
        case .broken, .scrambled: tear()
        }
    }

    private mutating func begin(at time: MediaTime?, head: UnsafeRawBufferPointer) {
        // A packet that begins otherwise brings the rest of the tag before.
        guard Ascii.begins(head, "ID3") || held.isEmpty else { return }
        held.removeAll(keepingCapacity: true)
        self.time = time
        isPassing = false
    }

    mutating func tear() {
        held.removeAll(keepingCapacity: true)
        isPassing = true
    }

    private mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (SegmentElement) -> Void) {
        guard !isPassing else { return }
        held.append(contentsOf: bytes)
        var at = 0
        while held.count - at >= Id3Tag.headerLength {
            guard let length = held.withUnsafeBytes({ Id3Tag.length(of: UnsafeRawBufferPointer(rebasing: $0[at...])) }),
                length <= Self.maximumTag
            else { return tear() }
            guard held.count - at >= length else { break }
            emit(.metadata(TimedMetadata(kind: .id3, raw: Array(held[at..<at + length])), time: time))
            at += length
        }
        held.removeFirst(at)
    }
}
