import Glibc
import RadioAudio
import RadioFormats
import TestSupport
import Testing

@testable import RadioPlayer

/// ffmpeg writes MP4 files. The player's samples equal ffmpeg's, from the start and after a seek to any position.
@Suite(.enabled(if: ChildProcess.exists("ffmpeg"))) struct Mp4FileTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// ffmpeg's options for making the file. They follow the name of the input.
        var arguments: [String]
        var rate = 44_100
        /// ffmpeg's options for decoding the file. They precede the name of the input.
        var decoder: [String] = []
        var tolerance: Float = 0.001
        /// The encoder's delay in samples per channel, if ffmpeg does not remove it (in fragmented files).
        var delay = 0
        /// True if the file states its length.
        var hasLength = true
    }

    static let aac = ["-c:a", "aac", "-b:a", "256k", "-aac_pns", "0"]
    static let rows: [Row] = [
        Row(testDescription: "AAC, index last", arguments: aac),
        Row(testDescription: "AAC, index first", arguments: aac + ["-movflags", "+faststart"]),
        Row(
            testDescription: "AAC in fragments", arguments: aac + ["-movflags", "+frag_keyframe+delay_moov"],
            delay: 1024, hasLength: false),
        Row(
            testDescription: "AAC beside a picture that moves",
            arguments: aac + [
                "-f", "lavfi", "-i", "testsrc=s=320x240:r=25:d=20", "-c:v", "mpeg4", "-b:v", "2M", "-map", "0:a",
                "-map", "1:v",
            ]),
        Row(testDescription: "FLAC", arguments: ["-c:a", "flac", "-sample_fmt", "s16", "-strict", "-2"], tolerance: 0),
        Row(
            testDescription: "FLAC of 24 bits", arguments: ["-c:a", "flac", "-sample_fmt", "s32", "-strict", "-2"],
            tolerance: 0),
        Row(
            testDescription: "Opus", arguments: ["-c:a", "libopus", "-b:a", "96k", "-ar", "48000"], rate: 48_000,
            decoder: ["-c:a", "libopus"]),
    ]

    /// Makes a file with twenty seconds of sound that never repeats. Returns its path and the samples that ffmpeg
    /// decodes from it.
    static func make(_ row: Row, in directory: TemporaryDirectory) throws -> (path: String, sound: [Float]) {
        let made = try made.value(row.testDescription) { try make(row) }
        return (try directory.write("sound.mp4", made.file), made.sound)
    }

    private static let made = MadeOnce<String, Made>()

    private struct Made {
        var file: [UInt8]
        var sound: [Float]
    }

    private static func make(_ row: Row) throws -> Made {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/sound.mp4"
        let left = "0.3*sin(2*PI*(200*t+40*t*t))+0.1*(random(0)-0.5)"
        let right = "0.3*sin(2*PI*(3000*t-50*t*t))+0.1*(random(1)-0.5)"
        let sweep = "aevalsrc=\(left)|\(right):s=44100:d=20"
        var words = ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", sweep]
        // In this row, the options contain a second input, which must precede all other options.
        if let input = row.arguments.firstIndex(of: "-f") {
            words += row.arguments[input..<input + 4] + row.arguments[..<input] + row.arguments[(input + 4)...]
        } else {
            words += row.arguments
        }
        let made = try ChildProcess.run("ffmpeg", words + [path])
        #expect(made.code == 0, "\(made.output)")
        let raw = directory.path + "/sound.raw"
        let read = try ChildProcess.run(
            "ffmpeg", ["-nostdin", "-v", "error", "-y"] + row.decoder + ["-i", path, "-vn", "-f", "f32le", raw])
        #expect(read.code == 0, "\(read.output)")
        let all = try Samples.read(path: raw).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        // ffmpeg decodes the whole last packet, although the edit list ends earlier. The surplus is removed here.
        let sound = Array(all.dropFirst(row.delay * 2).prefix(row.hasLength ? 20 * row.rate * 2 : .max))
        return Made(file: try Samples.read(path: path), sound: sound)
    }

    static func difference(_ left: ArraySlice<Float>, _ right: ArraySlice<Float>) -> Float {
        guard left.count == right.count else { return .infinity }
        // Without optimisation, a plain loop over buffers takes a tenth of the time of `zip` and `reduce`.
        return left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { right in
                var (largest, index) = (Float.zero, 0)
                while index < left.count {
                    let difference = left[index] - right[index]
                    if !(abs(difference) <= largest) { largest = difference.isNaN ? .infinity : abs(difference) }
                    index += 1
                }
                return largest
            }
        }
    }

    /// Returns at which sample frame of `sound` the heard samples `piece` lie, searching up to two FLAC packets before
    /// `expected`. Returns nil if they are not found.
    static func place(of piece: ArraySlice<Float>, in sound: [Float], near expected: Int, _ tolerance: Float) -> Int? {
        (max(expected - 9216, 0)...expected + 1).last { start in
            let end = start * 2 + piece.count
            return end <= sound.count
                && zip(sound[start * 2..<end], piece).allSatisfy { abs($0 - $1) <= tolerance }
        }
    }

    @Test(arguments: rows) func everySampleAndNoOther(_ row: Row) throws {
        let directory = try TemporaryDirectory()
        let (path, sound) = try Self.make(row, in: directory)
        let rig = try PlayerRig()
        #expect(rig.startPlaying(path))
        let length = Double(sound.count / 2) / Double(row.rate)
        if row.hasLength {
            let duration = rig.player.snapshot().stream?.duration?.inSeconds ?? 0
            #expect(abs(duration - length) < 0.000_001, "\(duration) s instead of \(length) s")
        }
        let output = try #require(rig.output)
        #expect(rig.hearsToTheEnd(), "\(rig.status)")
        #expect(output.samples.count == sound.count)
        #expect(Self.difference(output.samples[...], sound[...]) <= row.tolerance)
    }

    @Test(arguments: rows) func aSeekIsExact(_ row: Row) throws {
        let directory = try TemporaryDirectory()
        let (path, sound) = try Self.make(row, in: directory)
        let rig = try PlayerRig()
        #expect(rig.startPlaying(path, queue: .milliseconds(500)))
        try Self.seek(rig, row, sound)
    }

    static func seek(_ rig: PlayerRig, _ row: Row, _ sound: [Float]) throws {
        for second in [15.0, 3, 18.7, 0, 10.123] {
            try rig.player.navigator.seek(to: MediaTime(seconds: second))
            let output = try #require(rig.output)
            let before = output.samples.count
            output.isTimeless = true
            #expect(rig.turn { output.queued > Int64(row.rate / 4) }, "\(rig.status)")
            let piece = output.samples[(before + 8000)..<(before + 12_000)]
            let target = Int((second * Double(row.rate)).rounded())
            let found = place(of: piece, in: sound, near: target + 4000, max(row.tolerance, 0.0001))
            guard let found else {
                Issue.record("to \(second) s: another sound")
                continue
            }
            #expect(abs(found - 4000 - target) <= 1, "\(second) s: off by \(found - 4000 - target) samples")
            rig.hear(.milliseconds(100))
            let heard = Double(found - 4000) / Double(row.rate) + 0.1
            let now = rig.player.snapshot().currentTime.seconds
            #expect(abs(now - heard) < 0.001, "\(now) s are told, \(heard) s are heard")
        }
    }

    @Test func titles() throws {
        let directory = try TemporaryDirectory()
        let row = Self.rows[0]
        let (path, _) = try Self.make(row, in: directory)
        let (list, named) = (directory.path + "/list", directory.path + "/named.m4a")
        let text = """
            ;FFMETADATA1
            title=Träume
            artist=Nobody
            album=Nothing
            """
        let file = try #require(fopen(list, "w"))
        fputs(text, file)
        fclose(file)
        let made = try ChildProcess.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", path, "-i", list, "-map", "0:a", "-map_metadata", "1", "-c", "copy",
                named,
            ])
        #expect(made.code == 0, "\(made.output)")
        let rig = try PlayerRig()
        #expect(rig.startPlaying(named))
        rig.hear(.milliseconds(500))
        let track = rig.player.snapshot().nowPlaying?.track
        #expect(track?.title == "Träume" && track?.artist == "Nobody" && track?.album == "Nothing", "\(rig.names)")
    }
}
