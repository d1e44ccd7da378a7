import CEbur128
import Glibc
import TestSupport
import Testing

/// The built program plays files equally loud. The loudness of the written sound is read with libebur128 itself.
@Suite struct LoudnessTests {
    private let folder: TemporaryDirectory
    private let environment: [String: String]

    init() throws {
        folder = try TemporaryDirectory()
        environment = ["HOME": folder.path, "XDG_CACHE_HOME": folder.path]
    }

    /// Writes a WAV file with a tone of this loudness and duration, and returns its path.
    private func tone(_ loudness: Double, _ seconds: Int) throws -> String {
        let amplitude = 32_767 * pow(10, loudness / 20)
        var sound: [UInt8] = []
        for frame in 0..<seconds * 44_100 {
            let sample = Int16(amplitude * sin(2 * .pi * 1000 * Double(frame) / 44_100))
            for _ in 0..<2 { withUnsafeBytes(of: sample.littleEndian) { sound += $0 } }
        }
        let path = folder.path + "/tone\(loudness).wav"
        let maker = WaveMaker.wave
        try folder.write("tone\(loudness).wav", maker.file(maker.fmt(), maker.chunk("data", sound)))
        return path
    }

    /// Plays a file into another file, and returns the loudness of the written sound from a second on.
    private func heard(_ path: String, _ options: [String], from second: Int) throws -> Double {
        let out = folder.path + "/out.wav"
        let arguments = ["play", path, "--output", out, "--fast", "--overwrite", "--quiet"]
        let run = try LongwaveBinary.run(arguments + options, environment: environment)
        #expect(run.code == 0, "\(run.errors)")
        let file = try #require(fopen(out, "rb"))
        defer { fclose(file) }
        fseek(file, 44 + second * 4 * 44_100, SEEK_SET)
        var samples = [Int16](repeating: 0, count: 60 * 2 * 44_100)
        samples.removeLast(samples.count - fread(&samples, 2, samples.count, file))
        var state = ebur128_init(2, 44_100, Int32(EBUR128_MODE_I.rawValue))
        defer { ebur128_destroy(&state) }
        ebur128_add_frames_short(state, samples, samples.count / 2)
        var loudness = 0.0
        ebur128_loudness_global(state, &loudness)
        return loudness
    }

    @Test(arguments: [-25.0, -6.0]) func filesBecomeEquallyLoud(_ loudness: Double) throws {
        let path = try tone(loudness, 45)
        #expect(try abs(heard(path, [], from: 0) - loudness) < 0.2)
        #expect(try abs(heard(path, ["--loudness", "-16"], from: 40) + 16) < 1)
        // The loudness is known now.
        #expect(try abs(heard(path, ["--loudness", "-16"], from: 0) + 16) < 0.3)
        #expect(try abs(heard(path, ["--loudness", "off"], from: 0) - loudness) < 0.2)
        let list = try folder.write(
            "stations.json",
            #"{"station":[{"name":"Tone","streamURL":"file://\#(path)"},{"name":"B","streamURL":"http://b.test"}]}"#)
        let levels = try LongwaveBinary.run(
            ["list", "--levels", "--format", "tsv", "--library", list], environment: environment)
        let rows = levels.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        #expect(rows.first?.count == 6 && rows.count == 3, "\(levels.output)\(levels.errors)")
        let cell = try #require(rows.dropFirst().first?.dropFirst(3).first)
        #expect(try abs(#require(Double(cell)) - loudness) < 0.2)
    }

    /// The equaliser's gain, and the presets of the settings file.
    @Test func theEqualiserIsHeard() throws {
        try folder.write(
            ".config/longwave/config.toml",
            """
            [[equalisers]]
            name = "soft"
            gains = "1k=-6"
            """)
        let path = try tone(-20, 10)
        #expect(try abs(heard(path, ["--equaliser", "1k=+6"], from: 1) + 14) < 0.3)
        #expect(try abs(heard(path, ["--equaliser", "soft"], from: 1) + 26) < 0.3)
        let run = try LongwaveBinary.run(["play", path, "--equaliser", "hard"], environment: environment)
        #expect(run.code == 64)
    }
}
