/// Cuts a stream of bytes into frames that follow each other without a gap; the engine of both framers.
///
/// A sync word alone proves nothing: it occurs by chance once in about 7,000 bytes of MPEG audio, so a stream joined in
/// the middle of a frame would often begin with a false one. A frame is believed when the **two** headers behind it,
/// each exactly where the one before ends, agree with it in everything that a stream keeps (about one false start in
/// 10^9 bytes). One would leave a false start in every few hundred joins; three would cost start-up another frame.
/// The end of the data, or a tag, counts as a header. Frames of free format need more (``FreeFormatSearch``). Once in
/// step a frame needs no confirmation: it comes out as soon as it is whole.
///
/// A container that says where a frame begins (``expectFrame()``) makes the confirmation needless: the first packet
/// comes out as soon as its bytes are there.
///
/// Every decision waits for the bytes that it needs, so that events do not depend on how the input is cut.
struct FrameChain<Header: AudioFrameHeader> {
    /// Headers behind a frame that must agree before it is believed.
    static var confirmations: Int { 2 }
    /// Input copied at once while searching, so that it is not moved for each byte.
    static var searchStep: Int { 4096 }

    private enum Step {
        case used(Int)
        /// Nothing can be decided before so many bytes are there.
        case needs(Int)
    }

    private enum Confirmation {
        case yes(bitRate: Int?, freeFormatLength: Int)
        case no
        case needs(Int)
    }

    /// Bytes that belonged to no frame since the last one; tags do not count.
    private(set) var garbage = 0
    /// The same since the beginning.
    private(set) var garbageInAll = 0
    /// Bytes that are done with: the place of what is cut next.
    private(set) var position = 0
    /// What the first frame said of the whole stream.
    private(set) var information: XingHeader?
    /// The header of the last frame.
    private(set) var lastHeader: Header?

    /// Bytes that could not be decided or were no whole frame yet. At most ``AudioFraming/maximumHeld``.
    private var held: [UInt8] = []
    /// Bytes of `held` with which to try again.
    private var wanted = 1
    /// The header that frames must agree with; nil while searching.
    private var locked: Header?
    private var lockedBitRate: Int?
    private var freeFormatLength = 0
    /// Bytes of a tag that are still to be passed over.
    private var skipping = 0
    /// Whether bytes were passed over since the last frame that were no tag.
    private var isTorn = false
    /// Where a header is believed at once; nil where none is expected.
    private var expected: Int?
    /// What was last said in a format event.
    private var sent: (header: Header, format: MediaFormat)?

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

    mutating func finish(_ emit: (FramePiece) -> Void) {
        advanceHeld(isLast: true, emit)
        if locked == nil {
            // Too few bytes for a header, behind what was no frame: how many depends on how the input was cut.
            garbageInAll += held.count
            position += held.count
        }
        held.removeAll(keepingCapacity: true)
        wanted = 1
        skipping = 0
    }

    // MARK: What a container knows

    /// Says that no bytes follow for now: whole frames come out, and a frame that was begun may go on. Whether one was
    /// does not depend on how the input was cut: what could not be decided before is decided here.
    mutating func pause(_ emit: (FramePiece) -> Void) {
        advanceHeld(isLast: true, emit)
        if locked == nil { finish(emit) }
    }

    /// The place of the byte that is fed next.
    var end: Int { position + held.count }

    /// Whether it stands in the middle of a frame of a stream in step.
    var isInsideFrame: Bool { locked != nil && !held.isEmpty }

    /// Says that a frame begins with the next byte, if one begins there at all.
    mutating func expectFrame() { expected = end }

    /// Whether these bytes begin a frame of the stream in step.
    func isContinued(by bytes: UnsafeRawBufferPointer) -> Bool {
        guard let locked, let header = Header(bytes) else { return false }
        return header.isCompatible(with: locked)
    }

    /// Says that bytes are missing before the next one: what has begun is dropped, the search begins anew.
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
        // Taken out, so that the frames in it can be lent while `self` changes.
        var buffer: [UInt8] = []
        swap(&buffer, &held)
        let used = buffer.withUnsafeBytes { advance($0, isLast: isLast, emit) }
        buffer.removeFirst(used)
        swap(&buffer, &held)
    }

    /// - Returns: bytes that are done with. The rest must be offered again with more behind it.
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

    /// One frame or tag of a stream that is in step.
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

    /// Passes a tag that begins here, or nil where none does.
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

    private mutating func sendFormat(for header: Header, _ emit: (FramePiece) -> Void) {
        var bitRate = lockedBitRate
        if let sent, header.isCompatible(with: sent.header) {
            guard let named = sent.format.bitRate, header.namedBitRate(freeFormatLength: freeFormatLength) != named
            else { return }
            // What looked like a constant rate varies.
            bitRate = nil
        } else if let information, information.isVariable {
            bitRate = nil
        }
        let format = header.mediaFormat(bitRate: bitRate)
        if format != sent?.format { emit(.element(.format(format), at: position)) }
        sent = (header, format)
    }

    // MARK: Confirming a sync

    private func confirm(_ header: Header, _ rest: UnsafeRawBufferPointer, isLast: Bool) -> Confirmation {
        if let length = header.frameLength { return confirm(header, rest, length: length, isLast: isLast) }
        switch header.freeFormatLength(in: rest) {
        case .length(let length):
            return .yes(bitRate: header.namedBitRate(freeFormatLength: length), freeFormatLength: length)
        case .none: return .no
        case .needs(let count): return isLast ? .no : .needs(count)
        }
    }

    /// Follows the frames from `header`, whose own is `length` bytes long.
    private func confirm(
        _ header: Header, _ rest: UnsafeRawBufferPointer, length: Int, isLast: Bool
    ) -> Confirmation {
        var bitRate = header.namedBitRate(freeFormatLength: 0)
        var end = length
        for confirmed in 0..<Self.confirmations {
            guard rest.count >= end + Header.length else {
                if !isLast { return .needs(end + Header.length) }
                // The data ends in the middle of a later frame, or exactly behind one.
                guard confirmed > 0 || rest.count == end else { return .no }
                break
            }
            let following = UnsafeRawBufferPointer(rebasing: rest[end...])
            if AudioFraming.isTagMagic(following) { break }
            guard let next = Header(following), next.isCompatible(with: header), let length = next.frameLength else {
                return .no
            }
            let rate = next.namedBitRate(freeFormatLength: 0)
            // The first frame may be one with information, whose rate says nothing.
            bitRate = confirmed == 0 || rate == bitRate ? rate : nil
            end += length
        }
        return .yes(bitRate: bitRate, freeFormatLength: 0)
    }
}
