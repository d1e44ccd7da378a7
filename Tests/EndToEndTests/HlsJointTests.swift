import RadioFormats
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// At a joint between two HLS segments that do not continue each other, sound is neither lost nor repeated. The tests
/// compare the samples that the player writes to a file with the decoded source. Only the 5 ms before and after a
/// joint, which the player fades, may differ.
@Suite struct HlsJointTests {
    /// The number of samples in the two 5-ms fades of a joint, in both channels, at 44.1 kHz.
    private static let fades = 2 * 2 * 221

    /// The source is cut at a discontinuity, where the time stamps jump. The sound continues without a gap. With AAC,
    /// whose frames continue each other here, every sample equals the uncut source's.
    @Test(arguments: [Sample.aac, .mp3]) func discontinuitiesAreExact(_ sample: Sample) async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let one = try HlsProgramme.packed(sample, seconds: 0.5, timestamp: 900_000_000)
        let other = try HlsProgramme.packed(sample, seconds: 0.5, timestamp: 5)
        let channel = HlsChannel(.onDemand, targetDuration: 1) { number in
            var segment = number < 3 ? one(number) : other(number)
            segment?.isDiscontinuous = number == 3
            return segment
        }
        origin.add("radio", channel)
        let (heard, player) = try await WaveRecording.heard(origin.url("/radio.m3u8"))
        let expected = try WaveRecording.expected(sample)
        #expect(heard.samples.count == expected.count, "\(player.story)")
        let same = heard.agreement(with: expected)
        if sample.codec == .aac {
            #expect(same == expected.count)
        } else {
            // An MP3 frame may use bytes of earlier frames (the bit reservoir). The first frames after the
            // discontinuity lack them, so up to three frames may differ.
            let rest = heard.agreementAtEnd(with: expected)
            #expect(same + rest >= expected.count - Self.fades - 3 * 2 * sample.frameSamples, "\(same), \(rest)")
        }
    }

    /// If the server never delivers one segment, exactly this segment's samples are missing.
    @Test(arguments: [Sample.aac, .mp3]) func onlyWhatNeverCameIsMissing(_ sample: Sample) async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        origin.add(
            "radio", HlsChannel(.onDemand, targetDuration: 1, programme: try HlsProgramme.packed(sample, seconds: 0.7)))
        origin.fail("/radio/2.\(sample.codec == .aac ? "aac" : "mp3")", .status("404 Not Found"))
        let (heard, player) = try await WaveRecording.heard(origin.url("/radio.m3u8"))
        let whole = try WaveRecording.expected(sample).count
        let frames = Int((0.7 * Double(sample.sampleRate) / Double(sample.frameSamples)).rounded())
        #expect(whole - heard.samples.count == frames * sample.frameSamples * sample.channels, "\(player.story)")
    }

    struct Ladder: CustomTestStringConvertible, Sendable {
        var high: Sample
        var low: Sample
        var testDescription: String { "\(high) → \(low)" }
    }

    /// When a segment of the first variant fails, the player switches to the second variant, which has another codec.
    /// The new sound begins where the old sound ends, as exactly as the time stamps allow.
    @Test(arguments: [Ladder(high: .aac, low: .mp3), Ladder(high: .mp3, low: .aac)])
    func anotherCodecBeginsWhereTheOldOneEnds(_ row: Ladder) async throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        origin.add(
            "high",
            HlsChannel(.onDemand, targetDuration: 1, programme: try HlsProgramme.packed(row.high, seconds: 0.5)))
        // Segments and frames of the low variant start at other times than those of the high variant.
        origin.add(
            "low", HlsChannel(.onDemand, targetDuration: 1, programme: try HlsProgramme.packed(row.low, seconds: 0.8)))
        func codec(_ sample: Sample) -> String { sample.codec == .aac ? "mp4a.40.2" : "mp4a.40.34" }
        origin.serve(
            "/index.m3u8",
            playlist: HlsOrigin.multivariant([
                .init("high.m3u8", "BANDWIDTH=320000,CODECS=\"\(codec(row.high))\""),
                .init("low.m3u8", "BANDWIDTH=64000,CODECS=\"\(codec(row.low))\""),
            ]))
        origin.fail("/high/2.*", .stall(after: 2000))
        for number in 3..<20 { origin.fail("/high/\(number).*", .status("404 Not Found")) }
        let (heard, player) = try await WaveRecording.heard(origin.url("/index.m3u8"))
        let (before, after) = (try WaveRecording.expected(row.high), try WaveRecording.expected(row.low))
        // The AAC decoder returns nothing for its first packet, so one frame is missing at the start of AAC.
        let lacks = row.high.codec == .aac ? row.high.frameSamples : 0
        let priming = row.low.codec == .aac ? row.low.frameSamples : 0
        let length = after.count + (priming - lacks) * row.low.channels
        // The time stamps count units of 1/90,000 s, so the length may differ by up to two sample frames.
        #expect(abs(heard.samples.count - length) <= 2 * 2, "\(heard.samples.count), \(length), \(player.story)")
        let same = heard.agreement(with: before)
        // At the tolerance of 800, decoder noise counts as equal, but a jump in a tone counts as different, even one of
        // a single sample.
        let rest = heard.agreementAtEnd(with: after, tolerance: row.low.codec == .aac ? 800 : 0)
        // The old variant plays for at least a third of a second. (If the computer stalls, the player measures a slow
        // network and switches early.)
        #expect(same > 2 * row.high.sampleRate / 3 && rest > 2 * row.low.sampleRate, "\(same), \(rest)")
        #expect(same + rest >= heard.samples.count - Self.fades, "\(same), \(rest) of \(heard.samples.count)")
    }
}
