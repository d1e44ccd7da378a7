import Glibc
import RadioFormats
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// Files on disk have a length and an end. The player reports the end when the listener hears it.
@Suite(.enabled(if: PulseServer.isInstalled && ReferenceSound.isInstalled))
struct LocalFileTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var sample: Sample
        var isURL: Bool
        var noRewinds: Bool
        var testDescription: String {
            "\(sample), \(isURL ? "file: URL" : "path"), \(noRewinds ? "short" : "long") sink latency"
        }
    }

    static let cases = [
        Case(sample: .mp3Reservoir, isURL: false, noRewinds: true), Case(sample: .mp3, isURL: true, noRewinds: false),
        Case(sample: .aac, isURL: false, noRewinds: false), Case(sample: .aacMono48, isURL: true, noRewinds: true),
    ]

    @Test(arguments: cases) func aFilePlaysToItsEndOnce(_ row: Case) async throws {
        let rate = row.sample.sampleRate
        let server = try PulseServer(sinks: [.init(rate: rate, noRewinds: row.noRewinds)])
        let recorder = try server.record()
        let player = try await ObservedPlayer(server).playing(row.isURL ? "file://" + row.sample.path : row.sample.path)
        defer { player.shutDown() }
        let ended = try #require(await player.playedToEnd(), "\(player.story)")
        #expect(ended.snapshot.status == .ended)
        let enough = recorder.frameCount + rate / 2
        #expect(await eventually { recorder.frameCount > enough })
        // The recording contains every frame of the file, and nothing else.
        let reference = try ReferenceSound.of(row.sample)
        let expected = reference.channel(0)
        let recording = recorder.channel(0)
        let match = SampleMatch(of: expected, in: recording, probeAt: Int(0.45 * Double(rate)))
        var found = try #require(match, "not the sound of \(row.sample)")
        let whole = expected.count
        if row.noRewinds {
            #expect(found.frames == whole)
        } else {
            // Before the first sound, a sink that can rewind has already rendered silence, which it then replaces by
            // the sound. The listener hears all sound, but the recorder has already received the silence, so the first
            // tenth of a second is not compared.
            let unheard = rate / 10
            let rest = SampleMatch(of: Array(expected[unheard...]), in: recording, probeAt: Int(0.35 * Double(rate)))
            #expect(rest?.frames == whole - unheard)
            found.frames = whole
        }
        let after = recording[min(found.start + whole, recording.count)...].reduce(0) { max($0, abs($1)) }
        #expect(after <= SampleMatch.tolerance, "sound after the end")
        // The player reports the end when the file's last frame is heard. This is the time when the last frame arrives
        // in the recorder.
        let last = try #require(recorder.arrival(ofFrame: min(found.start + whole, recorder.frameCount - 1)))
        let late = last.duration(to: ended.at).inSeconds
        Figures.note("didPlayToEnd after the last frame arrived, \(row.testDescription)", seconds: late)
        #expect(late > -0.3, "said \(late) s after the end")
        #expect(late < 1, "said \(late) s after the end")
        let length = Double(whole) / Double(rate)
        #expect(abs(ended.snapshot.currentTime.seconds - length) < 0.2, "\(ended.snapshot.currentTime.seconds)")
    }

    @Test(arguments: [Sample.mp3, .aac, .mp3Variable]) func theLengthIsKnown(_ sample: Sample) async throws {
        let player = try ObservedPlayer(PlaybackConfiguration(output: .null))
        defer { player.shutDown() }
        await player.play(sample.path)
        let entry = try #require(await player.told(.playing), "\(player.story)")
        let duration = try #require(entry.snapshot.stream?.duration).inSeconds
        // The player's length may include the padding that the encoder added to the file.
        #expect(abs(duration - sample.seconds) < 0.25, "\(duration) s, made with \(sample.seconds)")
    }

    @Test func theNextItemFollowsTheEnd() async throws {
        let server = try PulseServer(sinks: [.init(rate: 44_100)])
        let recorder = try server.record()
        let player = try ObservedPlayer(server)
        defer { player.shutDown() }
        let files = [Sample.mp3Reservoir, .mp3FreeFormat]
        await player.manager.play(files.map { PlaybackItem(url: $0.path) })
        let first = try #require(await player.playedToEnd(), "\(player.story)")
        #expect(first.snapshot.item?.station.urls == [files[0].path])
        let mark = try #require(player.entries.firstIndex { $0.at == first.at }) + 1
        let second = try #require(await player.playedToEnd(from: mark), "\(player.story)")
        #expect(second.snapshot.item?.station.urls == [files[1].path])
        let enough = recorder.frameCount + 22_050
        #expect(await eventually { recorder.frameCount > enough })
        let recording = recorder.channel(0)
        for file in files {
            let expected = try ReferenceSound.of(file).channel(0)
            let match = SampleMatch(of: expected, in: recording, probeAt: 20_000)
            let frames = match?.frames
            #expect(frames == expected.count, "\(file)")
        }
        // No item follows the second file, so the player has ended.
        #expect(await player.manager.snapshot.status == .ended)
    }

    @Test func aPausedFileGoesOnWhereItWas() async throws {
        let server = try PulseServer(sinks: [.init(rate: 44_100)])
        let recorder = try server.record()
        let player = try await ObservedPlayer(server).playing(Sample.mp3Variable.path)
        defer { player.shutDown() }
        try await pass(.milliseconds(500))
        await player.manager.pause()
        let paused = await player.manager.snapshot.currentTime.seconds
        // The pause lasts six seconds, longer than the rest of the file.
        try await pass(.seconds(6))
        #expect(player.first { if case .didPlayToEnd = $0 { true } else { false } } == nil, "\(player.story)")
        let silent = recorder.frameCount
        await player.manager.play()
        #expect(await player.playedToEnd() != nil, "\(player.story)")
        let last = try #require(recorder.lastSound())
        // The file's first frame contains information and no sound, so it does not count. The last loud sample is 50 ms
        // before the end of the file.
        let whole = Double((Sample.mp3Variable.frames - 1) * 1152) / 44_100
        let rest = Double(last - silent) / 44_100
        #expect(rest > whole - paused - 0.3, "\(rest) s after a pause at \(paused) s")
    }
}
