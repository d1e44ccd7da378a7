import COgg

/// Assembles the packets of one logical stream (RFC 3533 §5) with libogg.
final class OggPackets {
    /// The result of asking for the next packet.
    enum Next {
        /// A packet, valid until the next page is added.
        case packet(UnsafeRawBufferPointer)
        /// Data is missing before the next packet.
        case hole
        /// There is no complete packet: the rest of the next packet is on later pages.
        case none
    }

    /// Length of the longest packet in bytes; longer packets are left out. Packets of headers may be long, because they
    /// may hold pictures.
    static let maximumPacket = 4 << 20

    let serial: Int32
    /// The state of libogg. Owned by this object and cleared in `deinit`.
    private let state: UnsafeMutablePointer<ogg_stream_state>
    private var isTorn = false

    /// Creates the stream's state.
    /// - Parameter isJoined: whether the first page may be from the middle of the stream. If a packet began before this
    ///   page, its end is then not returned.
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
