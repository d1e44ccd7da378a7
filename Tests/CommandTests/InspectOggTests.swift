import TestSupport
import Testing

/// `longwave inspect` of Ogg and FLAC files, in the output for people.
@Suite(.enabled(if: ["ffmpeg", "oggenc", "flac"].allSatisfy(ChildProcess.exists)))
struct InspectOggTests {
    private static func make(_ directory: TemporaryDirectory, _ program: String, _ words: [String]) throws -> String {
        let wave = directory.path + "/in.wav"
        let tone = ["-f", "lavfi", "-i", "sine=440:duration=2:sample_rate=44100", "-ac", "2", wave]
        _ = try ChildProcess.run("ffmpeg", ["-nostdin", "-v", "error", "-y"] + tone)
        let file = directory.path + "/out"
        let result = try ChildProcess.run(program, words + ["-o", file, wave])
        try #require(result.code == 0, "\(result.output)")
        return file
    }

    @Test func `a link, its stream and its comments, cleaned for a terminal`() throws {
        let directory = try TemporaryDirectory()
        let file = try Self.make(
            directory, "oggenc", ["-Q", "-s", "77", "-c", "TITLE=Rot\u{1B}[31m und\u{7} weiß", "-c", "ARTIST=Anna"])
        let run = try LongwaveBinary.run(["inspect", file])
        #expect(run.code == 0 && run.errors.isEmpty)
        for part in [
            "at 0: Vorbis, 44100 Hz, stereo", "2 s, 88200 samples", "cut off at the end",
            "77: Vorbis, played", "ARTIST=Anna", "TITLE=Rot", "encoder",
        ] { #expect(run.output.contains(part), "\(part) in \(run.output)") }
        #expect(!run.output.utf8.contains(0x1B) && !run.output.utf8.contains(7))
        let json = try LongwaveBinary.run(["inspect", "--json", file])
        #expect(json.output.contains(#""serial":77,"name":"Vorbis","played":true"#))
        #expect(!json.output.utf8.contains(0x1B))
    }

    @Test func `a FLAC file and its MD5`() throws {
        let directory = try TemporaryDirectory()
        let file = try Self.make(directory, "flac", ["--silent", "-T", "TITLE=Eins"])
        let run = try LongwaveBinary.run(["inspect", file])
        #expect(run.code == 0)
        for part in [
            "FLAC, 44100 Hz, stereo, 16 bits, 2 s", "STREAMINFO at 4, 34 bytes", "TITLE=Eins", "88200 samples",
            "right: the decoded sound matches",
        ] { #expect(run.output.contains(part), "\(part) in \(run.output)") }
    }
}
