import COgg

/// Writes the packets of one logical stream into pages (RFC 3533).
///
/// The newest packet is held back until another one follows or the stream ends, because the stream's last page must be
/// marked as the last.
final class OggPageWriter {
    private let state: UnsafeMutablePointer<ogg_stream_state>
    private var held: (bytes: [UInt8], granule: Int64)?
    private var count: Int64 = 0

    init(serial: Int32) {
        state = .allocate(capacity: 1)
        state.initialize(to: ogg_stream_state())
        ogg_stream_init(state, serial)
    }

    deinit {
        ogg_stream_clear(state)
        state.deallocate()
    }

    /// Returns the pages of the header packets. The first packet is alone on its page, and sound begins on a page of
    /// its own.
    func headers(_ packets: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, packet) in packets.enumerated() {
            put(packet, granule: 0, isLast: false)
            if index == 0 || index == packets.count - 1 { take(flushing: true, into: &bytes) }
        }
        return bytes
    }

    func append(_ packet: UnsafeRawBufferPointer, granule: Int64, to bytes: inout [UInt8]) {
        if let held {
            put(held.bytes, granule: held.granule, isLast: false)
            take(flushing: false, into: &bytes)
        }
        held = (Array(packet), granule)
    }

    func finish(to bytes: inout [UInt8]) {
        guard let last = held.take() else { return }
        put(last.bytes, granule: last.granule, isLast: true)
        take(flushing: true, into: &bytes)
    }

    /// Passes a packet to libogg, which copies the bytes.
    private func put(_ bytes: [UInt8], granule: Int64, isLast: Bool) {
        var bytes = bytes
        bytes.withUnsafeMutableBufferPointer { buffer in
            var packet = ogg_packet(
                packet: buffer.baseAddress, bytes: buffer.count, b_o_s: count == 0 ? 1 : 0, e_o_s: isLast ? 1 : 0,
                granulepos: granule, packetno: count)
            ogg_stream_packetin(state, &packet)
        }
        count += 1
    }

    private func take(flushing: Bool, into bytes: inout [UInt8]) {
        var page = ogg_page()
        while (flushing ? ogg_stream_flush(state, &page) : ogg_stream_pageout(state, &page)) != 0 {
            bytes.append(contentsOf: UnsafeBufferPointer(start: page.header, count: page.header_len))
            bytes.append(contentsOf: UnsafeBufferPointer(start: page.body, count: page.body_len))
        }
    }
}
