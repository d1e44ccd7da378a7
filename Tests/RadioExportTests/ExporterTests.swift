import Glibc
import RadioAudio
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStreams
import TestSupport
import Testing

@testable import RadioExport

/// Parts of real files are exported, and other programs read the result.
@Suite struct ExporterTests {
    private let directory = try! TemporaryDirectory()

    private func target(_ name: String) -> String { directory.path + "/" + name }

    private func export(
        _ request: ExportRequest, cancelsAfter pieces: Int? = nil
    ) throws -> Result<Exporter.Result, ExportError> {
        var told = 0
        return try Exporter.run(request) { exporter in
            exporter.onProgress = { [weak exporter] at, _ in
                #expect(at >= .zero)
                told += 1
                if told == pieces { exporter?.cancel() }
            }
        }
    }

    /// The names of the files in the test's folder, including hidden ones.
    private var left: [String] {
        guard let folder = opendir(directory.path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Returns the samples that ffmpeg decodes, interleaved, at the sample rate `rate` (nil: the file's own).
    private func ffmpeg(_ path: String, rate: Int? = nil) throws -> [Float] {
        let raw = target("decoded.raw")
        unlink(raw)
        let child = try ChildProcess(
            "ffmpeg",
            ["-v", "error", "-i", path] + (rate.map { ["-ar", "\($0)"] } ?? []) + ["-f", "f32le", "-y", raw],
            output: .piped)
        let words = child.readAll()
        #expect(child.wait() == 0, "\(words)")
        let bytes = try Samples.read(path: raw)
        unlink(raw)
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// Returns the samples of a sample file, decoded by Longwave's own decoder.
    private func reference(_ sample: Sample) throws -> [Float] {
        let decoder = try Mpg123Decoder()
        return try Samples.mpegPackets(try sample.read()).flatMap { packet in
            try packet.withUnsafeBytes { Array(try decoder.decode(Packet(bytes: $0, sampleCount: 0)).samples) }
        }
    }

    private func difference(_ one: some Collection<Float>, _ other: some Collection<Float>) -> Float {
        zip(one, other).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }

    @Test(arguments: [ExportPreset.wav, .flac]) func withoutLoss(_ preset: ExportPreset) throws {
        let path = target("x.\(preset.rawValue)")
        let result = try export(ExportRequest(source: Sample.mp3Mono48.path, target: path, preset: preset)).get()
        let reference = try reference(.mp3Mono48)
        let decoded = try ffmpeg(path)
        #expect(decoded.count == reference.count)
        #expect(abs(result.duration / .seconds(1) * 48_000 - Double(reference.count)) < 0.5)
        #expect(difference(decoded, reference) < 1 / 65_000)
        #expect(left == ["x.\(preset.rawValue)"])
        // A second export, of another lossless format, gives exactly the same samples.
        let again = target("again.\(preset == .wav ? "flac" : "wav")")
        _ = try export(ExportRequest(source: path, target: again, preset: preset == .wav ? .flac : .wav)).get()
        #expect(try ffmpeg(again) == decoded)
    }

    /// The export is encoded with loss. After the codec's delay, its sound has the right length and is close to the
    /// source.
    @Test(arguments: [(ExportPreset.opus, Sample.mp3Mono48), (.opus, .mp3), (.mp3, .mp3), (.mp3, .mp3At8000)])
    func encoded(_ preset: ExportPreset, _ sample: Sample) throws {
        let path = target("x.\(preset.rawValue)")
        var request = ExportRequest(source: sample.path, target: path, preset: preset)
        request.tags.title = "Titel – ☃"
        request.tags.artist = "A & B"
        _ = try export(request).get()
        let decoded = try ffmpeg(path, rate: 48_000)
        let seconds = Double(sample.frames * sample.frameSamples) / Double(sample.sampleRate)
        let frames = decoded.count / sample.channels
        #expect(abs(Double(frames) / 48_000 - seconds) < (preset == .opus ? 0.001 : 0.06), "\(frames)")
        for (index, tone) in sample.tones.enumerated() where tone < Double(sample.sampleRate) / 2.5 {
            let begin = Int((Double(index) * 0.5 + 0.2) * 48_000)
            let left = stride(from: begin * sample.channels, to: (begin + 9600) * sample.channels, by: sample.channels)
                .map { decoded[$0] }
            let frequency = Tone.frequency(left, rate: 48_000) ?? 0
            #expect(abs(frequency / tone - 1) < 0.01, "tone \(index): \(frequency), not \(tone)")
        }
        let probe = try ChildProcess(
            "ffprobe", ["-v", "error", "-show_entries", "format_tags:stream_tags", path], output: .piped)
        let tags = probe.readAll()
        #expect(probe.wait() == 0)
        #expect(tags.contains("Titel – ☃") && tags.contains("A & B"), "\(tags)")
    }

    @Test func trimmedToTheSample() throws {
        let path = target("x.wav")
        var request = ExportRequest(source: Sample.mp3.path, target: path, preset: .wav)
        (request.start, request.end) = (
            MediaTime(value: 100_001, timescale: 44_100), MediaTime(value: 200_003, timescale: 44_100)
        )
        _ = try export(request).get()
        let decoded = try ffmpeg(path)
        let reference = try reference(.mp3)
        #expect(decoded.count == 100_002 * 2)
        #expect(difference(decoded, reference[200_002..<400_006]) < 1 / 65_000)
    }

    @Test func fades() throws {
        let path = target("x.wav")
        var request = ExportRequest(source: Sample.mp3Mono48.path, target: path, preset: .wav)
        (request.fadeIn, request.fadeOut) = (.seconds(1), .seconds(2))
        _ = try export(request).get()
        let decoded = try ffmpeg(path)
        let reference = try reference(.mp3Mono48)
        try #require(decoded.count == reference.count)
        let expected = reference.enumerated().map { index, sample in
            let rise = min(Float(index) / 48_000, 1)
            let sink = min(Float(reference.count - index) / 96_000, 1)
            return sample * rise * sink
        }
        #expect(difference(decoded, expected) < 1 / 30_000)
    }

    /// A passthrough export contains the source's packets unchanged.
    @Test(arguments: [Sample.mp3, .aac]) func passthrough(_ sample: Sample) throws {
        let suffix = sample.codec == .aac ? "aac" : "mp3"
        let path = target("x.\(suffix)")
        var request = ExportRequest(source: sample.path, target: path, preset: .passthrough)
        (request.start, request.end) = (MediaTime(seconds: 1), MediaTime(seconds: 3))
        let result = try export(request).get()
        #expect(abs(result.duration / .seconds(2) - 1) < 0.03)
        let packets =
            sample.codec == .aac ? Samples.adtsPackets(try sample.read()) : Samples.mpegPackets(try sample.read())
        let copied =
            sample.codec == .aac
            ? Samples.adtsPackets(try Samples.read(path: path))
            : Array(Samples.mpegPackets(try Samples.read(path: path)).dropFirst())
        let first = Int((Double(sample.sampleRate) / Double(sample.frameSamples)).rounded(.up))
        #expect(copied == Array(packets[first..<first + copied.count]))
        // The target's name has the suffix of another format. A passthrough export cannot change the format, so it is
        // refused.
        request.target = target("x.flac")
        #expect(throws: ExportError.anotherKind(suffix)) { try export(request).get() }
    }

    struct Refusal: Sendable {
        var source: String
        var name: String
        var error: @Sendable (ExportError) -> Bool
        var change: @Sendable (inout ExportRequest) -> Void = { _ in }
    }

    private static let refusals: [Refusal] = [
        Refusal(source: Sample.mp3.path, name: "exists.wav") { if case .exists = $0 { true } else { false } },
        Refusal(source: Sample.mp3.path, name: "none/x.wav") { if case .notWritable = $0 { true } else { false } },
        Refusal(source: "/none/x.mp3", name: "x.wav") { if case .source(.fileMissing) = $0 { true } else { false } },
        Refusal(source: "/usr", name: "x.wav") { if case .source = $0 { true } else { false } },
        Refusal(source: "/etc/passwd", name: "x.wav") { if case .source = $0 { true } else { false } },
        Refusal(source: Sample.mp3.path, name: "x.wav") {
            $0 == .isEmpty
        } change: {
            $0.start = MediaTime(seconds: 100)
        },
        Refusal(source: Sample.mp3.path, name: "x.wav") {
            $0 == .isEmpty
        } change: {
            ($0.start, $0.end) = (MediaTime(seconds: 3), MediaTime(seconds: 2))
        },
        Refusal(source: Sample.mp3.path, name: "x.wav") {
            $0 == .isEmpty
        } change: {
            $0.start = .invalid
        },
    ]

    @Test(arguments: refusals.indices) func nothingIsLeft(_ index: Int) throws {
        let row = Self.refusals[index]
        let old = try #require(fopen(target("exists.wav"), "wb"))
        fputs("old", old)
        fclose(old)
        var request = ExportRequest(source: row.source, target: target(row.name), preset: .wav)
        row.change(&request)
        switch try export(request) {
        case .success: #expect(Bool(false))
        case .failure(let error): #expect(row.error(error), "\(error)")
        }
        #expect(left == ["exists.wav"])
        #expect(try Samples.read(path: target("exists.wav")) == Array("old".utf8))
    }

    @Test(arguments: ExportPreset.allCases.filter { $0 != .passthrough }) func cancelled(_ preset: ExportPreset) throws
    {
        let request = ExportRequest(source: Sample.mp3.path, target: target("x.\(preset.rawValue)"), preset: preset)
        let result = try export(request, cancelsAfter: 3)
        #expect(throws: ExportError.cancelled) { try result.get() }
        #expect(left.isEmpty)
    }

    /// The disk is full. The export reports this reason, whatever the encoder, and leaves no file.
    @Test(arguments: [ExportPreset.wav, .flac, .opus, .mp3]) func aFullDisk(_ preset: ExportPreset) throws {
        let encoder = { () throws -> SoundEncoder in
            let descriptor = open("/dev/full", O_RDWR)
            try #require(descriptor >= 0)
            return try SoundEncoder(
                descriptor, preset, PCMFormat(sampleRate: 48_000, channelCount: 2), bits: 16, ExportTags())
        }
        do {
            let encoder = try encoder()
            let noise = (0..<48_000 * 2).map { _ in Float.random(in: -0.5...0.5) }
            for _ in 0..<4 { try encoder.write(noise) }
            try encoder.finish()
            #expect(Bool(false), "\(preset)")
        } catch let error as SoundEncoder.Failure {
            #expect(error.code == ENOSPC, "\(error)")
        }
    }

    /// A file may state any sample rate. Rates that would make the converted sound enormous are refused.
    @Test(arguments: [1, 999, 1_000_000, 4_000_000_000]) func impossibleRates(_ rate: Int) {
        #expect(throws: SoundEncoder.Failure.self) {
            _ = try SoundEncoder(-1, .opus, PCMFormat(sampleRate: rate, channelCount: 2), bits: 16, ExportTags())
        }
    }

    /// The export's resampler returns the right number of sample frames, each for the right time.
    @Test(arguments: [8000, 11_025, 22_050, 44_100, 96_000]) func resampling(rate: Int) throws {
        let resampler = try #require(Resampler(channels: 1, from: rate, to: 48_000))
        let frequency = 440.0
        let samples = (0..<rate * 2 + 7).map { Float(sin(Double($0) * 2 * .pi * frequency / Double(rate))) }
        var out: [Float] = []
        for start in stride(from: 0, to: samples.count, by: 1000) {
            out += resampler.process(Array(samples[start..<min(start + 1000, samples.count)]))
        }
        out += resampler.finish()
        #expect(out.count == Int((Double(samples.count) * 48_000 / Double(rate)).rounded()))
        let expected = out.indices.map { Float(sin(Double($0) * 2 * .pi * frequency / 48_000)) }
        #expect(difference(out[2000..<94_000], expected[2000..<94_000]) < 0.01)
    }

    /// A file gets its name only when it is finished. Until then it has a temporary name, or no name if the file system
    /// permits that.
    @Test(arguments: [true, false]) func theFileGetsItsNameAtTheEnd(wantsName: Bool) throws {
        let file = ExportFile(target("x.mp3"), wantsName: wantsName)
        try file.open()
        try file.write([1, 2, 3])
        #expect(left.count == (wantsName ? 1 : 0) && !left.contains("x.mp3"))
        let other = ExportFile(target("x.mp3"), wantsName: wantsName)
        try other.open()
        try file.finish(header: [9])
        #expect(left.contains("x.mp3"))
        #expect(throws: ExportError.exists(target("x.mp3"))) { try other.finish() }
        #expect(left == ["x.mp3"])
        #expect(try Samples.read(path: target("x.mp3")) == [9, 2, 3])
        let cancelled = ExportFile(target("y.mp3"), wantsName: wantsName)
        try cancelled.open()
        cancelled.discard()
        #expect(left == ["x.mp3"])
    }
}
