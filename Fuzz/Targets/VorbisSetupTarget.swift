import CMalloc
import Glibc
import RadioAudio
import RadioFormats

/// Fuzzes the setup headers of Vorbis, and libvorbis behind the check of these headers. Input: one byte for the number
/// of channels and the lengths of the windows, then a setup header without its signature.
///
/// A decoder is made, and decodes packets, on a thread with a stack of 256 KiB. It must not use more memory than the
/// check predicts.
enum VorbisSetupTarget: FuzzTarget {
    static let name = "VorbisSetup"

    private static let stackSize = 256 << 10
    /// Maximum number of bytes that a decoder uses in addition to those for the setup header: for the windows and for
    /// the sound of eight channels.
    private static let maximumRest = 2 << 20

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let first = input.first else { return }
        let (channels, short) = (first & 7 + 1, 6 + first >> 3 & 3)
        let long = short + first >> 5 & 3
        let head: [UInt8] = [0, 0, 0, 0, channels, 0x44, 0xAC, 0, 0] + [UInt8](repeating: 0, count: 12)
        let headers = VorbisHeaders(
            identification: Array("\u{1}vorbis".utf8) + head + [short | long << 4, 1],
            setup: Array("\u{5}vorbis".utf8) + input[1...])
        guard let setup = VorbisSetup(headers) else { return }
        require(setup.channelCount == Int(channels) && setup.byteCount <= VorbisSetup.maximumBytes, "\(setup)")
        // A packet completes a quarter of its own window and a quarter of the window before it (Vorbis I §4.3.8).
        let mostFrames = (1 << Int(long)) / 2
        onSmallStack { decode(headers, setup, Array(input), mostFrames: mostFrames) }
    }

    private static func decode(
        _ headers: VorbisHeaders, _ setup: VorbisSetup, _ input: [UInt8], mostFrames: Int
    ) {
        let before = longwave_allocated_bytes()
        guard let decoder = try? VorbisDecoder(headers) else { return }
        // The packets are parts of the input; the lowest bit of their first byte marks a sound packet.
        for start in stride(from: 0, to: min(input.count, 512), by: 64) {
            var packet = Array(input[start...])
            packet[0] &= 0xFE
            packet.withUnsafeBytes { bytes in
                guard setup.window(of: bytes) != nil else { return }
                guard let sound = try? decoder.decode(Packet(bytes: bytes, sampleCount: 0)) else { return }
                require(sound.frameCount <= mostFrames, "\(sound.frameCount) samples, at most \(mostFrames)")
            }
        }
        let used = longwave_allocated_bytes() - before
        require(used <= setup.byteCount + maximumRest, "\(used) bytes used, \(setup.byteCount) predicted")
    }

    /// Runs `body` on a thread with a small stack, and waits for its end.
    private static func onSmallStack(_ body: @escaping () -> Void) {
        final class Body {
            let run: () -> Void
            init(_ run: @escaping () -> Void) { self.run = run }
        }
        var (thread, attributes) = (pthread_t(), pthread_attr_t())
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, stackSize)
        let code = pthread_create(
            &thread, &attributes,
            { context in
                Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(Body(body)).toOpaque())
        pthread_attr_destroy(&attributes)
        require(code == 0, "no thread: \(code)")
        pthread_join(thread, nil)
    }
}
