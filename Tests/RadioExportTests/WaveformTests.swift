import Glibc
import RadioAudio
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

@testable import RadioExport

@Suite struct WaveformTests {
    private let directory = try! TemporaryDirectory()

    /// Returns the columns of a waveform, calculated directly from their definition.
    private func columns(_ samples: [Float], channels: Int, width: Int) -> [Waveform.Column] {
        let frames = samples.count / channels
        return (0..<width).map { column in
            let piece = samples[(column * frames / width) * channels..<((column + 1) * frames / width) * channels]
            let squares = piece.reduce(0.0) { $0 + Double($1 * $1) }
            return Waveform.Column(
                minimum: piece.min() ?? 0, maximum: piece.max() ?? 0,
                rms: Float((squares / Double(max(piece.count, 1))).squareRoot()))
        }
    }

    private func difference(_ one: [Waveform.Column], _ other: [Waveform.Column]) -> Float {
        guard one.count == other.count else { return .infinity }
        return zip(one, other).reduce(0) {
            max($0, abs($1.0.minimum - $1.1.minimum), abs($1.0.maximum - $1.1.maximum), abs($1.0.rms - $1.1.rms))
        }
    }

    /// The builder of a waveform collects sample frames in a limited number of groups ("buckets"). While there are
    /// fewer frames than buckets, every column is exact. For longer sound, the borders of columns are exact to an
    /// eighth of a column.
    @Test(arguments: [(1000, 10, Float(0)), (100_003, 777, 0), (3_000_000, 1000, 0.1)])
    func byDefinition(frames: Int, width: Int, tolerance: Float) {
        var generator = SeededGenerator(seed: 7)
        var level: Float = 0
        // The samples change slowly and at random, so that neighbours are similar, as in real sound.
        let samples = (0..<frames * 2).map { _ -> Float in
            level = min(max(level + Float.random(in: -0.01...0.01, using: &generator), -1), 1)
            return level
        }
        var builder = WaveformBuilder()
        for start in stride(from: 0, to: samples.count, by: 4094) {
            builder.add(Array(samples[start..<min(start + 4094, samples.count)]), channels: 2)
        }
        #expect(builder.frames == frames)
        let off = difference(builder.columns(width), columns(samples, channels: 2, width: width))
        #expect(off <= tolerance + 1e-6, "\(off)")
    }

    @Test func nonsense() {
        var builder = WaveformBuilder()
        #expect(builder.columns(3) == [Waveform.Column](repeating: .init(minimum: 0, maximum: 0, rms: 0), count: 3))
        builder.add([.nan, 0.5, .infinity, -0.25], channels: 1)
        #expect(builder.columns(1) == [.init(minimum: -0.25, maximum: 0.5, rms: Float((0.3125 / 2).squareRoot()))])
        #expect(builder.columns(0).count == 1 && builder.columns(.max).count == Waveform.maximumWidth)
    }

    private func read(_ source: String, width: Int) throws -> Result<Waveform, ExportError> {
        let loop = try EventLoop()
        let pool = try TransferPool(loop: loop)
        var ended: Result<Waveform, ExportError>?
        let reader = WaveformReader(loop: loop, pool: pool, source: source, width: width) { result in
            ended = result
            pool.shutDown()
            loop.stop()
        }
        reader.start()
        loop.run()
        return try #require(ended)
    }

    @Test func ofAFile() throws {
        let waveform = try read(Sample.mp3Mono48.path, width: 400).get()
        let decoder = try Mpg123Decoder()
        let samples = try Samples.mpegPackets(try Sample.mp3Mono48.read()).flatMap { packet in
            try packet.withUnsafeBytes { Array(try decoder.decode(Packet(bytes: $0, sampleCount: 0)).samples) }
        }
        #expect(abs(waveform.duration / .seconds(1) * 48_000 - Double(samples.count)) < 1)
        #expect(difference(waveform.columns, columns(samples, channels: 1, width: 400)) < 0.1)
        #expect(throws: ExportError.self) { try read("/etc/passwd", width: 10).get() }
        #expect(throws: ExportError.self) { try read("/none.mp3", width: 10).get() }
    }

