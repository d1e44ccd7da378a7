import Glibc
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// The player's status is `playing` exactly while the sound server plays the player's sound.
@Suite(.enabled(if: PulseServer.isInstalled))
struct PlayingTests {
    // MARK: Not before

    @Test func aSuspendedSinkPlaysNothing() async throws {
        let server = try PulseServer()
        try server.pactl("suspend-sink", "n1", "1")
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try ObservedPlayer(server)
        defer { player.shutDown() }
        await player.play(station.url)
        #expect(await eventually { station.soundBytes > 32_000 })
        try await pass(.seconds(2))
        #expect(player.first { $0.snapshot.status == .playing } == nil, "\(player.story)")
        let mark = player.mark
        try server.pactl("suspend-sink", "n1", "0")
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        // The sink is suspended a second time, now while sound plays.
        let second = player.mark
        try server.pactl("suspend-sink", "n1", "1")
        #expect(await player.told(.paused(.interruption), from: second) != nil, "\(player.story)")
        let third = player.mark
        try server.pactl("suspend-sink", "n1", "0")
        #expect(await player.told(.playing, from: third) != nil, "\(player.story)")
    }

    private func call(_ server: PulseServer) throws -> ChildProcess {
        try ChildProcess(
            "pacat", ["--playback", "--property=media.role=phone", "/dev/zero"],
            environment: ["PULSE_SERVER": server.address])
    }

    @Test func aPhoneCallHoldsTheSoundBack() async throws {
        let server = try PulseServer(modules: ["module-role-cork"])
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let recorder = try server.record()
        let player = try await ObservedPlayer(server).playing(station.url)
        defer { player.shutDown() }
        #expect(await eventually { recorder.firstSound() != nil })
        for _ in 0..<2 {
            var mark = player.mark
            let phone = try call(server)
            #expect(await player.told(.paused(.interruption), from: mark) != nil, "\(player.story)")
            let silent = recorder.frameCount + 24_000
            #expect(await eventually { recorder.frameCount > silent + 48_000 })
            let last = try #require(recorder.lastSound())
            #expect(last < silent)
            #expect(player.first(from: mark) { $0.snapshot.status == .playing } == nil, "\(player.story)")
            mark = player.mark
            phone.end()
            #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
            #expect(await eventually { recorder.firstSound(from: silent) != nil })
        }
    }

    @Test func playingIsNotSaidBeforeTheMonitorHears() async throws {
        let server = try PulseServer()
        let recorder = try server.record()
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try ObservedPlayer(server)
        defer { player.shutDown() }
        let asked = MonotonicInstant.now
        await player.play(station.url)
        let entry = try #require(await player.told(.playing), "\(player.story)")
        #expect(await eventually { recorder.firstSound() != nil })
        let first = recorder.firstSound() ?? 0
        let heard = try #require(recorder.arrival(ofFrame: first))
        Figures.note("first sound at the monitor after play", seconds: asked.duration(to: heard).inSeconds)
        // The measured time includes the recorder's own latency.
        Figures.note("playing said after first sound arrived", seconds: heard.duration(to: entry.at).inSeconds)
        #expect(abs(heard.duration(to: entry.at).inSeconds) < 1)
    }

    // MARK: Not after

    struct Stall: CustomTestStringConvertible {
        var isRecorded: Bool
        var noRewinds: Bool
        var testDescription: String { "\(isRecorded ? "recorded" : "unrecorded"), norewinds \(noRewinds)" }
    }

    static let stalls = [
        Stall(isRecorded: true, noRewinds: true), Stall(isRecorded: true, noRewinds: false),
        Stall(isRecorded: false, noRewinds: true), Stall(isRecorded: false, noRewinds: false),
    ]

