/// Cuts a stream of bytes into frames that follow each other without gaps.
///
/// A sync word alone proves nothing: the same bits occur at random once in about 7,000 bytes of MPEG audio, so a stream
/// joined in the middle of a frame would often begin with a false frame. The chain accepts a frame if the **two**
/// following headers agree with its header in all fields that do not change within a stream. Each of these headers must
/// be exactly at the end of the previous frame.
///
/// With two confirming headers, about one false start occurs in 10^9 bytes. With one, one in a few hundred joined
/// streams would start falsely; three would delay the start by another frame. The end of the data, or a tag, confirms a
/// frame like a header. Free-format frames need more headers (``FreeFormatSearch``). After the first frame no
/// confirmation is needed: each frame is emitted as soon as it is complete.
///
/// If a container announces where a frame begins (``expectFrame()``), no confirmation is needed: the first packet is
/// emitted as soon as its bytes arrive.
///
/// Every decision waits for the bytes that it needs, so the output does not depend on where the input is split between
/// calls.
struct FrameChain<Header: AudioFrameHeader> {
    /// Number of headers after a frame that must agree with its header.
    static var confirmations: Int { 2 }
    /// Number of input bytes added to the buffer at once while searching, so that its content is not moved for each
    /// byte.
    static var searchStep: Int { 4096 }

    /// The result of examining the next bytes.
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

    /// Number of bytes since the last frame that belong to no frame. The bytes of tags are not counted.
    private(set) var garbage = 0
    /// Number of bytes since the beginning of the stream that belong neither to a frame nor to a tag.
    private(set) var garbageInAll = 0
    /// Number of bytes of the stream processed so far, which is the position of the next frame or tag.
    private(set) var position = 0
    /// The description of the whole stream in its first frame (a Xing or similar header); nil if there is none.
    private(set) var information: XingHeader?
    /// The header of the last frame.
    private(set) var lastHeader: Header?

    /// Bytes that are undecided or not yet a whole frame. At most ``AudioFraming/maximumHeld``.
    private var held: [UInt8] = []
    /// Number of bytes that ``held`` must have for the next decision.
    private var wanted = 1
    /// The header that all frames must agree with; nil while searching for a confirmed frame.
    private var locked: Header?
    private var lockedBitRate: Int?
    private var freeFormatLength = 0
    /// Bytes of a tag still to be skipped.
    private var skipping = 0
    /// True if bytes other than tags were skipped since the last frame.
    private var isTorn = false
    /// Position where a container announced a frame, whose header needs no confirmation; nil without an announcement.
    private var expected: Int?
    /// The last format emitted, and the header that it came from.
    private var sent: (header: Header, format: MediaFormat)?

    /// Takes the next bytes and emits the frames that become whole.
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

    /// Ends the stream: emits the last whole frames and drops the rest.
    mutating func finish(_ emit: (FramePiece) -> Void) {
        advanceHeld(isLast: true, emit)
        if locked == nil {
            // The held bytes are too few for a header, so they are garbage. Their number depends on where the input was
            // split between calls, but the total in `garbageInAll` does not.
            garbageInAll += held.count
            position += held.count
        }
        held.removeAll(keepingCapacity: true)
        wanted = 1
        skipping = 0
    }

    // MARK: Announcements of a container

    /// Ends a segment: emits complete frames, and keeps the beginning of an incomplete one, which may continue in the
    /// next segment.
    ///
    /// Decisions that wait for more bytes are made now, so the result does not depend on where the input was split
    /// between calls.
    mutating func pause(_ emit: (FramePiece) -> Void) {
        advanceHeld(isLast: true, emit)
        if locked == nil { finish(emit) }
    }

    /// Position in the stream of the byte that is fed next.
    var end: Int { position + held.count }

    /// True if the input so far ends in the middle of a frame.
    var isInsideFrame: Bool { locked != nil && !held.isEmpty }

    /// Notes that the container announces a frame at the next byte. The frame is accepted if a frame header begins
    /// there.
    mutating func expectFrame() { expected = end }

    /// Returns whether `bytes` begin with a frame header that fits the frames so far.
    func isContinued(by bytes: UnsafeRawBufferPointer) -> Bool {
        guard let locked, let header = Header(bytes) else { return false }
        return header.isCompatible(with: locked)
    }

