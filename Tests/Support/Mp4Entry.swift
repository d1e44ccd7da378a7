/// Sample entries of `stsd` boxes.
extension Mp4Maker {
    /// The layout of an entry's fields before its boxes.
    package enum EntryVersion {
        /// Version 0, which ISO's format and QuickTime share.
        case zero
        /// QuickTime's version 1, with four more numbers.
        case quickTime1
        /// QuickTime's version 2, with the rate as a floating-point number.
        case quickTime2
        /// ISO's version 1, with the fields of version 0.
        case iso1
    }

    /// Returns an audio sample entry that contains `children`.
    package static func entry(
        _ type: String, version: EntryVersion = .zero, channels: UInt16 = 2, rate: UInt32 = 44_100, _ children: [UInt8]
    ) -> [UInt8] {
        let number: UInt16 =
            switch version {
            case .zero: 0
            case .quickTime1, .iso1: 1
            case .quickTime2: 2
            }
        let isPlain = number < 2
        var body: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1] + big(number) + [0, 0, 0, 0, 0, 0]
        body += big(isPlain ? channels : 3) + big(UInt16(16)) + [0, 0, 0, 0]
        // The sample rate is a fixed-point number with 16 bits before and 16 after the point. A rate that does not fit
        // is written as 0. QuickTime's version 2 always has 1 here.
        body += big(isPlain ? (rate < 65_536 ? rate << 16 : 0) : 0x10000)
        switch version {
        case .zero, .iso1: break
        case .quickTime1: body += big(UInt32(1024)) + big(UInt32(0)) + big(UInt32(0)) + big(UInt32(2))
        case .quickTime2:
            body += big(UInt32(72)) + big(Double(rate).bitPattern) + big(UInt32(channels)) + big(UInt32(0x7F00_0000))
            body += [UInt8](repeating: 0, count: 16)
        }
        return box(type, body, children)
    }

    /// Returns an `mp4a` entry with an `esds` box.
    package static func mp4a(
        _ specificInfo: [UInt8], objectType: UInt8 = 0x40, version: EntryVersion = .zero, channels: UInt16 = 2,
        rate: UInt32 = 44_100, isInWave: Bool = false
    ) -> [UInt8] {
        let stream = streamDescription(specificInfo, objectType: objectType)
        let children =
            isInWave ? box("wave", box("frma", name("mp4a")), stream, big(UInt32(8)) + [0, 0, 0, 0]) : stream
        return entry("mp4a", version: version, channels: channels, rate: rate, children)
    }

    /// Returns an `esds` box.
    /// - Parameters:
    ///   - lengthWidth: The number of bytes of each length field. One byte would suffice for the lengths here.
    ///   - hasAll: Whether the outer descriptor has all optional fields.
    package static func streamDescription(
        _ specificInfo: [UInt8], objectType: UInt8 = 0x40, bitRate: UInt32 = 128_000, lengthWidth: Int = 4,
        hasAll: Bool = false
    ) -> [UInt8] {
        func descriptor(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            var length: [UInt8] = []
            for place in (0..<lengthWidth).reversed() {
                let part = UInt8(content.count >> (7 * place) & 0x7F)
                length.append(place > 0 ? part | 0x80 : part)
            }
            return [tag] + length + content
        }
        let info = specificInfo.isEmpty ? [] : descriptor(5, specificInfo)
        var decoder: [UInt8] = [objectType, 0x15, 0, 0, 0]
        decoder += big(bitRate) + big(bitRate) + info
        var stream: [UInt8] = [0, 1, hasAll ? 0xE0 : 0]
        if hasAll { stream += [0, 9, 3] + Array("url".utf8) + [0, 8] }
        stream += descriptor(4, decoder) + descriptor(6, [2])
        return fullBox("esds", descriptor(3, stream))
    }

    /// Returns an encrypted entry. Its `frma` box contains the original type.
    package static func encrypted(scheme: String?, _ children: [UInt8] = []) -> [UInt8] {
        let type = scheme.map { fullBox("schm", name($0), big(UInt32(0x10000))) } ?? []
        return entry("enca", children + box("sinf", box("frma", name("mp4a")), type, box("schi", [])))
    }
}