    /// A server stops sending. All sound that it sent is heard, and only then does the player report a stall.
    @Test(arguments: stalls) func aStallIsSaidWhenItIsHeard(_ row: Stall) async throws {
        try await inRealTime {
            let server = try PulseServer(sinks: [.init(rate: 44_100, noRewinds: row.noRewinds)])
            let station = try IcyServer(.mp3)
            defer { station.stop() }
            let player = try ObservedPlayer(server)
            defer { player.shutDown() }
            var recorder: PulseRecorder? = try server.record()
            await player.play(station.url)
            #expect(await player.told(.playing) != nil, "\(player.story)")
            let begin = try #require(await firstSound(recorder!))
            #expect(await eventually { recorder!.frameCount > begin + 44_100 * 2 })
            let first = try #require(recorder!.arrival(ofFrame: begin))
            if !row.isRecorded {
                recorder!.stop()
                recorder = nil
                // After the recorder is gone, the sink needs up to three seconds to return to its usual long latency.
                try await pass(.seconds(3))
            }
            station.freeze()
            let stall = try #require(await player.stalled(), "\(player.story)")
            #expect(stall.snapshot.status == .waitingToPlay(.stalled))
            var silence: MonotonicInstant
            if let recorder {
                try await pass(.milliseconds(300))
                silence = try #require(recorder.arrival(ofFrame: recorder.lastSound() ?? 0))
            } else {
                // Without a recorder, the test calculates the end of the sound from the number of complete frames that
                // the server sent. The first heard sample comes after the delays of encoder and decoder. The frame at
                // the end does not count, because only the header of the next frame would confirm it.
                let frames = station.soundBytes * 44_100 / (144 * 128_000)
                silence = first.advanced(by: .seconds(Double(frames * 1152 - 1105 - 529) / 44_100))
            }
            let late = silence.duration(to: stall.at).inSeconds
            Figures.note("stall said after silence, \(row.testDescription)", seconds: late)
            #expect(late > -0.5, "said \(late) s after silence")
            // The goal is half a second from the end of the sound to the report. The test allows a second, because the
            // player's thread may run late on a busy computer.
            #expect(late < 1, "said \(late) s after silence")
            // When sound arrives again, the player continues without a command.
            let mark = player.mark
            station.thaw()
            #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        }
    }

    private func firstSound(_ recorder: PulseRecorder) async -> Int? {
        _ = await eventually { recorder.firstSound() != nil }
        return recorder.firstSound()
    }

    /// A sound server that hangs sends no event. The player notices by regular requests and leaves the status
    /// `playing`.
    @Test func aFrozenSoundServerEndsPlaying() async throws {
        let server = try PulseServer()
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await ObservedPlayer(server).playing(station.url)
        defer { player.shutDown() }
        try await pass(.seconds(1))
        var mark = player.mark
        let frozen = MonotonicInstant.now
        server.freeze()
        let ended = await player.told(from: mark) {
            if case .statusDidChange(let snapshot) = $0 { snapshot.status != .playing } else { false }
        }
        mark = player.mark
        server.thaw()
        let late = frozen.duration(to: try #require(ended, "\(player.story)").at).inSeconds
        Figures.note("playing ended after the sound server was stopped", seconds: late)
        #expect(late < 8, "playing ended after \(late) s")
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
    }

    // MARK: Pause and stop

    /// After `pause()`, the output is silent. After `play()`, the sound continues where it stopped.
    @Test func pauseSilencesAndPlayGoesOn() async throws {
        let server = try PulseServer(sinks: [.init(rate: 44_100)])
        let recorder = try server.record()
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await ObservedPlayer(server).playing(station.url)
        defer { player.shutDown() }
        let begin = try #require(await firstSound(recorder))
        #expect(await eventually { recorder.frameCount > begin + 44_100 * 2 })
        var mark = player.mark
        let asked = MonotonicInstant.now
        await player.manager.pause()
        #expect(await player.told(.paused(.user), from: mark) != nil, "\(player.story)")
        try await pass(.seconds(2))
        let last = try #require(recorder.lastSound())
        let quiet = asked.duration(to: try #require(recorder.arrival(ofFrame: last))).inSeconds
        Figures.note("last sound after pause was asked", seconds: quiet)
        #expect(quiet < 0.5, "silent \(quiet) s after pause")
        mark = player.mark
        await player.manager.play()
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        // The player reports `playing` before the sound reaches the recorder, so the test waits.
        #expect(await eventually { recorder.firstSound(from: last + 1) != nil })
        let resumed = try #require(recorder.firstSound(from: last + 1))
        #expect(await eventually { recorder.frameCount > resumed + 44_100 * 2 })
        // The position in the file of the last sample before the pause, and of the first sample after the pause.
        let recording = recorder.channel(0)
        let reference = try ReferenceSound.of(.mp3).channel(0)
        let step = 20_000
        let found = SampleMatch.find(reference, from: step, in: recording)
        let paused = try #require(found) - step
        let lastFrame = last - paused
        // A position in the file just before a tone that was heard completely after the pause. The test searches for
        // this position in the recording.
        let next = (lastFrame / 22_050 + 2) * 22_050 - 2000
        let foundNext = SampleMatch.find(reference, from: next, in: Array(recording[resumed...]))
        let firstFrame = next - (try #require(foundNext))
        #expect(firstFrame > lastFrame, "\(lastFrame - firstFrame) frames were heard twice")
        // The sound fades out and in. Between the end of the fade-out and the moment at which the server corks the
        // stream, the item goes on without being heard.
        #expect(firstFrame - lastFrame < 11_025, "\(firstFrame - lastFrame - 1) frames were lost")
    }

    @Test func stopSilencesAtOnce() async throws {
        let server = try PulseServer()
        let recorder = try server.record()
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await ObservedPlayer(server).playing(station.url)
        defer { player.shutDown() }
        let begin = try #require(await firstSound(recorder))
        #expect(await eventually { recorder.frameCount > begin + 48_000 })
        let asked = MonotonicInstant.now
        await player.manager.stop()
        #expect(await player.told(.stopped) != nil, "\(player.story)")
        #expect(await eventually { station.connectionCount == 0 })
        try await pass(.seconds(1))
        let last = try #require(recorder.lastSound())
        let quiet = asked.duration(to: try #require(recorder.arrival(ofFrame: last))).inSeconds
        Figures.note("last sound after stop was asked", seconds: quiet)
        #expect(quiet < 0.5, "silent \(quiet) s after stop")
        #expect(try server.pactl("list", "short", "sink-inputs").isEmpty)
    }

    /// After a pause, the listener can continue at the live edge, with `play(atLiveEdge: true)`.
    @Test func theLiveEdgeIsOffered() async throws {
        let server = try PulseServer()
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await ObservedPlayer(server).playing(station.url)
        defer { player.shutDown() }
        try await pass(.seconds(1))
        await player.manager.pause()
        try await pass(.seconds(3))
        let behind = await player.manager.snapshot.liveOffset.inSeconds
        #expect(behind > 2.5, "\(behind)")
        let mark = player.mark
        await player.manager.play(atLiveEdge: true)
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        let edge = await player.manager.snapshot.liveOffset.inSeconds
        #expect(edge < behind - 1, "\(edge) s behind, \(behind) before")
        #expect(edge < 2.5, "\(edge) s behind")
    }

    /// A pause lasts longer than the player can buffer. The player then continues with the oldest sound that it still
    /// has, and reports that it dropped sound.
    @Test func aPauseTooLongGoesOnWithWhatIsHeld() async throws {
        let server = try PulseServer()
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        var policy = PlaybackPolicy.listener
        policy.timelineBytes = 64 * 1024  // Four seconds.
        policy.pauseBytes = 64 * 1024
        let player = try await ObservedPlayer(server, policy: policy).playing(station.url)
        defer { player.shutDown() }
        try await pass(.seconds(1))
        await player.manager.pause()
        let sent = station.soundBytes
        #expect(await eventually { station.soundBytes > sent + 2 * 64 * 1024 })
        // The server has sent more than the player can buffer. On a busy computer, the player reads these bytes later,
        // so the test waits until the player has dropped the first seven seconds.
        for _ in 0..<600 where await (player.manager.snapshot.loadedTimeRanges.first?.start.seconds ?? 0) <= 7 {
            try await pass(.milliseconds(50))
        }
        let mark = player.mark
        await player.manager.play()
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        let snapshot = await player.manager.snapshot
        #expect(snapshot.liveOffset.inSeconds < 6, "\(snapshot.liveOffset)")
        #expect(snapshot.currentTime.seconds > 7, "\(snapshot.currentTime.seconds)")
        let dropped = player.first { if case .didDropHeld = $0 { true } else { false } }
        #expect(dropped != nil, "\(player.story)")
        // The player continues to receive and play for six seconds. (If dropped sound counted as buffered, the player
        // would stop reading.)
        let later = snapshot.currentTime.seconds + 6
        var place = 0.0
        for _ in 0..<60 where place < later {
            try await pass(.milliseconds(500))
            place = await player.manager.snapshot.currentTime.seconds
        }
        #expect(place >= later, "it stands still at \(place) s: \(player.story)")
    }
}
