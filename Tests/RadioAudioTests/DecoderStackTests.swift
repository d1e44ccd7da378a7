import RadioFormats
import RadioLoop
import TestSupport
import Testing

@testable import RadioAudio

/// Decoders work on a thread with a stack of 256 KiB, whatever a station sends.
struct DecoderStackTests {
    private static let stackSize = 256 << 10

    /// Decodes packets on a thread with a small stack.
    private static func decode(_ format: MediaFormat, _ packets: [[UInt8]]) async -> (frames: Int, errors: Int)? {
        await withCheckedContinuation { continuation in
            LoopThread.start(stackSize: stackSize) {
                let decoder = try? AudioDecoders.make(for: format)
                continuation.resume(
                    returning: decoder.map {
                        let decoding = Decoding(packets, by: $0)
                        return (decoding.frameCount, decoding.errors.count)
                    })
            }
        }
    }

    private static func vorbis(_ maker: VorbisMaker) -> MediaFormat {
        MediaFormat(
            codec: .vorbis,
            framing: .vorbis(VorbisHeaders(identification: maker.identification, setup: maker.setup)),
            sampleRate: maker.sampleRate, channelCount: maker.channels)
    }

    static let largest: [VorbisMaker] = [
        VorbisMaker([.init(entries: VorbisSetup.maximumEntries)]),
        // libvorbis decodes all values of a packet with a residue of type 0 at once.
        VorbisMaker([.init(lookup: 1)]) { maker in
            maker.windows = (13, 13)
            maker.residue = 0
            maker.residueBook = 1
        },
    ]

    @Test(arguments: largest) func largestVorbisHeaders(_ maker: VorbisMaker) async throws {
        let packets = Array(repeating: maker.packet, count: 4)
        let decoded = try #require(await Self.decode(Self.vorbis(maker), packets))
        #expect(decoded.frames == 3 << (maker.windows.short - 1) && decoded.errors == 0)
    }

    /// libvorbis never sees headers that need more memory or stack.
    @Test func largerVorbisHeaders() async {
        #expect(await Self.decode(Self.vorbis(VorbisMaker([.init(entries: 1 << 20)])), []) == nil)
    }

    static let encoders = [
        "-ac 8 -c:a libvorbis -q:a 10 -f ogg", "-ac 8 -c:a libopus -mapping_family 1 -f ogg",
        "-ac 8 -c:a flac -frame_size 65535 -strict experimental -f ogg",
    ]

    @Test(.enabled(if: ChildProcess.exists("ffmpeg")), arguments: encoders)
    func surroundSound(_ options: String) async throws {
        let folder = try TemporaryDirectory()
        let file = folder.path + "/a.ogg"
        let arguments = ["-v", "error", "-f", "lavfi", "-i", "anoisesrc=r=48000:d=3"]
        let made = try ChildProcess.run("ffmpeg", arguments + options.split(separator: " ").map(String.init) + [file])
        try #require(made.code == 0, "\(made.output)")
        var (format, packets): (MediaFormat?, [[UInt8]]) = (nil, [])
        let demuxer = OggDemuxer()
        try Samples.read(path: file).withUnsafeBytes {
            demuxer.feed($0) { element in
                switch element {
                case .format(let found): format = found
                case .packet(let packet): packets.append(Array(packet.bytes))
                case .metadata, .position, .discontinuity, .end: break
                }
            }
        }
        let found = try #require(format)
        let decoded = try #require(await Self.decode(found, packets))
        #expect(decoded.frames > 100_000 && decoded.errors == 0)
    }
}
