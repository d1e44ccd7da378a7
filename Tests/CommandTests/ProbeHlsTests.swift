import RadioFormats
import TestSupport
import Testing

/// `longwave probe` of an HLS station shows which variants and renditions are offered and which one plays, but not
/// every request.
@Suite struct ProbeHlsTests {
    /// Starts an encrypted HLS station with two languages, each at two bit rates. Each segment has a title.
    private static func origin(_ kind: HlsChannel.Kind = .live(window: 10)) throws -> HlsOrigin {
        let origin = try HlsOrigin()
        let key = HlsOriginKey(name: "one", bytes: Array(1...16))
        for name in ["en-low", "en-high", "de-low", "de-high"] {
            let packed = try HlsProgramme.packed(.mp3, seconds: 1, loops: kind != .onDemand, titles: [:])
            var channel = HlsChannel(kind, targetDuration: 1) { number in
                guard var segment = packed(number) else { return nil }
                segment.key = key
                segment.title = "Artist - \(name)"
                return segment
            }
            channel.programDate = MediaTime(value: 1_780_000_000, timescale: 1)
            origin.add(name, channel)
        }
        let media = ["en", "de"].flatMap { language in
            ["low", "high"].map { rate in
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\(rate)\",NAME=\"\(language == "en" ? "English" : "Deutsch")\","
                    + "LANGUAGE=\"\(language)\",\(language == "en" ? "DEFAULT=YES," : "")URI=\"\(language)-\(rate).m3u8\""
            }
        }
        origin.serve(
            "/index.m3u8",
            playlist: HlsOrigin.multivariant(
                [
                    .init("en-low.m3u8", "BANDWIDTH=64000,CODECS=\"mp4a.40.34\",AUDIO=\"low\""),
                    .init("en-high.m3u8", "BANDWIDTH=256000,CODECS=\"mp4a.40.34\",AUDIO=\"high\""),
                ], tags: media))
        origin.advance(seconds: 20)
        return origin
    }

    @Test(
        arguments: [
            ([], "en-high", "English"), (["--quality", "low"], "en-low", "English"),
            (["--language", "de"], "de-high", "Deutsch"),
            (["--language", "de", "--quality", "low"], "de-low", "Deutsch"),
        ] as [([String], String, String)])
    func whatIsOfferedAndWhatPlays(_ options: [String], _ track: String, _ rendition: String) throws {
        let origin = try Self.origin()
        defer { origin.stop() }
        origin.startClock()
        let url = origin.url("/index.m3u8")
        let run = try LongwaveBinary.run(["probe", "--json", "--for", "2"] + options + [url])
        #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
        let base = url.dropLast("index.m3u8".count)
        for part in [
            #""hls":{"type":"live","playlist":"\#(base)\#(track).m3u8","targetDuration":1,"duration":9."#,
            #""programDateTime":"2026-05-28T20:26:"#, #""encryption":["AES-128"],"variants":[{"uri":"en-low.m3u8","#,
            #""uri":"en-high.m3u8","bandwidth":256000"#, #""selected":{"uri":"\#(track).m3u8","bandwidth":"#,
            #""rendition":{"type":"AUDIO","groupID":"\#(track.dropFirst(3))","name":"\#(rendition)""#,
            #""titleSources":["extinf"]"#, #""failedRequests":0}"#, #""artist":"Artist","title":"\#(track)""#,
            #""finite":false"#, #""codecName":"MP3""#, #""declaredBitRate":"#,
            // The member `list` is null, because an HLS playlist names segments, not stations.
            #""kind":"hls""#, #""list":null"#, #""error":null"#,
        ] {
            #expect(run.output.contains(part), "\(part) in \(run.output)")
        }
        // The program measures the bit rate until it disconnects. If it disconnects in the middle of a frame, the
        // measured rate is slightly less than 128,000 bit/s.
        let rate = run.output.firstMatch(of: /"measuredBitRate":([0-9]+)/).flatMap { Int($0.1) } ?? 0
        #expect((127_000...129_000).contains(rate))
        // The output has the three requests for playlists, but none for keys, segments or reloaded playlists.
        #expect(run.output.split(separator: #""statusLine""#).count - 1 == 3, "\(run.output)")
        let tries = run.output.prefix(upTo: try #require(run.output.firstRange(of: #""streamURL""#)).lowerBound)
        #expect(!tries.contains(".mp3") && !tries.contains("/keys/one"))
        #expect(origin.count("/keys/one") == 1)
    }

    @Test func forPeople() throws {
        let origin = try Self.origin(.onDemand)
        defer { origin.stop() }
        let run = try LongwaveBinary.run(["probe", "--for", "0.5", origin.url("/index.m3u8")])
        #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
        func row(_ field: String) -> [Substring] { run.lines.filter { $0.hasPrefix(field + "  ") } }
        #expect(row("segments").first?.contains("vod, target duration 1 s, ") == true, "\(run.output)")
        #expect(row("encryption").first?.hasSuffix("AES-128") == true)
        #expect(row("variant").count == 2 && row("rendition").count == 2)
        #expect(row("plays").first?.hasSuffix("/en-high.m3u8") == true)
        #expect(row("titles from").first?.contains("EXTINF") == true)
        #expect(row("requests").count == 1 && row("answer").count == 2)
        // `probe` reads in real time and does not fetch segments ahead of the sound.
        #expect(origin.count("/en-high/5.mp3") == 0)
    }

    /// The server refuses all segments. `probe` reports that there is no sound, and counts the failed requests.
    @Test func segmentsThatFail() throws {
        let origin = try Self.origin()
        defer { origin.stop() }
        origin.failSegments(percent: 100)
        let run = try LongwaveBinary.run(["probe", "--json", origin.url("/en-high.m3u8")])
        #expect(run.code != 0 && run.errors.split(separator: "\n").count == 1)
        #expect(!run.output.contains(#""failedRequests":0}"#) && run.output.contains(#""failedRequests":"#))
        #expect(run.output.contains(#""variants":[]"#) && run.output.contains(#""rendition":null"#))
    }
}
