/// Writes AAC in LATM as an AudioSyncStream (ISO/IEC 14496-3 §1.7).
package struct LatmMaker: Sendable {
    /// The AudioSpecificConfig. `configurationBits` is its length in bits.
    package var configuration: [UInt8]
    package var configurationBits: Int
    /// The value of audioMuxVersion.
    package var version: Int
    /// The number of access units in an element.
    package var unitCount: Int
    package var layerCount = 1
    /// The number of otherData bits to write after the access units.
    package var otherBits = 0

    package init(configuration: [UInt8] = [0x12, 0x10], bits: Int = 16, version: Int = 0, unitCount: Int = 1) {
        self.configuration = configuration
        configurationBits = bits
        self.version = version
        self.unitCount = unitCount
    }

    /// Returns one AudioSyncStream element, beginning with its sync word.
    /// - Parameter hasConfig: Whether the element repeats the configuration.
    package func element(_ units: [[UInt8]], hasConfig: Bool = true) -> [UInt8] {
        precondition(units.count == unitCount)
        var writer = BitWriter()
        writer.write(hasConfig ? 0 : 1, 1)
        if hasConfig { writeConfig(&writer) }
        for unit in units {
            for _ in 0..<unit.count / 255 { writer.write(255, 8) }
            writer.write(unit.count % 255, 8)
            writer.write(unit)
        }
        writer.write(0, otherBits)
        writer.align()
        let body = writer.bytes
        return [0x56, 0xE0 | UInt8(body.count >> 8), UInt8(body.count & 255)] + body
    }

    private func writeConfig(_ writer: inout BitWriter) {
        writer.write(version, 1)
        if version == 1 {
            writer.write(0, 1)
            // The field taraBufferFullness: 0xFF in one byte, after two bits for the number of bytes.
            writer.write(0x0FF, 10)
        }
        writer.write(1, 1)
        writer.write(unitCount - 1, 6)
        writer.write(0, 4)
        writer.write(layerCount - 1, 3)
        if version == 1 { writer.write(configurationBits, 10) }
        var left = configurationBits
        for byte in configuration where left > 0 {
            writer.write(Int(byte) >> max(8 - left, 0), min(left, 8))
            left -= 8
        }
        // The fields frameLengthType and latmBufferFullness.
        writer.write(0, 3)
        writer.write(0xFF, 8)
        writer.write(otherBits > 0 ? 1 : 0, 1)
        if otherBits > 0 {
            if version == 1 { writer.write(0, 2) }
            writer.write(otherBits, version == 1 ? 8 : 9)
        }
        // The field crcCheckPresent.
        writer.write(0, 1)
    }
}
