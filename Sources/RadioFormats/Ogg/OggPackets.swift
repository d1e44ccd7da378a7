import COgg

/// Assembles the packets of one logical stream from its pages (RFC 3533 §5) with libogg.
final class OggPackets {
    /// The result of ``next()``.
    enum Next {
        /// A packet, valid until the next page is added.
        case packet(UnsafeRawBufferPointer)
        /// A page or a part of one is missing before the next packet.
        case hole
        /// There is no further complete packet. The end of the next packet is on a later page.
        case none
    }

    /// Length of the longest packet in bytes; longer packets are left out. Headers may be long packets, because they
    /// may contain pictures.
    static let maximumPacket = 4 << 20

    let serial: Int32
    /// libogg's state of the logical stream. Owned by this object and cleared in `deinit`.
    private let state: UnsafeMutablePointer<ogg_stream_state>
    private var isTorn = false

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
            ogg_stream_reset(state)
            isTorn = true
        }
        ogg_stream_pagein(state, page)
    }

    /// Returns the next packet of the pages added so far.
    func next() -> Next {
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
