import Glibc
import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams

/// What a player does with a stream's bytes: splits off metadata, cuts the sound into packets, keeps these in a
/// timeline, decodes them and copies the samples, as for an output.
final class Pipeline {
    private let bytes: [UInt8]
    private let isAdts: Bool
    private var splitter = IcySplitter(metaint: nil)
    private var mpeg: MpegAudioFramer?
    private var adts: AdtsFramer?
    private let timeline = Timeline(maximumBytes: 512 * 1024)
    private var decoder: (any AudioDecoder)?
    private let sound = UnsafeMutableBufferPointer<Float>.allocate(capacity: 16_384)

    init(sample: String) {
        isAdts = sample.hasSuffix(".aac")
        bytes = Self.read("Tests/Samples/" + sample)
        if isAdts { adts = AdtsFramer() } else { mpeg = MpegAudioFramer() }
    }

    deinit { sound.deallocate() }

    /// Processes the sample's bytes once, without waiting for real time. The next call continues the same stream, as if
    /// the station repeated the sample.
    func run() -> (units: Int, packets: Int, trace: Int) {
        var packets = 0
        var frames = 0
        let units = chunks(of: bytes) { chunk in
            splitter.feed(chunk) { event in
                guard case .sound(let sound) = event else { return }
                mpeg?.feed(sound) { timeline.append($0, at: MonotonicInstant(nanoseconds: 0)) }
                adts?.feed(sound) { timeline.append($0, at: MonotonicInstant(nanoseconds: 0)) }
            }
            while let packet = timeline.packet(timeline.written) {
                frames += play(packet)
                packets += 1
                timeline.written += 1
            }
            timeline.release(heard: timeline.written)
        }
        return (units, packets, frames)
    }

    private func play(_ packet: Timeline.HeldPacket) -> Int {
        do throws(DecoderError) {
            if decoder == nil { decoder = try AudioDecoders.make(for: packet.format) }
            guard let audio = try decoder?.decode(packet.packet), let first = audio.samples.baseAddress else {
                return 0
            }
            sound.baseAddress!.update(from: first, count: min(audio.samples.count, sound.count))
            return audio.frameCount
        } catch {
            return 0
        }
    }

    private static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else {
            perror("\(path) (run from the checkout's root)")
            exit(66)
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&block, 1, block.count, file), count > 0 { bytes += block[..<count] }
        return bytes
    }
}

/// Measures the ``Pipeline`` with an MP3 sample.
struct PipelineMP3Benchmark: Benchmark {
    static let name = "PipelineMP3"
    static let unit = "1,400-byte chunk to PCM"
    private let pipeline = Pipeline(sample: "mpeg1-44100-stereo-cbr128.mp3")

    mutating func run() -> (units: Int, packets: Int, trace: Int) { pipeline.run() }
}

/// Measures the ``Pipeline`` with an AAC sample.
struct PipelineAACBenchmark: Benchmark {
    static let name = "PipelineAAC"
    static let unit = "1,400-byte chunk to PCM"
    private let pipeline = Pipeline(sample: "aac-lc-44100-stereo.aac")

    mutating func run() -> (units: Int, packets: Int, trace: Int) { pipeline.run() }
}
