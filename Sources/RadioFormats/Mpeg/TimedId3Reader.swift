/// Assembles ID3 tags from the PES packets of a timed metadata stream ("Timed Metadata for HTTP Live Streaming" §2).
///
/// A tag may span several PES packets, and a packet may hold several tags.
struct TimedId3Reader {
    /// Length of the longest tag that is emitted, in bytes; longer tags are skipped. This is enough for the pictures
    /// that stations send.
    static let maximumTag = 256 << 10
    /// Length in bytes of a Metadata_AU_cell header (ISO/IEC 13818-1 §2.12.4.2), which some encoders put before a tag.
    private static let cellHeader = 5
    static let headLength = cellHeader + 3

    private var held: [UInt8] = []
    private var time: MediaTime?
    /// True if bytes are skipped until the next PES packet, because they belong to no tag, or to a tag that is too long
    /// or damaged.
    private var isPassing = true
    /// Number of bytes of the Metadata_AU_cell header before the tag that are still to be skipped.
    private var skipping = 0

    mutating func take(_ event: PesReader.Event, _ emit: (SegmentElement) -> Void) {
        switch event {
        case .begin(let ticks, let head): begin(at: ticks.map(FrameClock.time), head: head)
        case .payload(let bytes): feed(bytes, emit)
        case .broken, .scrambled: tear()
        }
    }

    private mutating func begin(at time: MediaTime?, head: UnsafeRawBufferPointer) {
        // A PES packet that begins neither with a tag nor with a Metadata_AU_cell header continues the incomplete tag
        // in `held`.
        let isInCell =
            head.count == Self.headLength
            && Ascii.begins(UnsafeRawBufferPointer(rebasing: head[Self.cellHeader...]), "ID3")
        guard Ascii.begins(head, "ID3") || isInCell || held.isEmpty else { return }
        held.removeAll(keepingCapacity: true)
        skipping = isInCell ? Self.cellHeader : 0
        self.time = time
        isPassing = false
    }

    mutating func tear() {
        held.removeAll(keepingCapacity: true)
        isPassing = true
    }

    /// Collects bytes, and emits the tags that they complete.
    private mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (SegmentElement) -> Void) {
        guard !isPassing else { return }
        let passed = min(skipping, bytes.count)
        skipping -= passed
        held.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[passed...]))
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
