import RadioAudio
import RadioLoop
import TestSupport
import Testing

/// The output of the sound server plays each sample and counts the samples correctly.
@Suite(.enabled(if: PulseServer.isInstalled, "pulseaudio and pulseaudio-utils are not installed"))
struct PulseOutputTests {
    struct Case: CustomTestStringConvertible {
        var rate = 48_000
        var noRewinds = true
        var recorderLatency = 20
        var testDescription: String { "\(rate) Hz, rewinds \(!noRewinds), recorder \(recorderLatency) ms" }
    }

    @Test(arguments: [
        Case(), Case(rate: 44_100), Case(noRewinds: false),
    ])
    func everySampleArrivesOnceInOrder(_ row: Case) throws {
        let frames = 4 * row.rate
        let rig = try PulseRig(
            sinks: [.init(rate: row.rate, noRewinds: row.noRewinds)], rate: row.rate, frames: frames)
        let recorder = try rig.server.record(latency: row.recorderLatency)
        rig.output.open()
        #expect(rig.wait { rig.client.isFinished })
        rig.output.drain()
        #expect(rig.wait { rig.client.has(.drained) }, "\(rig.client.events)")
        let start = try #require(recorder.firstSound(threshold: 0.0001))
        #expect(recorder.wait(for: start + frames + row.rate / 10))
        let all = recorder.channel(0)
        let end = try #require(recorder.lastSound(threshold: 0.0001)) + 1
        // A sink that can rewind first renders silence and then replaces it by sound. The recorder may already have
        // received the silence, so up to 50 ms may be missing at the start of the recording.
        let missing = frames - (end - start)
        #expect(row.noRewinds ? missing == 0 : (0...row.rate / 20).contains(missing), "\(missing) missing")
        let wrong = all[start..<end].enumerated().filter { abs($1 - ToneClient.wave(missing + $0, row.rate)) > 1e-3 }
        #expect(wrong.isEmpty, "\(wrong.count) wrong, first \(wrong.first?.offset ?? -1); \(rig.client.events)")
    }