    /// The sound that a player currently holds is drawn as a waveform. The player continues undisturbed.
    @Test func ofWhatIsHeld() async throws {
        let packets = Samples.mpegPackets(try Sample.mp3Mono48.read())
        let server = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: audio/mpeg"])
            connection.send(packets.flatMap { $0 })
            connection.waitUntilClosed()
        }
        defer { server.stop() }
        var policy = PlaybackPolicy.listener
        policy.timeshift = .seconds(60)
        let manager = try PlaybackManager(PlaybackConfiguration(output: .null, policy: policy))
        await #expect(throws: ExportError.isEmpty) { try await manager.waveform(width: 10) }
        let notifications = manager.notifications()
        await manager.play(PlaybackItem(url: server.url("/radio")))
        for await notification in notifications where notification.snapshot.status == .playing { break }
        let range = MediaTimeRange(start: MediaTime(seconds: 0.25), end: MediaTime(seconds: 0.75))
        let waveform = try await manager.waveform(of: range, width: 60)
        #expect(abs(waveform.duration / .seconds(1) - 0.5) < 0.0001)
        let decoder = try Mpg123Decoder()
        let samples = try packets.flatMap { packet in
            try packet.withUnsafeBytes { Array(try decoder.decode(Packet(bytes: $0, sampleCount: 0)).samples) }
        }
        // The decoder leaves out the first sample frames.
        let missing = packets.count * 1152 - samples.count
        let piece = Array(samples[12_000 - missing..<36_000 - missing])
        #expect(difference(waveform.columns, columns(piece, channels: 1, width: 60)) < 0.001)
        let all = try await manager.waveform(width: 60)
        #expect(all.duration > waveform.duration && all.columns.count == 60)
        await manager.shutDown()
    }

    /// Each kind of drawing, read by another program, shows the sound.
    @Test func drawings() throws {
        let rising = (0..<64).map { column in
            let peak = Float(column) / 64
            return Waveform.Column(minimum: -peak, maximum: peak, rms: peak / 2)
        }
        let waveform = Waveform(columns: rising, duration: .seconds(2))
        for kind in WaveformDrawing.allCases {
            let path = directory.path + "/x.\(kind.rawValue)"
            try #require(WaveformDrawing(path: path) == kind)
            try kind.write(waveform, height: 101, to: path)
            #expect(throws: ExportError.exists(path)) { try kind.write(waveform, height: 101, to: path) }
        }
        let raw = directory.path + "/raw"
        let child = try ChildProcess(
            "ffmpeg",
            [
                "-v", "error", "-i", directory.path + "/x.png", "-f", "rawvideo", "-pix_fmt", "rgba", "-y", raw,
            ], output: .piped)
        let words = child.readAll()
        #expect(child.wait() == 0, "\(words)")
        let pixels = try Samples.read(path: raw)
        try #require(pixels.count == 64 * 101 * 4)
        for (x, column) in rising.enumerated() {
            let painted = (0..<101).filter { pixels[($0 * 64 + x) * 4 + 3] > 0 }
            #expect(abs(painted.count - Int(column.maximum * 101)) <= 2, "column \(x): \(painted.count)")
            #expect(painted.contains(50))
        }
        let svg = String(decoding: try Samples.read(path: directory.path + "/x.svg"), as: UTF8.self)
        let lint = try ChildProcess("ffprobe", ["-v", "error", directory.path + "/x.svg"], output: .piped)
        _ = lint.readAll()
        _ = lint.wait()
        #expect(svg.contains(#"width="64" height="101""#) && svg.contains("63,0.79"), "\(svg.prefix(400))")
        let json = String(decoding: try Samples.read(path: directory.path + "/x.json"), as: UTF8.self)
        #expect(
            json.contains(#""seconds":2,"width":64,"#) && json.contains(#""max":[0,0.01563,"#), "\(json.prefix(300))")
    }
}