    /// Notes that bytes are missing before the next byte: drops an unfinished frame or tag and searches for a frame
    /// again.
    mutating func tear() {
        garbageInAll += held.count
        position += held.count
        held.removeAll(keepingCapacity: true)
        wanted = 1
        skipping = 0
        locked = nil
        expected = nil
        isTorn = true
    }

    private mutating func advanceHeld(isLast: Bool, _ emit: (FramePiece) -> Void) {
        // Moved out of `self`, so that frames can borrow these bytes while `self` changes.
        var buffer: [UInt8] = []
        swap(&buffer, &held)
        let used = buffer.withUnsafeBytes { advance($0, isLast: isLast, emit) }
        buffer.removeFirst(used)
        swap(&buffer, &held)
    }

    /// Cuts frames and tags from the front of `bytes`.
    /// - Returns: the number of bytes processed. The caller must pass the rest again, followed by more bytes.
    private mutating func advance(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ emit: (FramePiece) -> Void
    ) -> Int {
        var at = 0
        while at < bytes.count {
            if skipping > 0 {
                let passed = min(skipping, bytes.count - at)
                skipping -= passed
                at += passed
                position += passed
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

    /// Takes the next frame or tag after a confirmed frame. Goes back to searching if neither begins at `rest`.
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

    /// Looks for a frame or tag at the beginning of `rest`. If neither begins there, skips to the next byte that may
    /// begin one of them.
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

    /// Emits or skips the tag at the beginning of `rest`, or waits for the rest of it. Returns nil if no tag begins
    /// there.
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
            return .used(0)
        case .id3(let count):
            guard rest.count >= count else { return isLast ? .used(rest.count) : .needs(count) }
            emit(.element(.metadata(TimedMetadata(kind: .id3, raw: Array(rest[..<count]))), at: position))
            return .used(count)
        }
    }

    private func length(of header: Header) -> Int {
        header.frameLength ?? freeFormatLength + header.paddingLength
    }

    /// Emits a frame as a packet, preceded by a discontinuity and a format if needed.
    ///
    /// A frame that holds a Xing or similar header in place of sound is not emitted as a packet. If it is the first
    /// frame, the header is stored in ``information``.
    private mutating func deliver(
        _ header: Header, _ frame: UnsafeRawBufferPointer, _ emit: (FramePiece) -> Void
    ) {
        garbage = 0
        let isFirst = lastHeader == nil
        lastHeader = header
        if let read = header.information(in: frame, isFirst: isFirst) {
            if isFirst { information = read }
            emit(.passed(.information, at: position, length: frame.count))
            return
        }
        if isTorn {
            isTorn = false
            if sent != nil { emit(.element(.discontinuity, at: position)) }
        }
        sendFormat(for: header, emit)
        emit(.element(.packet(Packet(bytes: frame, sampleCount: header.sampleCount)), at: position))
    }

    /// Emits the format of a frame if it differs from the last format emitted.
    private mutating func sendFormat(for header: Header, _ emit: (FramePiece) -> Void) {
        var bitRate = lockedBitRate
        if let sent, header.isCompatible(with: sent.header) {
            guard let named = sent.format.bitRate, header.namedBitRate(freeFormatLength: freeFormatLength) != named
            else { return }
            // The bit rate seemed constant but varies, so the new format states no bit rate.
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

    /// Checks the headers after the frame that begins with `header` and is `length` bytes long.
    private func confirm(
        _ header: Header, _ rest: UnsafeRawBufferPointer, length: Int, isLast: Bool
    ) -> Confirmation {
        var bitRate = header.namedBitRate(freeFormatLength: 0)
        var end = length
        for confirmed in 0..<Self.confirmations {
            guard rest.count >= end + Header.length else {
                if !isLast { return .needs(end + Header.length) }
                // At the end of the data, one confirming header is enough. Without one, the data must end exactly where
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
            // The first frame may hold a Xing header instead of sound, so its bit rate is ignored.
            bitRate = confirmed == 0 || rate == bitRate ? rate : nil
            end += length
        }
        return .yes(bitRate: bitRate, freeFormatLength: 0)
    }
}