    /// The end of the queued sound is replaced by softer sound. Every sample is heard once, and the change is heard at
    /// its sample: before the sound that the sink has taken, if the sink can give it back.
    @Test(arguments: [true, false])
    func soundThatIsTakenBackIsReplaced(_ noRewinds: Bool) throws {
        let rig = try PulseRig(sinks: [.init(noRewinds: noRewinds)])
        let recorder = try rig.server.record(latency: 500)
        rig.start()
        #expect(rig.waitForTiming { $0.isRunning && $0.consumed > 24_000 })
        let timing = try #require(rig.timing())
        let reached = noRewinds ? timing.consumed : timing.heard(at: .now, sampleRate: 48_000)
        let back = timing.written - reached - 9600
        #expect(rig.output.takeBack(frames: back))
        rig.client.tookBack(Int(back))
        rig.client.level = 0.5
        let change = rig.client.given
        #expect(rig.loop.turn(untilElsewhere: { recorder.firstSound(threshold: 0.0001) != nil }))
        let start = try #require(recorder.firstSound(threshold: 0.0001))
        #expect(rig.loop.turn(untilElsewhere: { recorder.frameCount > start + change + 48_000 }))
        let heard = recorder.channel(0)[start...].prefix(change + 48_000)
        // A sink that can rewind first renders silence, so the recording may lack its beginning, up to the recorder's
        // latency. The tone shows how much, but for whole repetitions of the tone, of 1200 frames.
        let phase = try #require(
            (0..<1200).first { missing in
                [1, 0.5].contains { level in
                    (9600..<9700).allSatisfy {
                        abs(heard[start + $0] - level * ToneClient.wave(missing + $0, 48_000)) < 1e-3
                    }
                }
            })
        let wrong = stride(from: phase, through: noRewinds ? phase : 48_000, by: 1200).map { missing in
            heard.enumerated().count {
                let frame = $0 + missing
                return abs($1 - (frame < change ? 1 : 0.5) * ToneClient.wave(frame, 48_000)) > 1e-3
            }
        }
        #expect(wrong.contains(0), "\(wrong) wrong, change \(change)")
        #expect(!rig.client.has(.underflow))
    }

    @Test(arguments: [true, false])
    func heardFollowsTheClock(_ noRewinds: Bool) throws {
        // No recorder shortens the sink's latency, which may be two seconds.
        let rig = try PulseRig(sinks: [.init(noRewinds: noRewinds)])
        rig.start()
        #expect(rig.waitForTiming { $0.isRunning && $0.heard(at: .now, sampleRate: 48_000) > 0 })
        let first = try #require(rig.client.timings.last)
        var errors: [Double] = []
        for _ in 0..<15 {
            rig.loop.turn(for: .milliseconds(100))
            let timing = try #require(rig.timing())
            let now = MonotonicInstant.now
            let heard = timing.heard(at: now, sampleRate: 48_000) - first.heard(at: first.at, sampleRate: 48_000)
            errors.append(abs(first.at.duration(to: now).inSeconds - Double(heard) / 48_000))
        }
        // Of 15 errors of the reported position, the test checks the median. A busy computer may delay some answers.
        #expect(errors.sorted()[7] < 0.05, "\(errors)")
    }

    @Test func heardIsWhatTheMonitorHears() throws {
        let rig = try PulseRig()
        let recorder = try rig.server.record()
        rig.start()
        #expect(rig.waitForTiming { $0.consumed > 24_000 })
        let start = try #require(recorder.firstSound())
        var errors: [Double] = []
        for _ in 0..<15 {
            rig.loop.turn(for: .milliseconds(100))
            let timing = try #require(rig.timing())
            let heard = timing.heard(at: .now, sampleRate: 48_000)
            errors.append(abs(Double(Int(heard) - (recorder.frameCount - start))) / 48_000)
        }
        #expect(errors.sorted()[7] < 0.05, "\(errors)")
    }

    @Test(arguments: [true, false])
    func timingShowsThatTheQueueIsEmpty(_ isRecorded: Bool) throws {
        let rig = try PulseRig(sinks: [.init(noRewinds: false)], frames: 60_000)
        let recorder = isRecorded ? try rig.server.record() : nil
        rig.start()
        #expect(rig.waitForTiming { $0.written == 60_000 && $0.consumed == 60_000 })
        #expect(rig.waitForTiming { $0.heard(at: .now, sampleRate: 48_000) == 60_000 })
        #expect(rig.waitForTiming { !$0.isRunning })
        if let recorder {
            // All sound was heard. From here on, the recording must be silent.
            let now = recorder.frameCount
            #expect(recorder.wait(for: now + 24_000))
            let start = try #require(recorder.firstSound())
            #expect(abs(try #require(recorder.lastSound()) - start - 60_000) < 4800)
        }
        // The client has new sound, which is played from its first frame on.
        rig.client.allowed += 48_000
        rig.output.wake()
        #expect(rig.waitForTiming { $0.consumed == 108_000 })
    }

    @Test func aLateRefillIsPlayedWhole() throws {
        let rig = try PulseRig(frames: 48_000)
        let recorder = try rig.server.record()
        rig.start()
        #expect(rig.wait { rig.client.has(.underflow) })
        #expect(rig.waitForTiming { $0.consumed == 48_000 })
        rig.client.allowed += 24_000
        rig.output.wake()
        #expect(rig.wait { rig.client.isFinished })
        rig.output.drain()
        #expect(rig.wait { rig.client.has(.drained) })
        let end = recorder.frameCount
        #expect(recorder.wait(for: end + 9600))
        let loud = recorder.channel(0).filter { $0 != 0 }
        // The tone has only a few samples that are zero, so nearly all samples of the sound are counted.
        #expect(abs(loud.count - 72_000) < 1000)
    }

    @Test func corkSilencesAtOnceAndGoesOnWhereItStopped() throws {
        let rig = try PulseRig()
        let recorder = try rig.server.record()
        rig.start()
        #expect(recorder.wait(for: recorder.frameCount + 24_000))
        let before = recorder.frameCount
        rig.output.setCorked(true)
        #expect(rig.wait { rig.client.has(.corked(true)) })
        #expect(recorder.wait(for: before + 48_000))
        // The sound stops about 20 ms after the command, although the sound server has two seconds more. The test
        // allows 500 ms for a busy computer.
        let last = try #require(recorder.lastSound())
        #expect(last - before < 24_000, "\(Double(last - before) / 48) ms")
        let start = try #require(recorder.firstSound())
        rig.output.setCorked(false)
        #expect(rig.wait { rig.client.has(.corked(false)) })
        #expect(
            rig.wait {
                guard let again = recorder.firstSound(from: last + 1) else { return false }
                return recorder.frameCount > again + 9600
            })
        // The pause lost and repeated no sound.
        let all = recorder.channel(0)
        let heard = last - start + 1
        let resumed = try #require(recorder.firstSound(from: last + 1))
        let wrong = (0..<9600).filter { abs(all[resumed + $0] - ToneClient.wave(heard + $0, 48_000)) > 1e-3 }
        #expect(wrong.isEmpty, "\(wrong.count)")
    }

    @Test func flushSilencesAtOnce() throws {
        let rig = try PulseRig(frames: 96_000)
        let recorder = try rig.server.record()
        rig.start()
        #expect(recorder.wait(for: recorder.frameCount + 12_000))
        rig.client.allowed = rig.client.given
        let before = recorder.frameCount
        rig.output.flush()
        #expect(rig.timing() != nil)
        #expect(recorder.wait(for: before + 48_000))
        #expect(try #require(recorder.lastSound()) - before < 24_000)
        #expect(rig.waitForTiming { $0.written == 0 && $0.consumed == 0 })
    }

    @Test func twoOutputsPlayAtOnce() throws {
        let rig = try PulseRig(frames: 48_000)
        let second = ToneClient(sampleRate: 44_100, frames: 44_100)
        let other = rig.system.makeOutput(PCMFormat(sampleRate: 44_100, channelCount: 1), configuration: .init())
        other.client = second
        rig.output.open()
        other.open()
        #expect(rig.wait { rig.client.isFinished && second.isFinished })
        rig.output.drain()
        other.drain()
        #expect(rig.wait { rig.client.has(.drained) && second.has(.drained) })
        other.close()
    }
}
