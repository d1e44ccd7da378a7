import Glibc
import Longwave
import TestSupport
import Testing

/// A listener sets a gain for a station with `longwave mark --gain`. `longwave play` applies the gain to the station's
/// sound.
@Suite(.serialized) struct RememberedGainTests {
    private static let program: String? = access(BuiltProgram.longwave, X_OK) == 0 ? BuiltProgram.longwave : nil

    /// Returns the peak of the last two seconds in a WAV file that is still being written, or 0 if the file is shorter.
    private static func peak(_ path: String) -> Int {
        let count = 2 * 2 * Sample.mp3.sampleRate
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var samples = [Int16](repeating: 0, count: count)
        // The offset of the end of the last complete sample frame (four bytes). The header has 44 bytes.
        let end = (lseek(file, 0, SEEK_END) - 44) / 4 * 4 + 44
        guard end >= count * 2 + 44, pread(file, &samples, count * 2, end - count * 2) == count * 2 else { return 0 }
        return peak(samples)
    }

    private static func peak(_ samples: some Sequence<Int16>) -> Int { samples.map { abs(Int($0)) }.max() ?? 0 }

    @Test(.enabled(if: program != nil), arguments: ["id", "address"])
    func aStationIsAsLoudAsItWasMarked(_ means: String) async throws {
        let program = try #require(Self.program)
        let directory = try TemporaryDirectory()
        let piece = try IcyServer.Piece(.mp3)
        let station = try IcyServer(Array(repeating: piece, count: 1000))
        defer { station.stop() }
        // The source is loud in every window of two seconds, so the peak of any two seconds can be compared with the
        // source's peak.
        let original = try WaveRecording.expected(
            FrameCutter.cut(Sample.mp3.read(), isAdts: false), like: .mp3)
        let whole = Self.peak(original)
        let window = 2 * 2 * Sample.mp3.sampleRate
        for start in stride(from: window, to: original.count - window, by: window / 2) {
            try #require(2 * Self.peak(original[start..<start + window]) > whole)
        }

        let list = directory.path + "/stations.json"
        try Array(
            (#"{"station":[{"name":"Other","streamURL":"http://127.0.0.1:9/"},{"name":"Loud","id":"loud","streamURL":""#
                + station.url + #""}]}"#).utf8
        ).write(to: list)
        let environment = [
            "XDG_DATA_HOME=\(directory.path)/data", "XDG_STATE_HOME=\(directory.path)/state",
            "XDG_CACHE_HOME=\(directory.path)/cache", "HOME=\(directory.path)", "LONGWAVE_DIRECTORY=none",
        ]
        let mark = try ChildProcess(
            "env", environment + [program, "mark", "loud", "--gain", "-20", "--library", list])
        #expect(mark.wait() == 0)
        if means == "address" {
            // The station has another id in the changed list. The program still finds the station's gain by its
            // address.
            try Array(#"{"station":[{"name":"Loud","id":"other","streamURL":"\#(station.url)"}]}"#.utf8).write(to: list)
        }
        let path = directory.path + "/heard.wav"
        let player = try ChildProcess(
            "env", environment + [program, "play", "loud", "--output", path, "--library", list])
        defer { player.end() }
        #expect(
            await eventually {
                let peak = Self.peak(path)
                return peak > whole / 30 && peak < whole / 9
            }, "\(Self.peak(path)) of \(whole)")
    }
}
