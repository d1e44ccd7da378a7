import FaultRows
import RadioFormats
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// A live HLS station plays for twenty seconds. The sink's monitor hears the source sample by sample, across all
/// segments. ffmpeg writes the segments and the playlist, and nginx serves them.
@Suite(.enabled(if: PulseServer.isInstalled && ReferenceSound.isInstalled && FfmpegHls.isInstalled))
struct HlsLiveSoundTests {
    private static let rate = SweepProgramme.sampleRate
    /// Eighty seconds of sound: enough for the live window before the player starts and for what it plays.
    private static let programme = Result { try SweepProgramme(.aac, seconds: 80) }

    @Test(arguments: [FfmpegHls.Container.transportStream, .fragmentedMP4])
    func twentySecondsAreTheSource(_ container: FfmpegHls.Container) async throws {
        let directory = try TemporaryDirectory()
        let source = directory.path + "/source.aac"
        try Self.programme.get().bytes.write(to: source)
        // ffmpeg and the web server start before the player, so that the player's first request gets a playlist with
        // four segments.
        let hls = try FfmpegHls(
            input: source, container, seconds: 2, isLive: true,
            arguments: container == .fragmentedMP4 ? ["-bsf:a", "aac_adtstoasc"] : [])
        defer { hls.stop() }
        let nginx = NginxServer.isInstalled ? try NginxServer(serving: hls.directory.path) : nil
        #expect(await eventually { hls.segmentCount >= 4 })
        let server = try PulseServer(sinks: [.init(rate: Self.rate)])
        let recorder = try server.record()
        let watch = MachineWatch.shared
        let began = MonotonicInstant.now
        let player = try await ObservedPlayer(server).playing(nginx?.url("/media.m3u8") ?? hls.url)
        defer { player.shutDown() }
        let end = recorder.frameCount + 21 * Self.rate
        #expect(await eventually(within: .seconds(120)) { recorder.frameCount > end })
        let reference = try ReferenceSound.aac(source, channels: 2, rate: Self.rate)
        for channel in 0..<2 {
            // If the computer stalls, the recording contains silence, which the test removes. The source contains none.
            let all = Silence.removed(from: recorder.channel(channel))
            let begin = Self.rate / 2
            let heard = Array(all.dropFirst(begin).prefix(20 * Self.rate))
            #expect(heard.count > 18 * Self.rate, "\(player.story)")
            let match = SampleMatch(of: heard, in: reference.channel(channel), probeAt: 0)
            let found = try #require(match, "not the source's sound")
            #expect(found.frames == heard.count, "channel \(channel), \(player.story)")
        }
        // While a segment arrives, a playlist request waits until its connection is free, but only for a limited time.
        // If the computer stalls for longer, the player opens a second connection.
        let most = watch.worst(from: began, to: .now) < 0.1 ? 1 : 2
        if let nginx {
            let connections = Set(nginx.log.compactMap { $0.split(separator: " ").first })
            #expect(connections.count <= most, "\(nginx.log)")
        } else {
            #expect(hls.origin.acceptedCount <= most)
        }
    }

    /// A pause lasts until the station's playlist no longer names the sound at the pause. After the pause, the player
    /// plays this sound and the sound after it, sample by sample.
    @Test func aPauseLongerThanTheWindow() async throws {
        let directory = try TemporaryDirectory()
        let source = directory.path + "/source.aac"
        try Self.programme.get().bytes.write(to: source)
        let hls = try FfmpegHls(input: source, .transportStream, seconds: 1, isLive: true)
        defer { hls.stop() }
        #expect(await eventually { hls.segmentCount >= 4 })
        let server = try PulseServer(sinks: [.init(rate: Self.rate)])
        let recorder = try server.record()
        var policy = PlaybackPolicy.listener
        policy.timeshift = .seconds(1800)
        let player = try await ObservedPlayer(server, policy: policy).playing(hls.url)
        defer { player.shutDown() }
        await player.manager.pause()
        let last = { hls.origin.paths.last { $0.hasSuffix(".ts") } }
        let before = try #require(await player.manager.snapshot.seekableTimeRanges.first).end
        // The station's window lasts six seconds. The pause ends when the player has received 18 seconds more.
        let later = before + MediaTime(seconds: 18)
        #expect(
            await player.settles { ($0.loadedTimeRanges.last?.end ?? .zero) > later },
            "\(player.story), \(last() ?? "")")
        await player.manager.play()
        let end = recorder.frameCount + 16 * Self.rate
        #expect(await eventually(within: .seconds(120)) { recorder.frameCount > end })
        let reference = try ReferenceSound.aac(source, channels: 2, rate: Self.rate)
        let all = Silence.removed(from: recorder.channel(0))
        // At the pause, the sound server discards some sound that it has not played yet, and after the pause, the
        // player sends this sound again. The test compares only later sound.
        let heard = Array(all.suffix(14 * Self.rate))
        let match = SampleMatch(of: heard, in: reference.channel(0), probeAt: 0)
        let found = try #require(match, "not the source's sound")
        #expect(found.frames == heard.count, "\(player.story)")
        #expect(await player.manager.snapshot.liveOffset > .seconds(16))
        #expect(!player.story.contains("didDropHeld"))
    }
}
