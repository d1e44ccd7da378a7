import RadioFormats
import TestSupport
import Testing

@testable import RadioExport

/// An MP3 file gives exactly the samples that mpg123 gives: without those that the encoder added.
@Suite(.enabled(if: ["ffmpeg", "mpg123"].allSatisfy(ChildProcess.exists))) struct GaplessTests {
    private let directory = try! TemporaryDirectory()

    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// ffmpeg's options for making the file.
        var options = "-b:a 128k"
        /// The number of samples per channel.
        var count = 132_300
        var change: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    }

    /// Changes the bytes at an offset from the name of the first frame's header.
    static func patch(_ offset: Int, _ bytes: [UInt8]) -> @Sendable ([UInt8]) -> [UInt8] {
        { file in
            var file = file
            let start = (file.firstRange(of: Array("Info".utf8)) ?? file.firstRange(of: Array("Xing".utf8)))!.lowerBound
            file.replaceSubrange(start + offset..<start + offset + bytes.count, with: bytes)
            return file
        }
    }

    static let rows = [
        Row(testDescription: "constant"), Row(testDescription: "variable", options: "-q:a 4"),
        Row(testDescription: "mono", options: "-ac 1 -b:a 64k"),
        Row(testDescription: "22.05 kHz", options: "-ar 22050 -ac 1 -b:a 48k", count: 66_150),
        Row(testDescription: "ID3v2 in front, ID3v1 behind", options: "-b:a 128k -write_id3v1 1 -metadata title=x"),
        Row(testDescription: "no tag", options: "-b:a 128k -id3v2_version 0"),
        Row(testDescription: "no header", options: "-b:a 128k -write_xing 0", count: 133_632),
        Row(testDescription: "APE behind") { $0 + apeTag },
        Row(testDescription: "delay of several frames", count: 125_442, change: patch(141, [0xFF, 0xFF, 0xFF])),
        Row(testDescription: "no delay, no padding", count: 133_103, change: patch(141, [0, 0, 0])),
        Row(testDescription: "too few frames", change: patch(8, [0, 0, 0, 50])),
        Row(testDescription: "too many frames", count: 132_527, change: patch(8, [0, 0, 2, 0])),
        Row(testDescription: "no count", count: 133_632, change: patch(8, [0, 0, 0, 0])),
        Row(testDescription: "cut short", count: 79_535) { Array($0.prefix(30_000)) },
    ]

    static let apeTag: [UInt8] =
        Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]

    private func make(_ row: Row) throws -> (path: String, sound: [Float]) {
        let path = directory.path + "/source.mp3"
        let sweep = "aevalsrc=0.5*sin(2*PI*(200*t+150*t*t))|0.5*sin(2*PI*(3000*t-150*t*t)):s=44100:d=3"
        let options = row.options.split(separator: " ").map(String.init)
        let made = try ChildProcess.run(
            "ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", sweep] + options + [path])
        #expect(made.code == 0, "\(made.output)")
        _ = try directory.write("source.mp3", row.change(try Samples.read(path: path)))
        return (path, try mpg123(path))
    }

    private func mpg123(_ path: String) throws -> [Float] {
        let raw = directory.path + "/raw"
        let read = try ChildProcess.run("sh", ["-c", "exec mpg123 -q -s -e f32 \"$1\" >\"$2\"", "sh", path, raw])
        #expect(read.code == 0, "\(read.output)")
        return try Samples.read(path: raw).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// Exports to a WAV file and returns its samples.
    private func exported(_ request: ExportRequest) throws -> [Float] {
        _ = try Exporter.run(request).get()
        return try Samples.read(path: request.target).dropFirst(44).withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map {
                Float(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self))) / 32_768
            }
        }
    }

    private func difference(_ one: ArraySlice<Float>, _ other: ArraySlice<Float>) -> Float {
        guard one.count == other.count else { return .infinity }
        // Without optimisation, a plain loop over buffers takes a tenth of the time of `zip` and `reduce`.
        return one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                var difference: Float = 0
                var index = 0
                while index < one.count {
                    difference = max(difference, abs(one[index] - other[index]))
                    index += 1
                }
                return difference
            }
        }
    }

    @Test(arguments: rows) func `the samples are mpg123's`(_ row: Row) throws {
        let (path, sound) = try make(row)
        let channels = row.options.contains("-ac 1") ? 1 : 2
        #expect(sound.count == row.count * channels)
        let all = try exported(ExportRequest(source: path, target: directory.path + "/all.wav", preset: .wav))
        #expect(all.count == sound.count)
        #expect(difference(all[...], sound[...]) < 1 / 30_000)
        // A part is exact to the sample, too.
        var request = ExportRequest(source: path, target: directory.path + "/part.wav", preset: .wav)
        let rate = Int32(row.options.contains("22050") ? 22_050 : 44_100)
        (request.start, request.end) = (
            MediaTime(value: 20_001, timescale: rate), MediaTime(value: 60_003, timescale: rate)
        )
        let part = try exported(request)
        #expect(difference(part[...], sound[20_001 * channels..<60_003 * channels]) < 1 / 30_000)
    }

    /// A copy of the frames states what the encoder added, so other programs cut it off as well.
    @Test(
        arguments: rows.filter {
            ["constant", "22.05 kHz", "delay of several frames", "cut short"].contains($0.testDescription)
        })
    func `a copy is cut alike`(_ row: Row) throws {
        let (path, sound) = try make(row)
        let target = directory.path + "/copy.mp3"
        let result = try Exporter.run(ExportRequest(source: path, target: target, preset: .passthrough)).get()
        let rate = row.options.contains("22050") ? 22_050.0 : 44_100
        #expect(abs(result.duration / .seconds(1) - Double(row.count) / rate) < 0.000_01)
        let copied = try mpg123(target)
        #expect(difference(copied[...], sound[...]) < 0.000_01, "\(copied.count), not \(sound.count)")
    }
}
