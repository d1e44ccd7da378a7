import Glibc
import TestSupport

/// The sound that a test expects, decoded by another program than Longwave.
struct ReferenceSound {
    /// The samples of all channels, interleaved, from -1 to 1.
    var samples: [Float]
    var channels: Int
    var rate: Int

    var frames: Int { samples.count / channels }
    func channel(_ index: Int) -> [Float] { stride(from: index, to: samples.count, by: channels).map { samples[$0] } }

    static let isInstalled = ["mpg123", "faad", "ffmpeg"].allSatisfy(ChildProcess.exists)

    /// Decodes MPEG audio with the program mpg123, including the encoder's padding.
    static func mpeg(_ path: String, channels: Int, rate: Int) throws -> ReferenceSound {
        let child = try ChildProcess(
            "mpg123", ["-q", "--no-gapless", "--no-resync", "-e", "f32", "-s", path], output: .piped)
        return ReferenceSound(samples: floats(of: child), channels: channels, rate: rate)
    }

    /// Decodes ADTS with the program faad. `rate` is the rate of the decoded sound.
    static func aac(_ path: String, channels: Int, rate: Int) throws -> ReferenceSound {
        let child = try ChildProcess("faad", ["-q", "-f", "2", "-b", "4", "-w", path], output: .piped)
        return ReferenceSound(samples: floats(of: child), channels: channels, rate: rate)
    }

    /// Decodes any format with ffmpeg. `channels` and `rate` must be the sound's own. (This method exists because the
    /// program faad doubles low rates.)
    static func ffmpeg(_ path: String, channels: Int, rate: Int) throws -> ReferenceSound {
        let child = try ChildProcess(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-i", path, "-f", "f32le", "-ac", "\(channels)", "-ar", "\(rate)", "-"],
            output: .piped)
        return ReferenceSound(samples: floats(of: child), channels: channels, rate: rate)
    }

    static func of(_ sample: Sample) throws -> ReferenceSound { try of(sample.path, like: sample) }

    /// Decodes the file at `path`, which has the codec, rate and channels of `sample`.
    static func of(_ path: String, like sample: Sample) throws -> ReferenceSound {
        switch sample.codec {
        // faad decodes mono to two channels.
        case .aac: try aac(path, channels: 2, rate: sample.sampleRate)
        case .vorbis, .opus, .flac, .pcm: try ffmpeg(path, channels: sample.channels, rate: sample.sampleRate)
        case .mpegLayer1, .mpegLayer2, .mpegLayer3:
            try mpeg(path, channels: sample.channels, rate: sample.sampleRate)
        }
    }

    private static func floats(of child: ChildProcess) -> [Float] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(child.output, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        return bytes.withUnsafeBytes { raw in
            (0..<raw.count / 4).map { raw.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
    }
}
