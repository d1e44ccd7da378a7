import Glibc

/// The project's sound samples in `Tests/Samples/Tones`. This type cuts them into packets without using the code under
/// test.
package enum Samples {
    package static let root: String = {
        // The folder Tests/Samples/Tones, found by the path of this file.
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Samples/Tones"
    }()

    package static func read(_ name: String) throws -> [UInt8] { try read(path: root + "/" + name) }

    package static func read(path: String) throws -> [UInt8] {
        guard let file = fopen(path, "rb") else { throw Corpus.Unreadable(path: path, code: errno) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
        return bytes
    }

    /// Cuts consecutive ADTS frames apart.
    package static func adtsPackets(_ bytes: [UInt8]) -> [[UInt8]] {
        cut(bytes) { Int($0[$1 + 3] & 3) << 11 | Int($0[$1 + 4]) << 3 | Int($0[$1 + 5]) >> 5 }
    }

    /// Cuts consecutive MPEG audio frames of Layer II or III apart. Free format is not supported.
    package static func mpegPackets(_ bytes: [UInt8]) -> [[UInt8]] { cut(bytes, mpegFrameSize) }

    private static func cut(_ bytes: [UInt8], _ size: ([UInt8], Int) -> Int) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var start = 0
        while start + 7 <= bytes.count, bytes[start] == 0xFF {
            let end = start + size(bytes, start)
            guard end > start, end <= bytes.count else { break }
            packets.append(Array(bytes[start..<end]))
            start = end
        }
        return packets
    }

    /// Returns the size of a frame in bytes, for Layers II and III only.
    private static func mpegFrameSize(_ bytes: [UInt8], _ start: Int) -> Int {
        let version = bytes[start + 1] >> 3 & 3  // 0: 2.5, 2: MPEG-2, 3: MPEG-1
        let isLayer3 = bytes[start + 1] >> 1 & 3 == 1
        let layer3 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        let layer2 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
        let low = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        let table = version == 3 ? (isLayer3 ? layer3 : layer2) : low
        let index = Int(bytes[start + 2] >> 4)
        guard index < table.count else { return 0 }
        let rate =
            [44_100, 48_000, 32_000, 1][Int(bytes[start + 2] >> 2 & 3)] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
        let samples = version != 3 && isLayer3 ? 576 : 1152
        return samples / 8 * table[index] * 1000 / rate + Int(bytes[start + 2] >> 1 & 1)
    }
}
