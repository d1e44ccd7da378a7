import RadioFormats

/// Makes Ogg pages (RFC 3533 §6) of whole packets, with the right checksums.
package struct OggMaker {
    package let serial: UInt32
    private var sequence: UInt32 = 0
    private var granule: Int64 = 0

    package init(serial: UInt32 = 1) { self.serial = serial }

    /// Returns a page of packets, or several pages if the packets need more than 255 lacing values.
    /// - Parameters:
    ///   - granule: The granule position after the last packet. Nil means the previous page's granule position plus
    ///     `samples`.
    ///   - samples: The number of samples in the packets.
    package mutating func page(
        _ packets: [[UInt8]], granule: Int64? = nil, samples: Int = 0, isFirst: Bool = false, isLast: Bool = false
    ) -> [UInt8] {
        self.granule = granule ?? self.granule + Int64(samples)
        var lacing = packets.flatMap { packet in
            [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
        }
        var body = packets.flatMap { $0 }[...]
        var bytes: [UInt8] = []
        var isContinued = false
        repeat {
            let values = Array(lacing.prefix(255))
            lacing.removeFirst(values.count)
            let count = values.reduce(0) { $0 + Int($1) }
            let isEnd = lacing.isEmpty
            bytes += header(
                values, Array(body.prefix(count)),
                flags: (isContinued ? 1 : 0) | (isFirst ? 2 : 0) | (isLast && isEnd ? 4 : 0),
                granule: values.contains { $0 < 255 } ? self.granule : -1)
            body = body.dropFirst(count)
            isContinued = values.last == 255
        } while !lacing.isEmpty
        return bytes
    }

    /// Skips a page sequence number, so that a reader of the stream notices a missing page.
    package mutating func skipPage() { sequence += 1 }

    private mutating func header(_ lacing: [UInt8], _ body: [UInt8], flags: UInt8, granule: Int64) -> [UInt8] {
        var page = Array("OggS".utf8) + [0, flags]
        page += (0..<8).map { UInt8(truncatingIfNeeded: granule >> (8 * $0)) }
        page += (0..<4).map { UInt8(truncatingIfNeeded: serial >> (8 * UInt32($0))) }
        page += (0..<4).map { UInt8(truncatingIfNeeded: sequence >> (8 * UInt32($0))) }
        page += [0, 0, 0, 0, UInt8(lacing.count)] + lacing + body
        sequence += 1
        OggPageSums.mend(&page)
        return page
    }

    // MARK: Headers

    /// Returns an identification header of Opus.
    package static func opusHead(channels: UInt8 = 2, preSkip: UInt16 = 312, gain: Int16 = 0) -> [UInt8] {
        Array("OpusHead".utf8) + [1, channels] + little(preSkip) + [0x80, 0xBB, 0, 0]
            + little(UInt16(bitPattern: gain)) + [0]
    }

    package static func opusTags(_ fields: [String] = []) -> [UInt8] { Array("OpusTags".utf8) + comments(fields) }

    package static func comments(_ fields: [String], vendor: String = "maker") -> [UInt8] {
        func counted(_ text: String) -> [UInt8] { little(UInt32(text.utf8.count)) + text.utf8 }
        return counted(vendor) + little(UInt32(fields.count)) + fields.flatMap(counted)
    }

    /// Returns an Opus packet of 20 ms. Packets with different numbers have different bytes.
    package static func opusPacket(_ number: Int, length: Int = 40) -> [UInt8] {
        var random = SplitMix64(state: UInt64(number))
        return [0xF8] + (1..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    package static let opusSamples = 960

    private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
