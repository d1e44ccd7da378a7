import RadioAudio
import RadioFormats
import TestSupport
import Testing

@testable import RadioPlayer

/// Files whose length is exact and in which every packet stands for itself.
@Suite(.enabled(if: ["flac", "sox"].allSatisfy(ChildProcess.exists))) struct FileSeekTests {
    static func run(_ program: String, _ arguments: [String]) throws {
        let result = try ChildProcess.run(program, arguments)
        #expect(result.code == 0, "\(program): \(result.output)")
    }

    @Test(arguments: ["flac", "wav", "aiff"]) func `a jump leads to the exact sample`(type: String) throws {
        let directory = try TemporaryDirectory()
        let (source, file) = (directory.path + "/source.wav", directory.path + "/sound." + type)
        try Self.run("sox", ["-R", "-n", "-r", "8000", "-c", "2", "-b", "16", source, "synth", "40", "pinknoise"])
        if type == "flac" {
            try Self.run("flac", ["-s", "-b", "1000", "-o", file, source])
        } else {
            try Self.run("sox", [source, file])
        }
        let packet = type == "flac" ? 1000 : 160
        let bytes = try Samples.read(path: source)
        let start = try #require(bytes.firstRange(of: Array("data".utf8))).upperBound + 4
        let reference = bytes[start...].withUnsafeBytes { raw in
            (0..<raw.count / 2).map { Float(raw.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self)) / 32_768 }
        }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(file))
        let range = try #require(rig.player.snapshot().seekableTimeRanges.first)
        #expect(range.start == .zero && range.end.seconds == 40, "\(range)")
        for second in [20.01, 3.5, 38, 0] {
            try rig.player.seek(to: MediaTime(seconds: second))
            let output = try #require(rig.output)
            let before = output.samples.count
            let place = Int(second * 8000) / packet * packet
            // Behind the fade.
            let expected = Array(reference[(2 * place + 4000)...].prefix(400))
            let isThere = rig.loop.turn { output.samples[before...].firstRange(of: expected) != nil }
            #expect(isThere, "\(second) s")
            rig.hear(.milliseconds(100))
        }
        #expect(rig.hears(.milliseconds(400)) { rig.status == .ended }, "\(rig.status)")
    }
}
