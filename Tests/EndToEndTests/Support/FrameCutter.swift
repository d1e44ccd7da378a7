import RadioFormats

/// Cuts an encoded file into its codec frames, so that a test can cut and join sound at exact places.
enum FrameCutter {
    static func cut(_ bytes: [UInt8], isAdts: Bool = false) -> [[UInt8]] {
        var frames: [[UInt8]] = []
        func take(_ element: StreamElement) {
            if case .packet(let packet) = element { frames.append(Array(packet.bytes)) }
        }
        bytes.withUnsafeBytes { raw in
            if isAdts {
                var framer = AdtsFramer()
                framer.feed(raw, take)
                framer.finish(take)
            } else {
                var framer = MpegAudioFramer()
                framer.feed(raw, take)
                framer.finish(take)
            }
        }
        return frames
    }
}
