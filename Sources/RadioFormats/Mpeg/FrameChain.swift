/// Cuts a stream of bytes into frames that follow each other without gaps.
///
/// A sync word alone proves nothing: the same bits occur at random once in about 7,000 bytes of MPEG audio, so a stream
/// joined in the middle of a frame would often begin with a false frame. The chain accepts a frame if the **two**
/// following headers agree with its header in all fields that do not change within a stream. Each of these headers must
/// be exactly at the end of the previous frame.
///
/// With two confirming headers, a false start occurs about once in 10^9 bytes. With one confirming header, one in a few
/// hundred streams that are joined in the middle would start falsely. With three, every start would be one frame later.
/// The end of the data, or a tag, directly after a frame confirms the frame like a header. Free-format frames need more
/// headers (``FreeFormatSearch``). After the first frame no confirmation is needed: each frame is emitted as soon as it
/// is complete.
///
/// If a container announces where a frame begins (``expectFrame()``), no confirmation is needed: the first packet is
/// emitted as soon as its bytes arrive.
///
/// The output does not depend on how the input is split between calls of `feed`, because every decision waits for all
/// bytes that it needs.
struct FrameChain<Header: AudioFrameHeader> {
    /// Number of headers after a frame that must agree with the frame's header to confirm it.
    static var confirmations: Int { 2 }
    /// Number of input bytes that are added to ``held`` at once while searching for a frame. Adding single bytes would
    /// be slow, because ``held`` is moved each time.
    static var searchStep: Int { 4096 }

    /// The result of examining the next bytes: how many were processed, or how many are needed.
    private enum Step {
        case used(Int)
        /// At least this many bytes are needed to decide.
        case needs(Int)
    }

    /// Whether the following headers confirm a frame.
    private enum Confirmation {
        case yes(bitRate: Int?, freeFormatLength: Int)
        case no
        case needs(Int)
    }

    /// Number of bytes since the last frame that belong neither to a frame nor to a tag.
    private(set) var garbage = 0
    /// Number of bytes since the beginning of the stream that belong neither to a frame nor to a tag.
    private(set) var garbageInAll = 0
    /// Number of bytes of the stream processed so far, which is the position of the next frame or tag.
    private(set) var position = 0
    /// The description of the whole stream in its first frame (a Xing or similar header); nil if there is none.
    private(set) var information: XingHeader?
    /// The header of the last emitted frame; nil before the first one.
    private(set) var lastHeader: Header?

    /// Bytes that were fed but not processed: the beginning of a frame or tag, or bytes that may begin one. At most
    /// ``AudioFraming/maximumHeld``.
    private var held: [UInt8] = []
    /// Number of bytes that ``held`` must have for the next decision.
    private var wanted = 1
    /// The header of the confirmed frame, with which all following frames must agree; nil while searching for a
    /// confirmed frame.
    private var locked: Header?
    private var lockedBitRate: Int?
    private var freeFormatLength = 0
    /// Number of bytes of the current tag that are still to be skipped.
    private var skipping = 0
    /// The ID3v2 tag that is being skipped, and its position; nil if the current tag is of another kind.
    private var longTag: (reader: Id3TagReader, start: Int)?
    /// True if bytes that belong to no tag were skipped since the last frame, so that a discontinuity must be emitted.
    private var isTorn = false
    /// Position at which a frame begins according to the container. Its header needs no confirmation. Nil if the
    /// container announced no frame.
    private var expected: Int?
    /// The format emitted last, and the frame header from which it was made; nil before the first.
    private var sent: (header: Header, format: MediaFormat)?

