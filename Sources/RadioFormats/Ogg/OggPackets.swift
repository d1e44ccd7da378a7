import COgg

/// Assembles the packets of one logical stream from its pages (RFC 3533 §5) with libogg.
final class OggPackets {
    /// The result of ``next()``.
    enum Next {
        /// A packet, valid until the next page is added.
        case packet(UnsafeRawBufferPointer)
        /// The beginning of comments that are longer than a packet may be.
        case beginning([UInt8])
        /// A page or a part of one is missing before the next packet.
        case hole
        /// There is no further complete packet. The end of the next packet is on a later page.
        case none
    }

    /// Length of the longest packet in bytes; longer packets are left out. Headers may be long packets, because they
    /// may contain pictures: in Vorbis comments, the longest picture takes 5.6 MB.
    static let maximumPacket = EmbeddedPicture.maximumLength * 4 / 3 + 256 << 10

    let serial: Int32
    /// libogg's state of the logical stream. Owned by this object and cleared in `deinit`.
    private let state: UnsafeMutablePointer<ogg_stream_state>
    private var isTorn = false
    /// The beginning of comments that were too long, until ``next()`` returns it.
    private var beginning: [UInt8]?

    /// Creates the stream's state.
    /// - Parameter isJoined: whether the first page added may be from the middle of the stream. If a packet began
    ///   before this page, ``next()`` then leaves out the packet's end.
    init(serial: Int32, isJoined: Bool = false) {
        self.serial = serial
        state = .allocate(capacity: 1)
        ogg_stream_init(state, serial)
        if isJoined { ogg_stream_reset(state) }
    }

    deinit {
        ogg_stream_clear(state)
        state.deallocate()
    }

    func add(_ page: UnsafeMutablePointer<ogg_page>) {
        if state.pointee.body_fill - state.pointee.body_returned + page.pointee.body_len > Self.maximumPacket {
            beginning = beginningOfComments
            ogg_stream_reset(state)
            isTorn = true
        }
        ogg_stream_pagein(state, page)
    }

    /// The beginning of the incomplete packet if it contains comments, which are complete but for a picture; otherwise
    /// nil.
    private var beginningOfComments: [UInt8]? {
        guard let body = state.pointee.body_data else { return nil }
        let packet = UnsafeRawBufferPointer(
            start: body + state.pointee.body_returned, count: state.pointee.body_fill - state.pointee.body_returned)
        guard Ascii.begins(packet, "\u{3}vorbis") || Ascii.begins(packet, "OpusTags") else { return nil }
        return Array(packet.prefix(FlacFramer.maximumBlock))
    }

    /// Returns the next packet of the pages added so far.
    func next() -> Next {
        if let beginning {
            self.beginning = nil
            return .beginning(beginning)
        }
        if isTorn {
            isTorn = false
            return .hole
        }
        var packet = ogg_packet()
        let answer = ogg_stream_packetout(state, &packet)
        if answer < 0 { return .hole }
        return answer == 0 ? .none : .packet(UnsafeRawBufferPointer(start: packet.packet, count: packet.bytes))
    }
}
