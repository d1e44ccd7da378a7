import Longwave
import RadioFormats
import RadioProbe
import RadioStreams
import TestSupport
import Testing

/// Real encoders make Ogg streams, and a real Icecast sends them. A check recognises their format.
@Suite(
    .enabled(
        if: IcecastServer.isInstalled
            && ["ffmpeg", "oggenc", "opusenc", "flac"].allSatisfy(ChildProcess.exists)))
struct OggStationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var encoder: String
        var contentType: String
        var rate: Int
        var codec: String
        var bits: Int?
        /// The bit rate that must be measured, in bits per second.
        var bitRates: ClosedRange<Int>

        var testDescription: String { "\(codec) as \(contentType)" }
    }

    static let rows: [Row] = [
        Row(
            encoder: "oggenc -Q -q 4 -c ARTIST=Anna -c TITLE=Eins -o OUT IN", contentType: "application/ogg",
            rate: 44_100,
            codec: "Vorbis", bitRates: 20_000...160_000),
        Row(
            encoder: "opusenc --quiet --bitrate 96 --artist Anna --title Eins IN OUT", contentType: "audio/ogg",
            rate: 48_000, codec: "Opus", bitRates: 30_000...160_000),
        Row(
            encoder: "flac --silent --ogg -T ARTIST=Anna -T TITLE=Eins -o OUT IN", contentType: "application/ogg",
            rate: 48_000, codec: "FLAC", bits: 16, bitRates: 200_000...1_600_000),
    ]

    private static func encode(_ row: Row) throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        let (wave, out) = (directory.path + "/in.wav", directory.path + "/out")
        let source = "anoisesrc=color=pink:duration=20:sample_rate=\(row.rate)"
        for words in ["ffmpeg -nostdin -v error -f lavfi -i \(source) -ac 2 \(wave)", row.encoder] {
            let words = words.split(separator: " ").map { $0 == "IN" ? wave : $0 == "OUT" ? out : String($0) }
            let result = try ChildProcess.run(words[0], Array(words[1...]))
            try #require(result.code == 0, "\(result.output)")
        }
        return try Samples.read(path: out)
    }

    @Test(arguments: rows) func `an Ogg station is checked and probed`(_ row: Row) async throws {
        let sound = try Self.encode(row)
        let icecast = try IcecastServer()
        let source = try icecast.feed("/radio", sound, bytesPerSecond: sound.count / 20, contentType: row.contentType)
        defer { source.stop() }
        let station = Station(name: "One", urls: [icecast.url("/radio")], codec: "OGG")
        var configuration = Radio.Configuration()
        configuration.journal = JournalPlaces()
        let radio = try Radio(configuration)
        var found: [StationHealth] = []
        for await health in radio.check([station], timeout: .seconds(60)) { found.append(health) }
        await radio.shutDown()
        let health = try #require(found.first?.addresses[0])
        #expect(health.isAlive && health.codecName == row.codec && health.hasTitles && health.problems.isEmpty)
        #expect(health.decoded.last?.sampleRate == row.rate && health.decoded.last?.channelCount == 2)
        #expect(health.title?.artist == "Anna" && health.title?.title == "Eins")
        #expect(
            health.measuredBitRate.map(row.bitRates.contains) == true, "\(String(describing: health.measuredBitRate))")

        let report = try ProbeBench.probe(ProbeRequest(url: icecast.url("/radio"), listening: .milliseconds(500)))
        #expect(report.error == nil && report.problems.isEmpty && report.codecName == row.codec, "\(report.problems)")
        #expect(report.decoded.first?.sampleRate == row.rate && report.format?.bitsPerSample == row.bits)
        #expect(report.firstSoundAt != nil && report.titles.first?.track.title == "Eins")
        #expect(
            report.measuredBitRate.map(row.bitRates.contains) == true, "\(String(describing: report.measuredBitRate))")
        // The result of the check contains the inspection of the received bytes, with the links of the Ogg stream.
        let link = try #require(report.content?.report.ogg?.links.first)
        #expect(link.format?.codec.displayName == row.codec && link.sampleCount > 0)
        let names = report.content?.linkComments.first??.fields.map { "\($0.name)=\($0.value)".uppercased() }
        #expect(names?.contains("TITLE=EINS") == true)
    }
}
