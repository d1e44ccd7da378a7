/// Makes streams for benchmarks: frames with valid headers and random content, the same in every run.
struct StreamMaker {
    private var state: UInt64 = 1

    /// Returns MP3 of 128 kbit/s at 44.1 kHz: frames of 417 and 418 bytes.
    mutating func mp3(byteCount: Int) -> [UInt8] {
        var stream: [UInt8] = []
        stream.reserveCapacity(byteCount + 1000)
        var index = 0
        while stream.count < byteCount {
            let isPadded = index % 49 != 0
            stream += [0xFF, 0xFB, isPadded ? 0x92 : 0x90, 0x40]
            append(&stream, (isPadded ? 418 : 417) - 4)
            index += 1
        }
        return stream
    }

    /// Returns AAC of 64 to 96 kbit/s at 44.1 kHz in ADTS.
    mutating func aac(byteCount: Int) -> [UInt8] {
        var stream: [UInt8] = []
        stream.reserveCapacity(byteCount + 1000)
        while stream.count < byteCount {
            let length = 180 + Int(next()) % 100
            stream += [
                0xFF, 0xF1, 0x50, 0x80, UInt8(length >> 3), UInt8(length & 7) << 5 | 0x1F, 0xFC,
            ]
            append(&stream, length - 7)
        }
        return stream
    }

    /// Returns `sound` with a block of ICY metadata after every `metaint` bytes. Most of the blocks are empty.
    static func icy(_ sound: [UInt8], metaint: Int) -> [UInt8] {
        var body: [UInt8] = []
        body.reserveCapacity(sound.count + sound.count / metaint * 70)
        var at = 0
        var number = 0
        while at < sound.count {
            let end = min(at + metaint, sound.count)
            body += sound[at..<end]
            at = end
            if number % 20 == 0 {
                body.append(4)
                let block = Array("StreamTitle='Artist \(number) - Title';StreamUrl='';".utf8)
                body += block + [UInt8](repeating: 0, count: 64 - block.count)
            } else {
                body.append(0)
            }
            number += 1
        }
        return body
    }

    private mutating func append(_ stream: inout [UInt8], _ count: Int) {
        for _ in 0..<count { stream.append(next()) }
    }

    private mutating func next() -> UInt8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
    }
}

/// The number of bytes that a program most commonly reads at once from the TCP connection of a stream.
let chunkLength = 1400

/// Passes `bytes` to `feed` in chunks of ``chunkLength``.
/// - Returns: The number of chunks.
func chunks(of bytes: [UInt8], _ feed: (UnsafeRawBufferPointer) -> Void) -> Int {
    bytes.withUnsafeBytes { bytes in
        var count = 0
        var at = 0
        while at < bytes.count {
            let end = min(at + chunkLength, bytes.count)
            feed(UnsafeRawBufferPointer(rebasing: bytes[at..<end]))
            at = end
            count += 1
        }
        return count
    }
}
