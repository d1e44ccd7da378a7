import FaultRows
import RadioFormats
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// For twenty seconds, the sink's monitor hears the source sample by sample, across all segments. ffmpeg writes the
/// live window, and nginx serves it.
@Suite(.fewAtOnce, .enabled(if: PulseServer.isInstalled && ReferenceSound.isInstalled && FfmpegHls.isInstalled))
struct HlsLiveSoundTests {
    private static let rate = SweepProgramme.sampleRate
    /// A programme that is long enough for the live window before the start and for the sound after it.
    private static let programme = Result { try SweepProgramme(.aac, seconds: 80) }

    @Test(arguments: [FfmpegHls.Container.transportStream, .fragmentedMP4])
    func twentySecondsAreTheSource(_ container: FfmpegHls.Container) async throws {
        let directory = try TemporaryDirectory()
        let source = directory.path + "/source.aac"
        try Self.programme.get().bytes.write(to: source)
        // ffmpeg and the web server start first, so that the live window is complete at the player's first request.
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
            // If the computer stalls, the recording contains silence. The source contains none.
            let all = Silence.removed(from: recorder.channel(channel))
            let begin = Self.rate / 2
            let heard = Array(all.dropFirst(begin).prefix(20 * Self.rate))
            #expect(heard.count > 18 * Self.rate, "\(player.story)")
            let match = SampleMatch(of: heard, in: reference.channel(channel), probeAt: 0)
            let found = try #require(match, "not the source's sound")
            #expect(found.frames == heard.count, "channel \(channel), \(player.story)")
        }
        // A playlist request waits for the connection while a segment arrives, but only for a limited time. If the
        // computer stalls, the player opens a second connection.
        let most = watch.worst(from: began, to: .now) < 0.1 ? 1 : 2
        if let nginx {
            let connections = Set(nginx.log.compactMap { $0.split(separator: " ").first })
            #expect(connections.count <= most, "\(nginx.log)")
        } else {
            #expect(hls.origin.acceptedCount <= most)
        }
    }

    /// Sound that left the playlist during a pause is heard after the pause, sample by sample, and so is the sound
    /// after it.
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
        // The pause lasts for three live windows of six seconds.
        let later = before + MediaTime(seconds: 18)
        #expect(
            await player.settles { ($0.loadedTimeRanges.last?.end ?? .zero) > later },
            "\(player.story), \(last() ?? "")")
        await player.manager.play()
        let end = recorder.frameCount + 16 * Self.rate
        #expect(await eventually(within: .seconds(120)) { recorder.frameCount > end })
        let reference = try ReferenceSound.aac(source, channels: 2, rate: Self.rate)
        let all = Silence.removed(from: recorder.channel(0))
        // At the pause, the sound server discards sound, which the player sends again later. The comparison begins
        // after this sound.
        let heard = Array(all.suffix(14 * Self.rate))
        let match = SampleMatch(of: heard, in: reference.channel(0), probeAt: 0)
        let found = try #require(match, "not the source's sound")
        #expect(found.frames == heard.count, "\(player.story)")
        #expect(await player.manager.snapshot.liveOffset > .seconds(16))
        #expect(!player.story.contains("didDropHeld"))
    }
}
