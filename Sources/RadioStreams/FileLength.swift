import Glibc
import RadioFormats

/// Finds the length of a sound file without reading all of it.
package enum FileLength {
    /// The maximum number of bytes that are read from the beginning of a file: enough for tags with pictures.
    private static let maximumBytes = 16 << 20
    /// The duration of sound from which the length is estimated if the file does not state it.
    private static let sample = MediaTime(value: 10, timescale: 1)

    /// Returns the length that the file's headers or last bytes state, or an estimate from its first seconds. Blocks.
    /// - Returns: The length, or nil if the file cannot be read or contains no sound.
    package static func read(_ path: String) -> MediaTime? {
        guard case .success(let file) = FileReader.open(path) else { return nil }
        defer { close(file.descriptor) }
        var prefix = BodyPrefix()
        var plan: FilePlan?
        var length = ItemLength()
        length.byteCount = file.size
        func take(_ element: StreamElement) {
            switch element {
            case .format(let format): length.begin(format)
            case .packet(let packet): length.add(packet)
            case .metadata, .position, .discontinuity, .end: break
            }
        }
        var (offset, byteCount, isComplete) = (0, 0, false)
        while byteCount < maximumBytes, !isComplete {
            guard case .bytes(let bytes) = FileReader.read(file.descriptor, at: Int64(offset)) else { return nil }
            isComplete = bytes.isEmpty
            byteCount += bytes.count
            length.add(bytes: bytes.count)
            if let plan {
                bytes.withUnsafeBytes { plan.feed($0, at: offset, take) }
            } else {
                bytes.withUnsafeBytes { prefix.feed($0) }
                let kind = prefix.sniff(contentType: LocalPlaylist.contentType(of: path), isComplete: isComplete)
                if let kind {
                    guard case .sound(let container) = kind.verdict(of: path) else { return nil }
                    plan = FilePlan(after: prefix, container: container, canJump: true, place: nil)
                    plan?.begin(with: prefix, take)
                }
            }
            if isComplete { plan?.finish(take) }
            if let named = plan?.takeLength() {
                length.take(named)
                return length.duration(isComplete: false)
            }
            if let plan, plan.hasPackets, plan.time >= sample { break }
            if let plan {
                guard let wanted = plan.wanted else { break }
                offset = wanted
            } else {
                offset += bytes.count
            }
        }
        guard let plan, plan.hasPackets else { return nil }
        if !isComplete, plan.wantsLastBytes {
            var last: [UInt8] = []
            var start = max(file.size - FileStream.endByteCount, 0)
            while case .bytes(let more) = FileReader.read(file.descriptor, at: Int64(start)), !more.isEmpty {
                last += more
                start += more.count
            }
            if let end = plan.length(lastBytes: last) { return end }
        }
        return length.duration(isComplete: isComplete)
    }
}
