/// Cuts a FLAC stream (RFC 9639) into its frames without decoding them.
///
/// A frame does not state its length. A frame ends where the next frame's header begins, if the bytes up to there have
/// the right checksum. The framer tries every header found since the last frame as the beginning of a frame, so
/// neither damaged bytes nor bytes that only look like a header stop the sound. A stream received from its middle on
/// has no STREAMINFO block; its frame headers give the format (§9.1, the streamable subset). Frame headers also take
/// precedence over a STREAMINFO block that contradicts them. A stream may contain several FLAC files, one after
/// another. Every decision waits for the bytes that it needs, so the output does not depend on where the input is split
/// between calls.
package struct FlacFramer {
    /// Length of the longest frame that the framer finds, in bytes: that of three seconds of uncompressed CD sound.
    /// FLAC allows frames of about 2 MiB.
    package static let maximumFrame = 512 << 10
    /// Length of the longest comment block that the framer emits, in bytes. Longer blocks are skipped.
    package static let maximumBlock = 1 << 20
    /// Maximum number of frame headers that the framer remembers while it searches for the ends of their frames. The
    /// oldest header is forgotten first.
    private static let maximumCandidates = 16

    /// The part of the stream that the next byte belongs to.
    private enum Place {
        /// Outside metadata blocks and skipped bytes: frames, `fLaC` signatures and garbage.
        case frames
        case blockHeader
        case block(type: UInt8, isLast: Bool, length: Int)
        case skipping(Int, then: After)

        /// The part of the stream that comes after the skipped bytes.
        enum After { case frames, blockHeader }
    }

    /// Bytes that look like a frame header, and may begin a frame.
    private struct Candidate {
        /// Stream position of the header's first byte.
        var position: Int
        var header: FlacFrameHeader
        /// CRC-16 of the stream's frame bytes before this header: the value of ``FlacFramer/sum`` at ``position``.
        var sum: UInt16
        /// True if a frame must begin at the header, because the metadata blocks or the previous frame end there.
        var isCertain: Bool
    }

    /// The format and length of the stream, from its STREAMINFO block or its frame headers; nil before either was read.
    package private(set) var info: FlacStreamInfo?
    private var place = Place.frames
    private var held: [UInt8] = []
    /// Stream position of the first byte in ``held``: the number of bytes received before this byte.
    private var base = 0
    /// Stream position of the first byte not examined yet. ``sum`` covers the frame bytes before it.
    private var looked = 0
    /// CRC-16 of all bytes before ``looked`` that are not part of a metadata block, a signature or a skipped tag.
    private var sum: UInt16 = 0
    private var candidates: [Candidate] = []
    /// Stream position where the next frame should begin: the end of the metadata blocks or of the last frame.
    private var certain = 0
    /// Stream position of the end of the last emitted frame, or of the metadata blocks if no frame came after them.
    private var lastEnd = 0
    /// Comments and pictures to emit before the next packet.
    private var metadata: [TimedMetadata] = []
    /// The format that was emitted last; nil if none was emitted yet.
    private var sent: MediaFormat?
    /// True if the next packet is the first of a FLAC file. A stream may contain several files, one after another.
    private var isNew = true
    /// True if a new file began in the stream, but the last frame of the previous file was incomplete or damaged.
    private var isTorn = false
    /// Header of the first frame, from which emitted positions count; nil before the first frame, and from the second
    /// file in the stream on.
    private var origin: FlacFrameHeader?
    private var last: FlacFrameHeader?
    /// True if frame numbers count samples although the headers say that they count frames, as in some old files.
    private var countsSamples = false
    /// True if the framer must emit a position before its first packet, because ``resumed()`` created the framer.
    private var isUnplaced = false

    package init() {}

    /// Returns a new framer for the same file whose input may begin at any byte of the file. The new framer emits a
    /// position before its first packet.
    /// - Returns: nil if this framer has not found the first frame yet, or the stream contains a second file.
    package func resumed() -> FlacFramer? {
        guard origin != nil else { return nil }
        var framer = FlacFramer()
        (framer.info, framer.origin, framer.countsSamples) = (info, origin, countsSamples)
        (framer.isUnplaced, framer.isNew) = (true, false)
        return framer
    }

    /// True if more than ``maximumFrame`` bytes were examined since the last frame, or since the metadata blocks. No
    /// more sound is expected then.
    package var isGarbage: Bool {
        // Metadata blocks, such as large pictures, may be longer.
        guard case .frames = place else { return false }
        return looked - lastEnd > Self.maximumFrame
    }

    /// Duration of the file's sound according to its STREAMINFO block; nil if unknown.
    package var duration: MediaTime? {
        info.flatMap { info in info.sampleCount.map { MediaTime(samples: $0, rate: info.sampleRate) } }
    }

    /// Takes the next bytes of the stream. The bytes of an emitted packet are valid only during the call of `emit`,
    /// which must not use the framer.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        held.append(contentsOf: bytes)
        while step(isLast: false, emit) {}
        let done = (candidates.first?.position ?? looked) - base
        guard done > 0 else { return }
        held.removeFirst(done)
        base += done
    }

    /// Processes the end of the stream: emits the last frame if all its bytes were received.
    package mutating func finish(_ emit: (StreamElement) -> Void) {
        while step(isLast: true, emit) {}
        guard case .frames = place else { return }
        // Some files have an ID3v1 tag of 128 bytes after the last frame.
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

    /// Processes what begins at ``looked``: a metadata block, its header, bytes to skip, or frames. Returns false if
    /// more bytes are needed.
    /// - Parameter isLast: whether all bytes of the stream were received.
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

    /// Returns the part of the stream that follows a metadata block's header: the block's content if the framer reads
    /// blocks of this type and length, otherwise bytes to skip.
    /// - Parameter isLast: whether frames follow the block.
    private func begin(block type: UInt8, isLast: Bool, length: Int) -> Place {
        let isWanted =
            switch type {
            case 0: length == FlacStreamInfo.byteCount
            case 4: length <= Self.maximumBlock
            case 6: metadata.hasRoom(forPicture: length)
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

    /// Processes the frame headers from ``looked`` on, until a `fLaC` signature is found. Returns false if more bytes
    /// are needed.
    /// - Parameter isLast: whether all bytes of the stream were received.
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
            if isSign(at: mark) {
                begin(at: mark, emit)
                return true
            }
            if let header = header(at: mark) { add(header, at: mark, emit) }
            sumUp(to: mark + 1)
            forgetOld()
        }
    }

    /// Returns the stream position of the next received byte that may begin a frame header or a `fLaC` signature; nil if
    /// there is no such byte.
    private func nextMark() -> Int? {
        held[(looked - base)...].withUnsafeBytes { bytes in
            bytes.firstIndex { $0 == 0xFF || $0 == UInt8(ascii: "f") }
        }.map { looked + $0 }
    }

    private func bytes(at position: Int) -> ArraySlice<UInt8> {
        held[(position - base)...].prefix(FlacFrameHeader.maximumByteCount)
    }

    /// Returns whether the `fLaC` signature and the header of a STREAMINFO block are at `position`.
    private func isSign(at position: Int) -> Bool {
        let bytes = bytes(at: position)
        return bytes.starts(with: "fLaC".utf8) && bytes.count >= 8 && bytes[bytes.startIndex + 4] & 0x7F == 0
            && bytes.dropFirst(5).prefix(3).elementsEqual([0, 0, UInt8(FlacStreamInfo.byteCount)])
    }

    /// Returns the frame header at `position`; nil if none begins there, or it refers to a STREAMINFO block that was
    /// not received.
    private func header(at position: Int) -> FlacFrameHeader? {
        guard let header = bytes(at: position).withUnsafeBytes({ FlacFrameHeader($0) }) else { return nil }
        let isWhole = info != nil || header.sampleRate != nil && header.bitsPerSample != nil
        return isWhole ? header : nil
    }

    /// Begins a new file in the stream, because a `fLaC` signature is at `position`. Emits the previous file's last
    /// frame if it is complete. Metadata blocks are expected next.
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

    /// Emits the frame that ends at `position`, where `header` begins, if there is such a frame. Then adds `header` to
    /// the candidates.
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

    /// Returns whether the bytes from `candidate` to `position` are a frame with the right checksum. ``looked`` must be
    /// `position`.
    private func isWhole(_ candidate: Candidate, upTo position: Int) -> Bool {
        let length = position - candidate.position
        return length > candidate.header.byteCount + 2 && FlacChecksum.shifted(candidate.sum, by: length) == sum
    }

    /// Emits a frame as a packet. Before the packet, emits the position, format, discontinuity and metadata that are
    /// due.
    /// - Parameter end: stream position of the frame's end.
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
            emit(.discontinuity(isGap: true))
        }
        for metadata in metadata { emit(.metadata(metadata)) }
        held[(frame.position - base)..<(end - base)].withUnsafeBytes { bytes in
            emit(.packet(Packet(bytes: bytes, sampleCount: header.blockSize, startsAnew: isNew)))
        }
    }

    /// Includes the bytes from ``looked`` to `position` in ``sum``, and moves ``looked`` to `position`.
    private mutating func sumUp(to position: Int) {
        guard position > looked else { return }
        sum = held[(looked - base)..<(position - base)].withUnsafeBytes { FlacChecksum.frame($0, from: sum) }
        looked = position
    }

    /// Removes the candidates that are more than ``maximumFrame`` bytes before ``looked``.
    private mutating func forgetOld() {
        candidates.removeAll { looked - $0.position > Self.maximumFrame }
    }
}
