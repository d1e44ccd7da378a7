import RadioFormats

/// Fuzzes the demuxer of MP4 files. Input: one byte for the chunk size, two bytes for a seek (its time, and the number
/// of samples to deliver before that time), then a file. The target feeds the file from each offset that the demuxer
/// asks for.
enum Mp4FileTarget: FuzzTarget {
    static let name = "Mp4File"

    static func run(_ input: UnsafeRawBufferPointer) {
        var source = ByteSource(input)
        let chunk = source.byte() * 16 + 1
        let (second, runUp) = (source.byte(), source.byte() % 16)
        let file = source.rest
        var one = Mp4FileDemuxer(canJump: true)
        let whole = read(file, file.count + 1, &one)
        var other = Mp4FileDemuxer(canJump: true)
        let cut = read(file, chunk, &other)
        require(whole == cut, "\(cut.packets) packets in pieces of \(chunk), \(whole.packets) at once")
        require(one.problem == other.problem && one.duration == other.duration, "another problem or duration")
        if let start = other.seek(to: MediaTime(value: Int64(second) * 64, timescale: 256), runUp: runUp) {
            require(start >= .zero, "a packet before the beginning")
            _ = read(file, chunk, &other)
        }
        // With `canJump: false`, the demuxer gets the whole file from its beginning, whatever offset it asks for.
        var behind = Mp4FileDemuxer(canJump: false)
        file.withUnsafeBytes { behind.feed($0) { _ in } }
        behind.finish { _ in }
    }

    private struct Result: Equatable {
        var packets = 0
        var bytes = 0
    }

    private static func read(_ file: [UInt8], _ chunk: Int, _ demuxer: inout Mp4FileDemuxer) -> Result {
        var result = Result()
        var place = 0
        var returns = 0
        while let next = demuxer.next, next < file.count {
            // The demuxer may ask for an earlier offset twice: after it has read an index at the file's end, for the
            // titles of chapters before that index, and then for the sound before those.
            if next < place { returns += 1 }
            require(returns <= 2, "byte \(next) is wanted behind byte \(place)")
            place = next
            demuxer.jump(to: next)
            let end = min(next + chunk, file.count)
            file.withUnsafeBytes { bytes in
                demuxer.feed(UnsafeRawBufferPointer(rebasing: bytes[next..<end])) { take($0, &result) }
            }
        }
        demuxer.finish { take($0, &result) }
        require(result.bytes <= file.count, "\(result.bytes) bytes of \(file.count)")
        return result
    }

    private static func take(_ element: StreamElement, _ result: inout Result) {
        guard case .packet(let packet) = element else { return }
        require(packet.bytes.count <= Fmp4Demuxer.maximumSample, "\(packet.bytes.count) bytes")
        require(packet.sampleCount >= 0 && packet.lead >= 0 && packet.tail >= 0, "samples below zero")
        result.packets += 1
        result.bytes += packet.bytes.count
    }
}
