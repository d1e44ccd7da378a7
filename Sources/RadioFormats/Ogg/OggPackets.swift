import COgg

/// Puts the packets of one logical stream together (RFC 3533 §5), by libogg.
final class OggPackets {
    enum Next {
        /// Valid until the next page.
        case packet(UnsafeRawBufferPointer)
        /// Something is missing before the next one.
        case hole
        /// The rest is on later pages.
        case none
    }

    /// Bytes of a packet that goes on over many pages; a longer one is left out. Headers hold pictures.
    static let maximumPacket = 4 << 20

    let serial: Int32
    /// Owned, cleared in `deinit`.
    private let state: UnsafeMutablePointer<ogg_stream_state>
    private var isTorn = false

    /// - Parameter isJoined: the first page that is added may be any; of its packets the whole ones come out.
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
