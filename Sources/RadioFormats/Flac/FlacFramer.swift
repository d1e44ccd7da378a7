/// Cuts a FLAC stream (RFC 9639) into its frames, without decoding.
///
/// A frame does not say how long it is. It ends where another header stands and its checksum comes out right; which of
/// the headers found so far begins it is tried for all of them, so that neither damage nor a false header holds the
/// sound up. A stream that is joined in its middle has no beginning to tell its form: its frames' headers do
/// (§9.1, the streamable subset), and they are believed where a beginning says otherwise. Every decision waits for the
/// bytes that it needs.
package struct FlacFramer {
    /// The longest frame that is found: three seconds of a CD. The format would allow 2 MiB.
    package static let maximumFrame = 512 << 10
    /// The longest block of comments, and the longest picture, that are handed on.
    package static let maximumBlock = 1 << 20
    /// Pictures that are handed on.
    private static let maximumPictures = 8
    /// Headers without an end that are remembered.
    private static let maximumCandidates = 16

    private enum Place {
        /// Among frames, or looking for the first.
        case frames
        case blockHeader
        case block(type: UInt8, isLast: Bool, length: Int)
        case skipping(Int, then: After)

        enum After { case frames, blockHeader }
    }

    /// A header that may begin a frame.
    private struct Candidate {
        /// Counted from the stream's first byte.
        var position: Int
        var header: FlacFrameHeader
        /// Checksum of all bytes before it.
        var sum: UInt16
        /// It stands where a frame must begin.
        var isCertain: Bool
    }

    /// What the stream says of itself, or its frames do.
    package private(set) var info: FlacStreamInfo?
    private var place = Place.frames
    private var held: [UInt8] = []
    /// The position of the first byte that is held.
    private var base = 0
    /// Bytes before it were looked at, and those of frames are summed up.
    private var looked = 0
    private var sum: UInt16 = 0
    private var candidates: [Candidate] = []
    /// Where a frame must begin.
    private var certain = 0
    /// Behind the last frame.
    private var lastEnd = 0
    private var metadata: [TimedMetadata] = []
    private var sent: MediaFormat?
    /// The next packet is the first after a beginning.
    private var isNew = true
    private var isTorn = false
    /// The header of the first frame, from which numbers count; nil where another file follows in the stream.
    private var origin: FlacFrameHeader?
    private var last: FlacFrameHeader?
    /// Whether frames that say that they count frames count samples, as in old files.
    private var countsSamples = false
    /// The position of the next packet comes before it.
    private var isUnplaced = false

    package init() {}

    /// Reads the same file again, from anywhere on. The position of the first packet comes before it.
    /// - Returns: nil before the first frame.
    package func resumed() -> FlacFramer? {
        guard origin != nil else { return nil }
        var framer = FlacFramer()
        (framer.info, framer.origin, framer.countsSamples) = (info, origin, countsSamples)
        (framer.isUnplaced, framer.isNew) = (true, false)
        return framer
    }

    /// No sound is to be hoped for.
    package var isGarbage: Bool { looked - lastEnd > Self.maximumFrame }

    /// How long the whole stream is, as it says.
    package var duration: MediaTime? {
        info.flatMap { info in info.sampleCount.map { MediaTime(samples: $0, rate: info.sampleRate) } }
    }

    /// Takes the next bytes. Packets borrow their bytes for the call only; `emit` must not use the framer.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        held.append(contentsOf: bytes)
        while step(isLast: false, emit) {}
        let done = (candidates.first?.position ?? looked) - base
        guard done > 0 else { return }
        held.removeFirst(done)
        base += done
    }

    /// Says that no bytes follow: the last frame comes out if it is whole.
    package mutating func finish(_ emit: (StreamElement) -> Void) {
        while step(isLast: true, emit) {}
        guard case .frames = place else { return }
        // Behind the last frame of some files stands a tag of 128 bytes.
        let hasTag = held.count >= 128 && held.suffix(128).starts(with: "TAG".utf8)
        for end in [base + held.count, base + held.count - 128].prefix(hasTag ? 2 : 1) {
            let whole = candidates.first { candidate in
                guard candidate.position < end else { return false }
                let bytes = held[(candidate.position - base)..<(end - base)]
                return bytes.withUnsafeBytes { FlacChecksum.frame($0) } == 0
            }
            if let whole { return give(whole, upTo: end, emit) }
        }
    }

    /// False where more bytes are needed.
    private mutating func step(isLast: Bool, _ emit: (StreamElement) -> Void) -> Bool {
        let left = base + held.count - looked
        switch place {
        case .frames: return look(isLast: isLast, emit)
        case .skipping(let count, let after):
            guard left > 0 || count == 0 else { return false }
            looked += min(count, left)
            place = count > left ? .skipping(count - left, then: after) : enter(after)
            return true
        case .blockHeader:
            guard left >= 4 else { return false }
            let header = held[(looked - base)..<(looked - base + 4)]
            looked += 4
            let length = header.dropFirst().reduce(0) { $0 << 8 | Int($1) }
            place = begin(block: header.first! & 0x7F, isLast: header.first! & 0x80 != 0, length: length)
            return true
        case .block(let type, let isLastBlock, let length):
            guard left >= length else { return false }
            take(type, Array(held[(looked - base)..<(looked - base + length)]))
            looked += length
            place = enter(isLastBlock ? .frames : .blockHeader)
            return true
        }
    }

    // MARK: Blocks before the frames (§8)

    private func begin(block type: UInt8, isLast: Bool, length: Int) -> Place {
        let isWanted =
            switch type {
            case 0: length == FlacStreamInfo.byteCount
            case 4: length <= Self.maximumBlock
            case 6: length <= Self.maximumBlock && metadata.count <= Self.maximumPictures
            case _: false
            }
        if isWanted { return .block(type: type, isLast: isLast, length: length) }
        return .skipping(length, then: isLast ? .frames : .blockHeader)
    }

    private mutating func take(_ type: UInt8, _ bytes: [UInt8]) {
        switch type {
        case 0: info = bytes.withUnsafeBytes { FlacStreamInfo($0) }
        case 4: metadata.append(TimedMetadata(kind: .vorbisComment, raw: bytes))
        case _: metadata.add(flacPicture: bytes)
        }
    }

    private mutating func enter(_ after: Place.After) -> Place {
        switch after {
        case .blockHeader: return .blockHeader
        case .frames:
            (certain, lastEnd) = (looked, looked)
            return .frames
        }
    }

    // MARK: Frames (§9)

    /// Looks for the next header, or the sign of a beginning.
    private mutating func look(isLast: Bool, _ emit: (StreamElement) -> Void) -> Bool {
        while true {
            let end = base + held.count
            guard let mark = nextMark() else {
                sumUp(to: end)
                forgetOld()
                return false
            }
            sumUp(to: mark)
            guard isLast || end - mark >= FlacFrameHeader.maximumByteCount else { return false }
            if let length = tagLength(at: mark) {
                place = .skipping(length, then: .frames)
                return true
            }
            if isSign(at: mark) {
                begin(at: mark, emit)
                return true
            }
            if let header = header(at: mark) { add(header, at: mark, emit) }
            sumUp(to: mark + 1)
            forgetOld()
        }
    }

    /// The next byte that a header, a sign or a tag may begin with.
    private func nextMark() -> Int? {
        held[(looked - base)...].withUnsafeBytes { bytes in
            bytes.firstIndex { $0 == 0xFF || $0 == UInt8(ascii: "f") || $0 == UInt8(ascii: "I") }
        }.map { looked + $0 }
    }

    private func bytes(at position: Int) -> ArraySlice<UInt8> {
        held[(position - base)...].prefix(FlacFrameHeader.maximumByteCount)
    }

    /// An ID3v2 tag before the beginning.
    private func tagLength(at position: Int) -> Int? {
        guard position == certain, sent == nil else { return nil }
        let length = bytes(at: position).withUnsafeBytes { Id3Tag.length(of: $0) }
        return length.flatMap { $0 <= AudioFraming.maximumPassedTag ? $0 : nil }
    }

    /// The sign, and a STREAMINFO block behind it.
    private func isSign(at position: Int) -> Bool {
        let bytes = bytes(at: position)
        return bytes.starts(with: "fLaC".utf8) && bytes.count >= 8 && bytes[bytes.startIndex + 4] & 0x7F == 0
            && bytes.dropFirst(5).prefix(3).elementsEqual([0, 0, UInt8(FlacStreamInfo.byteCount)])
    }

    /// A header that may belong to this stream.
    private func header(at position: Int) -> FlacFrameHeader? {
        guard let header = bytes(at: position).withUnsafeBytes({ FlacFrameHeader($0) }) else { return nil }
        let isWhole = info != nil || header.sampleRate != nil && header.bitsPerSample != nil
        return isWhole ? header : nil
    }

    private mutating func begin(at position: Int, _ emit: (StreamElement) -> Void) {
        if let frame = candidates.first(where: { isWhole($0, upTo: position) }) {
            give(frame, upTo: position, emit)
        } else if sent != nil, !candidates.isEmpty {
            isTorn = true
        }
        candidates = []
        metadata = []
        origin = nil
        isNew = true
        looked = position + 4
        place = .blockHeader
    }

    private mutating func add(_ header: FlacFrameHeader, at position: Int, _ emit: (StreamElement) -> Void) {
        let frame = candidates.first { candidate in
            (candidate.isCertain || candidate.header.isFollowed(by: header)) && isWhole(candidate, upTo: position)
        }
        if let frame {
            give(frame, upTo: position, emit)
            certain = position
        }
        candidates.append(
            Candidate(position: position, header: header, sum: sum, isCertain: position == certain))
        if candidates.count > Self.maximumCandidates { candidates.removeFirst() }
    }

    /// Whether the bytes from a header to a position, up to which is summed, have the right checksum.
    private func isWhole(_ candidate: Candidate, upTo position: Int) -> Bool {
        let length = position - candidate.position
        return length > candidate.header.byteCount + 2 && FlacChecksum.shifted(candidate.sum, by: length) == sum
    }

    private mutating func give(_ frame: Candidate, upTo end: Int, _ emit: (StreamElement) -> Void) {
        defer { (isNew, isTorn, metadata, candidates, lastEnd) = (false, false, [], [], end) }
        let header = frame.header
        if let last, last.numbering == .frames, last.blockSize > 1 {
            countsSamples = countsSamples || header.number == last.number + Int64(last.blockSize)
        }
        last = header
        let info = info.flatMap { header.fits($0) ? $0 : nil } ?? FlacStreamInfo(header, after: info)
        self.info = info
        if isUnplaced {
            guard let origin else { return }
            let isCounted = header.numbering == .samples || countsSamples
            let samples = (header.number - origin.number) * (isCounted ? 1 : Int64(origin.blockSize))
            emit(.position(SoundPosition(time: MediaTime(samples: samples, rate: info.sampleRate))))
            isUnplaced = false
        } else if sent == nil {
            origin = header
        }
        if info.mediaFormat != sent {
            sent = info.mediaFormat
            emit(.format(info.mediaFormat))
        } else if isTorn || !frame.isCertain {
            emit(.discontinuity)
        }
        for metadata in metadata { emit(.metadata(metadata)) }
        held[(frame.position - base)..<(end - base)].withUnsafeBytes { bytes in
            emit(.packet(Packet(bytes: bytes, sampleCount: header.blockSize, startsAnew: isNew)))
        }
    }

    private mutating func sumUp(to position: Int) {
        guard position > looked else { return }
        sum = held[(looked - base)..<(position - base)].withUnsafeBytes { FlacChecksum.frame($0, from: sum) }
        looked = position
    }

    /// What is too long ago begins no frame.
    private mutating func forgetOld() {
        candidates.removeAll { looked - $0.position > Self.maximumFrame }
    }
}