    /// Takes the next bytes, and emits the frames and tags that they complete.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (FramePiece) -> Void) {
        var at = 0
        while !held.isEmpty, at < bytes.count {
            let wish = max(wanted - held.count, locked == nil ? Self.searchStep : 1)
            let taken = min(wish, bytes.count - at)
            held.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[at..<at + taken]))
            at += taken
            if held.count >= wanted { advanceHeld(isLast: false, emit) }
        }
        guard at < bytes.count else { return }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[at...])
        let used = advance(rest, isLast: false, emit)
        held.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[used...]))
    }

    /// Ends the stream: emits the frames that are still complete, and drops the remaining bytes.
    mutating func finish(_ emit: (FramePiece) -> Void) {
        advanceHeld(isLast: true, emit)
        if locked == nil {
            // The bytes in `held` belong to no frame. How many are left in `held` depends on how the input was split
            // between calls, but the total in `garbageInAll` does not.
            garbageInAll += held.count
            position += held.count
        }
        held.removeAll(keepingCapacity: true)
        wanted = 1
        skipping = 0
        longTag = nil
    }

    /// Notes that the stream begins with `count` bytes that are not fed. Must be called before the first bytes.
    mutating func begin(after count: Int) { position = count }

    // MARK: Announcements of a container

    /// Ends a segment: emits the frames that are complete. Keeps the beginning of an incomplete frame, whose end may be
    /// in the next segment.
    ///
    /// Decisions that wait for more bytes are made now, with the segment's bytes only. Therefore the result does not
    /// depend on how the input was split between calls.
    mutating func pause(_ emit: (FramePiece) -> Void) {
        advanceHeld(isLast: true, emit)
        if locked == nil { finish(emit) }
    }

    /// Number of bytes fed so far, which is the position of the next byte in the stream.
    var end: Int { position + held.count }

    /// True if the last bytes fed are the beginning of an incomplete frame.
    var isInsideFrame: Bool { locked != nil && !held.isEmpty }

    /// Notes that, according to the container, a frame begins with the next byte. If a frame header begins there, the
    /// frame needs no confirmation by later headers.
    mutating func expectFrame() { expected = end }

    /// Returns whether `bytes` begins with a frame header of the same format as the frames so far.
    func isContinued(by bytes: UnsafeRawBufferPointer) -> Bool {
        guard let locked, let header = Header(bytes) else { return false }
        return header.isCompatible(with: locked)
    }

    /// Notes that bytes were lost before the next byte that is fed: drops an incomplete frame or tag, and searches for
    /// a confirmed frame again.
    mutating func tear() {
        garbageInAll += held.count
        position += held.count
        held.removeAll(keepingCapacity: true)
        wanted = 1
        skipping = 0
        longTag = nil
        locked = nil
        expected = nil
        isTorn = true
    }

    private mutating func advanceHeld(isLast: Bool, _ emit: (FramePiece) -> Void) {
        // Moves the bytes of `held` out of `self`, so that frames can borrow them while `self` changes.
        var buffer: [UInt8] = []
        swap(&buffer, &held)
        let used = buffer.withUnsafeBytes { advance($0, isLast: isLast, emit) }
        buffer.removeFirst(used)
        swap(&buffer, &held)
    }

    /// Cuts frames and tags from the front of `bytes`.
    /// - Returns: the number of bytes processed. The caller must pass the bytes after them again, together with more
    ///   input.
    private mutating func advance(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ emit: (FramePiece) -> Void
    ) -> Int {
        var at = 0
        while at < bytes.count {
            if skipping > 0 {
                let passed = min(skipping, bytes.count - at)
                skipping -= passed
                _ = longTag?.reader.feed(UnsafeRawBufferPointer(rebasing: bytes[at..<at + passed]))
                at += passed
                position += passed
                if skipping == 0, let (reader, start) = longTag.take(), let tag = reader.tag {
                    emit(.element(.metadata(TimedMetadata(kind: .id3, raw: tag)), at: start))
                }
                continue
            }
            let rest = UnsafeRawBufferPointer(rebasing: bytes[at...])
            let step =
                if let locked {
                    follow(locked, rest, isLast: isLast, emit)
                } else {
                    search(rest, isLast: isLast, emit)
                }
            switch step {
            case .used(let count):
                at += count
                position += count
            case .needs(let count):
                wanted = count
                return at
            }
        }
        wanted = 1
        return at
    }

    /// Takes the frame or tag at the beginning of `rest`, directly after a confirmed frame. If neither begins there,
    /// searches for a confirmed frame again.
    private mutating func follow(
        _ locked: Header, _ rest: UnsafeRawBufferPointer, isLast: Bool, _ emit: (FramePiece) -> Void
    ) -> Step {
        guard rest.count >= Header.length else { return .needs(Header.length) }
        if let header = Header(rest), header.isCompatible(with: locked) {
            let length = length(of: header)
            guard rest.count >= length else { return .needs(length) }
            deliver(header, UnsafeRawBufferPointer(rebasing: rest[..<length]), emit)
            return .used(length)
        }
        if let step = passTag(rest, isLast: isLast, emit) { return step }
        self.locked = nil
        return .used(0)
    }

    /// Looks for a confirmed frame or a tag at the beginning of `rest`. If neither begins there, skips to the next byte
    /// that may begin a frame or tag.
    private mutating func search(
        _ rest: UnsafeRawBufferPointer, isLast: Bool, _ emit: (FramePiece) -> Void
    ) -> Step {
        guard rest.count >= Header.length else { return .needs(Header.length) }
        if let step = passTag(rest, isLast: isLast, emit) { return step }
        if position == expected, let header = Header(rest), header.frameLength != nil {
            locked = header
            lockedBitRate = header.namedBitRate(freeFormatLength: 0)
            freeFormatLength = 0
            return .used(0)
        }
        if let header = Header(rest) {
            switch confirm(header, rest, isLast: isLast) {
            case .yes(let bitRate, let freeFormatLength):
                locked = header
                lockedBitRate = bitRate
                self.freeFormatLength = freeFormatLength
                return .used(0)
            case .needs(let count): return .needs(count)
            case .no: break
            }
        }
        var next = 1
        while next < rest.count, rest[next] != Header.firstByte, rest[next] != UInt8(ascii: "I") { next += 1 }
        isTorn = true
        garbage += next
        garbageInAll += next
        return .used(next)
    }

    /// Emits or skips the tag at the beginning of `rest`, or waits until the tag is complete. Returns nil if no tag
    /// begins there.
    private mutating func passTag(
        _ rest: UnsafeRawBufferPointer, isLast: Bool, _ emit: (FramePiece) -> Void
    ) -> Step? {
        guard AudioFraming.mayBeTag(rest) else { return nil }
        switch AudioFraming.tag(at: rest, afterGarbage: isTorn) {
        case .none: return nil
        case .needs(let count): return isLast ? .used(rest.count) : .needs(count)
        case .pass(let what, let count):
            emit(.passed(what, at: position, length: count))
            skipping = count
            guard what == .id3v2, let reader = Id3TagReader(header: rest) else { return .used(0) }
            longTag = (reader, position)
            skipping -= Id3Tag.headerLength
            return .used(Id3Tag.headerLength)
        case .id3(let count):
            guard rest.count >= count else { return isLast ? .used(rest.count) : .needs(count) }
            emit(.element(.metadata(TimedMetadata(kind: .id3, raw: Array(rest[..<count]))), at: position))
            return .used(count)
        }
    }

    private func length(of header: Header) -> Int {
        header.frameLength ?? freeFormatLength + header.paddingLength
    }

    /// Emits a frame as a packet. First emits a discontinuity if bytes were lost, and the format if it changed.
    ///
    /// A frame that contains a Xing or similar header instead of sound is not emitted as a packet. If it is the first
    /// frame, the header is stored in ``information``.
    private mutating func deliver(
        _ header: Header, _ frame: UnsafeRawBufferPointer, _ emit: (FramePiece) -> Void
    ) {
        garbage = 0
        let isFirst = lastHeader == nil
        lastHeader = header
        if let read = header.information(in: frame, isFirst: isFirst) {
            if isFirst { information = read }
            emit(.passed(.information(read), at: position, length: frame.count))
            return
        }
        if isTorn {
            isTorn = false
            if sent != nil { emit(.element(.discontinuity(isGap: true), at: position)) }
        }
        sendFormat(for: header, emit)
        emit(.element(.packet(Packet(bytes: frame, sampleCount: header.sampleCount)), at: position))
    }

    /// Emits the format that a frame's header describes, if it differs from the format emitted last.
    private mutating func sendFormat(for header: Header, _ emit: (FramePiece) -> Void) {
        var bitRate = lockedBitRate
        if let sent, header.isCompatible(with: sent.header) {
            guard let named = sent.format.bitRate, header.namedBitRate(freeFormatLength: freeFormatLength) != named
            else { return }
            // The frames so far seemed to have a constant bit rate, but this frame has another one. The new format
            // states no bit rate.
            bitRate = nil
        } else if let information, information.isVariable {
            bitRate = nil
        }
        let format = header.mediaFormat(bitRate: bitRate)
        if format != sent?.format { emit(.element(.format(format), at: position)) }
        sent = (header, format)
    }

    // MARK: Confirming a sync word

    private func confirm(_ header: Header, _ rest: UnsafeRawBufferPointer, isLast: Bool) -> Confirmation {
        if let length = header.frameLength { return confirm(header, rest, length: length, isLast: isLast) }
        switch header.freeFormatLength(in: rest) {
        case .length(let length):
            return .yes(bitRate: header.namedBitRate(freeFormatLength: length), freeFormatLength: length)
        case .none: return .no
        case .needs(let count): return isLast ? .no : .needs(count)
        }
    }

    /// Checks whether further headers follow the frame that begins with `header` and is `length` bytes long.
    private func confirm(
        _ header: Header, _ rest: UnsafeRawBufferPointer, length: Int, isLast: Bool
    ) -> Confirmation {
        var bitRate = header.namedBitRate(freeFormatLength: 0)
        var end = length
        for confirmed in 0..<Self.confirmations {
            guard rest.count >= end + Header.length else {
                if !isLast { return .needs(end + Header.length) }
                // At the end of the data, one confirming header is enough. Without any, the data must end exactly where
                // the frame ends.
                guard confirmed > 0 || rest.count == end else { return .no }
                break
            }
            let following = UnsafeRawBufferPointer(rebasing: rest[end...])
            if AudioFraming.isTagMagic(following) { break }
            guard let next = Header(following), next.isCompatible(with: header), let length = next.frameLength else {
                return .no
            }
            let rate = next.namedBitRate(freeFormatLength: 0)
            // The first frame may contain a Xing header instead of sound. Its bit rate is therefore ignored.
            bitRate = confirmed == 0 || rate == bitRate ? rate : nil
            end += length
        }
        return .yes(bitRate: bitRate, freeFormatLength: 0)
    }
}
