import Glibc
import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams
import TestSupport
import Testing

@testable import RadioPlayer

/// A player with a real stream and a fake output. The test decides when the output plays.
@Suite struct PlayerTests {
    private func station(burst: Duration = .seconds(4)) throws -> IcyServer {
        var settings = IcyServer.Settings()
        settings.burst = burst
        return try IcyServer(.mp3, title: "One", settings: settings)
    }

    @Test("another output gets what was not heard, with the volume and mute that hold")
    func outputIsReplaced() throws {
        let station = try station(burst: .seconds(4))
        defer { station.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(station.url))
        rig.player.speaker.setVolume(0.3)
        rig.player.speaker.setMuted(true)
        rig.hear(.milliseconds(500))
        let old = try #require(rig.output)
        let next = FakeSystem(loop: rig.loop)
        rig.player.use(next, recorder: nil)
        #expect(old.isClosed)
        #expect(rig.loop.turn { (next.outputs.last?.queued ?? 0) >= 22_050 })
        let new = try #require(next.outputs.last)
        #expect(new.configuration.volume == 0.3 && new.configuration.isMuted && !new.isCorked)
        // The last timing answer came after 0.1 s of sound, and 0.6 s have passed since. The player therefore takes 0.7
        // s (30,870 frames) as heard. The new output begins with the first packet after that.
        let (channels, packet, warm) = (new.format.channelCount, 1_152, 4_410)
        let first = (30_870 / packet + 1) * packet
        let same = zip(old.samples[((first + warm) * channels)...], new.samples[(warm * channels)...].prefix(2_000))
        #expect(same.allSatisfy { abs($0 - $1) < 0.0001 })
        new.consume(.milliseconds(100))
        rig.loop.pass(.milliseconds(100))
        #expect(rig.status == .playing)
    }

    @Test("another policy holds from the next item on")
    func policyOfTheNextItem() throws {
        let station = try station()
        defer { station.stop() }
        let rig = try PlayerRig(policy: .listener)
        #expect(rig.startPlaying(station.url))
        #expect(rig.player.machine.policy == .listener)
        rig.player.play(PlaybackItem(url: station.url), policy: .kiosk)
        #expect(rig.player.machine.policy == .kiosk)
        #expect(rig.startPlaying(station.url) && rig.player.machine.policy == .kiosk)
    }

    /// A station sends a thousand long titles in windows-1251 at once. The player reads few of them while no time passes,
    /// and plays.
    @Test("a flood of titles costs little, and the newest title is read")
    func floodOfTitles() throws {
        let count = 1000
        let isSent = TestSignal()
        let sound = try Sample.mp3.read()
        let server = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: audio/mpeg", "icy-metaint: 64"])
            func send(_ number: Int, _ title: [UInt8]) -> Bool {
                let blocks = (title.count + 15) / 16
                let begin = number * 64 % (sound.count - 64)
                var bytes = Array(sound[begin..<begin + 64])
                bytes.append(UInt8(blocks))
                bytes += title
                bytes += [UInt8](repeating: 0, count: blocks * 16 - title.count)
                return connection.send(bytes)
            }
            for number in 0..<count {
                var title = Array("StreamTitle='\(number) - ".utf8)
                title += [UInt8](repeating: 0xE9, count: 1000)
                title += Array("';".utf8)
                _ = send(number, title)
            }
            isSent.raise()
            var number = count
            while send(number, []) {
                number += 1
                connection.pause(milliseconds: 2)
            }
        }
        defer { server.stop() }
        let rig = try PlayerRig()
        rig.play(server.url())
        #expect(rig.loop.turn(untilElsewhere: { isSent.isRaised && rig.names.contains("metadataReceived") }))
        rig.loop.turn(for: .milliseconds(50))
        let titles = rig.names.count { $0 == "metadataReceived" }
        #expect(titles < 50, "\(titles)")
        #expect(rig.fills(.milliseconds(500)))
        #expect(
            rig.hears {
                rig.told.contains {
                    guard case .metadataReceived(let track, _) = $0 else { return false }
                    return track.artist == "\(count - 1)"
                }
            }, "the newest")
    }

    @Test("`playing` is said when the server has taken sound, not when it was given some")
    func playingIsHonest() throws {
        let station = try station()
        defer { station.stop() }
        let rig = try PlayerRig()
        rig.play(station.url)
        #expect(rig.fills(.seconds(1)))
        rig.loop.pass(.milliseconds(100))
        #expect(rig.status != .playing)
        let output = try #require(rig.output)
        #expect(output.timingRequests > 0)
        rig.hear(.milliseconds(100))
        #expect(rig.status == .playing)
        #expect(rig.names.filter { $0 == "didStall" }.isEmpty)
    }

    @Test("a stall is said once when the queue is empty, and the end of it when sound is taken again")
    func starves() throws {
        let station = try station(burst: .seconds(1))
        defer { station.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(station.url, queue: .milliseconds(500)))
        station.freeze()
        #expect(rig.hears { rig.player.snapshot().stallCount == 1 })
        #expect(rig.status == .waitingToPlay(.stalled))
        rig.loop.pass(.seconds(2))
        #expect(rig.names.filter { $0 == "didStall" }.count == 1)
        station.trickle(bytesPerSecond: 160_000)
        station.thaw()
        #expect(rig.fills(.milliseconds(500)))
        #expect(rig.status != .playing)
        #expect(rig.hears { rig.status == .playing })
    }

    @Test("after a lost connection, the last sound is given even if two packets last longer than the usual reserve")
    func longPacketsBeforeSilence() throws {
        // More sound than the output takes at once, so that the last packets are not given yet.
        var settings = IcyServer.Settings()
        settings.burst = .seconds(8)
        let station = try IcyServer(.mp3At8000, settings: settings)
        let rig = try PlayerRig()
        let isPlaying = rig.startPlaying(station.url)
        station.stop()
        #expect(isPlaying)
        #expect(rig.hears { rig.status != .playing })
        #expect(rig.player.speaker.isEmpty)
    }

    @Test("a queue that ran out with nothing to give is a stall, also when a little came before the server's answer")
    func doesNotStutter() throws {
        let station = try station(burst: .seconds(1))
        defer { station.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(station.url, queue: .milliseconds(500)))
        let output = try #require(rig.output)
        station.freeze()
        // All sound that the station has sent arrives and is written to the output, which then runs low.
        #expect(
            rig.loop.turn {
                if output.queued > 8_820 { output.consume(frames: output.queued - 8_820) }
                return output.isStarving && rig.player.speaker.held == .zero
            })
        output.holdAnswers()
        output.consumeAll()
        rig.loop.pass(.milliseconds(20))
        // The station sends slower than real time. Its sound is written to the output before the delayed timing answer
        // arrives.
        station.trickle(bytesPerSecond: 8_000)
        station.thaw()
        #expect(rig.loop.turn { output.queued > 0 })
        #expect(rig.player.snapshot().stallCount == 0)
        output.releaseAnswers()
        #expect(rig.loop.turn { rig.player.snapshot().stallCount == 1 })
        #expect(rig.status == .waitingToPlay(.stalled))
        let heldBack = output.queued
        #expect(rig.loop.turn { rig.player.speaker.held > .milliseconds(300) })
        #expect(output.queued == heldBack)
    }

    @Test("what came in time, before the server's answer about an empty queue, is played on, and is no stall")
    func goesOnWithWhatCameInTime() throws {
        let station = try station(burst: .seconds(1))
        defer { station.stop() }
        var policy = PlaybackPolicy.listener
        policy.outputBuffer = .milliseconds(500)
        let rig = try PlayerRig(policy: policy)
        #expect(rig.startPlaying(station.url, queue: .milliseconds(400)))
        let output = try #require(rig.output)
        station.freeze()
        #expect(
            rig.loop.turn {
                if output.queued > 8_820 { output.consume(frames: output.queued - 8_820) }
                return output.isStarving && rig.player.speaker.held == .zero
            })
        output.holdAnswers()
        output.consumeAll()
        rig.loop.pass(.milliseconds(20))
        // The station sends more sound at once than the output takes, as in a segment, and then nothing.
        station.trickle(bytesPerSecond: 160_000)
        station.thaw()
        #expect(rig.loop.turn { output.queued == output.capacity && rig.player.speaker.held > .seconds(2) })
        station.freeze()
        rig.loop.pass(.milliseconds(100))
        output.releaseAnswers()
        // All of this sound is heard without a stall, so the status stays `playing`.
        let given = output.written
        #expect(rig.hears(.milliseconds(10)) { output.written > given + output.capacity })
        #expect(rig.status == .playing)
        #expect(rig.player.snapshot().stallCount == 0)
    }

    @Test("what a device took before it fell asleep is no sign that it plays")
    func asleepIsNotPlaying() throws {
        let station = try station()
        defer { station.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(station.url))
        let output = try #require(rig.output)
        // The output's timing answers, which would show the interruption, are delayed.
        output.holdAnswers()
        output.consume(.milliseconds(100))
        output.requestInterruption(true)
        #expect(rig.loop.turn { rig.status == .paused(.interruption) })
        output.suspend(true)
        output.requestInterruption(false)
        #expect(rig.loop.turn { rig.status == .waitingToPlay(.buffering) })
        output.releaseAnswers()
        output.requestTiming()
        #expect(rig.loop.turn { rig.player.snapshot().heardDuration >= .milliseconds(200) })
        #expect(rig.status == .waitingToPlay(.buffering))
        output.suspend(false)
        rig.loop.settle()
        rig.hear(.milliseconds(100))
        #expect(rig.status == .playing)
    }

    @Test("a title is told when it leaves the loudspeaker, not while it is on its way there")
    func titleIsTimed() throws {
        let station = try station()
        defer { station.stop() }
        let rig = try PlayerRig()
        rig.play(station.url)
        #expect(rig.fills(.seconds(2)))
        let output = try #require(rig.output)
        // The sound takes an hour from the sound server to the loudspeaker.
        output.sinkLatency = .seconds(3600)
        rig.hear(.seconds(1))
        #expect(rig.status == .playing)
        #expect(rig.names.contains("metadataReceived"))
        #expect(!rig.names.contains("nowPlayingDidChange"))
        output.sinkLatency = .zero
        rig.player.speaker.askForTiming()
        rig.loop.settle()
        #expect(rig.names.contains("nowPlayingDidChange"))
        #expect(rig.player.snapshot().nowPlaying?.track.text == "One")
        #expect(output.configuration.title.hasPrefix("One"))
    }

    @Test("a title of the first sample is not told before the server plays that")
    func firstTitleIsTimed() throws {
        let rig = try PlayerRig()
        rig.play(ChainSample.opus.path)
        #expect(rig.fills(.seconds(1)))
        rig.player.speaker.askForTiming()
        rig.loop.settle()
        #expect(rig.player.snapshot().nowPlaying == nil)
        rig.hear(.milliseconds(100))
        #expect(rig.player.snapshot().nowPlaying?.track.text == "Artist 1 - Song 1")
    }

    @Test("another format gets an output of its own, behind the sound of the old one")
    func formatChanges() throws {
        let rate = 16_000
        var settings = IcyServer.Settings()
        settings.burst = .seconds(16)
        let station = try IcyServer(
            [
                .init(try Sample.mp3.read(), bytesPerSecond: rate),
                .init(try Sample.mp3Mono48.read(), bytesPerSecond: 8_000),
            ],
            settings: settings)
        defer { station.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(station.url))
        let first = try #require(rig.output)
        #expect(first.format.sampleRate == 44_100)
        #expect(rig.hears { rig.output !== first })
        let second = try #require(rig.output)
        #expect(second.format == PCMFormat(sampleRate: 48_000, channelCount: 1))
        #expect(!first.isClosed)
        #expect(first.isDraining)
        #expect(rig.hears { first.isClosed })
        #expect(rig.fills(.milliseconds(500)))
        #expect(second.samples.contains { $0 != 0 })
        #expect(rig.system.outputs.count == 2)
    }

    /// Two formats follow each other, so the player opens a second output. The first output stays open until the end of
    /// its sound is heard, because a sink takes sound seconds before it is heard and loses it when the output is
    /// closed.
    @Test func theOldOutputStaysUntilItsEndIsHeard() throws {
        var settings = IcyServer.Settings()
        settings.burst = .seconds(16)
        let station = try IcyServer(
            [
                .init(try Sample.mp3.read(), bytesPerSecond: 16_000),
                .init(try Sample.mp3Mono48.read(), bytesPerSecond: 8_000),
            ],
            settings: settings)
        defer { station.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(station.url))
        let first = try #require(rig.output)
        first.sinkLatency = .seconds(2)
        #expect(rig.hears { rig.output !== first })
        let second = try #require(rig.output)
        let begin = rig.loop.now
        first.consumeAll()
        #expect(rig.hears { first.isClosed })
        #expect(second.consumed > 0)
        let waited = begin.duration(to: rig.loop.now)
        #expect(waited > .milliseconds(1900), "closed after \(waited)")
    }

    @Test("what two outputs took is counted to the end of the first, and without the silence before the second")
    func bothOutputsAreCounted() throws {
        var settings = IcyServer.Settings()
        settings.burst = .seconds(16)
        let station = try IcyServer(
            [
                .init(try Sample.mp3.read(), bytesPerSecond: 16_000),
                .init(try Sample.mp3Mono48.read(), bytesPerSecond: 8_000),
            ],
            settings: settings)
        defer { station.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(station.url))
        let first = try #require(rig.output)
        #expect(rig.hears { rig.output !== first })
        let second = try #require(rig.output)
        #expect(rig.loop.turn { second.queued > 0 })
        // Both outputs have reported their timing. The second output first plays silence, for as long as the first one
        // still needs.
        second.consume(.milliseconds(50))
        rig.player.speaker.askForTiming()
        #expect(rig.fills(.seconds(1)))
        first.consumeAll()
        #expect(rig.loop.turn { first.isClosed })
        let ofFirst = Double(first.written) / 44_100
        #expect(abs(rig.player.speaker.heardDuration.inSeconds - ofFirst) < 0.001)
        let silence = try #require(second.samples.firstIndex { $0 != 0 })
        #expect(silence > 7_200)
        second.consume(frames: Int64(silence) - second.consumed)
        #expect(rig.loop.turn { second.queued > 14_400 })
        second.consume(frames: 14_400)
        rig.player.speaker.askForTiming()
        // The tolerance is 60 ms, because the first frames that a decoder returns may be silent.
        #expect(rig.loop.turn { abs(rig.player.speaker.heardDuration.inSeconds - ofFirst - 0.3) < 0.06 })
    }

    @Test("pause corks and play goes on at the same sample; at the live edge what is queued goes")
    func pauses() throws {
        let station = try station()
        defer { station.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(station.url))
        let output = try #require(rig.output)
        rig.player.pause()
        #expect(output.isCorked)
        #expect(rig.status == .paused(.user))
        let consumed = output.consumed
        output.consume(.seconds(1))
        #expect(output.consumed == consumed)
        rig.player.resume(atLiveEdge: false)
        #expect(!output.isCorked)
        #expect(output.flushCount == 0)
        #expect(rig.hears { rig.status == .playing })
        rig.player.resume(atLiveEdge: true)
        #expect(output.flushCount == 1)
        #expect(rig.status != .playing)
    }

    @Test func aPauseByWhoeverHearsOfAJumpHolds() throws {
        let station = try station()
        defer { station.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(station.url))
        let output = try #require(rig.output)
        rig.player.pause()
        rig.player.onNotification = { [weak rig] in
            if case .didJump(_, _, .liveEdge, _) = $0 { rig?.player.pause() }
        }
        rig.player.resume(atLiveEdge: true)
        #expect(rig.status == .paused(.user))
        #expect(output.isCorked)
    }

    /// An item starts again. Observers learn that its status is `unknown` again until it is ready.
    @Test func theStatusOfAnItemThatBeginsAgainIsTold() throws {
        let station = try station()
        defer { station.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(station.url))
        rig.player.stop()
        rig.player.resume(atLiveEdge: false)
        #expect(rig.turn { rig.player.snapshot().itemStatus == .ready })
        let statuses = rig.told.filter { $0.name == "itemStatusDidChange" }.map(\.snapshot.itemStatus)
        #expect(statuses == [.ready, .unknown, .ready])
    }

    /// Sound that arrives during a pause is heard after the pause. If the sound does not fit into the memory for
    /// pauses, the player drops some and reports this.
    @Test(arguments: [false, true]) func aPauseIsHeld(isTooLong: Bool) throws {
        let silent = try LoopbackServer { $0.waitUntilClosed() }
        defer { silent.stop() }
        var policy = PlaybackPolicy.listener
        policy.timelineBytes = 64 * 1024
        policy.pauseBytes = 256 * 1024
        let rig = try PlayerRig(policy: policy)
        rig.play(silent.url())
        rig.player.intake.streamOpened(StreamInfo(url: silent.url(), isFinite: false))
        let packets = Samples.mpegPackets(try Sample.mp3.read())
        let format = MediaFormat(codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 44_100, channelCount: 2)
        rig.player.intake.streamBrought(.format(format))
        var brought = Duration.zero
        // Delivers `seconds` of sound in small amounts, as a station does.
        func bring(_ seconds: Double) {
            let end = brought + .seconds(seconds)
            while brought < end {
                for packet in packets.prefix(38) {
                    packet.withUnsafeBytes {
                        rig.player.intake.streamBrought(.packet(Packet(bytes: $0, sampleCount: 1152)))
                    }
                }
                rig.player.intake.streamReceived(bytes: 38 * 418)
                brought += MediaTime(samples: 38 * 1152, rate: 44_100).duration
                rig.loop.settle()
            }
        }
        bring(2.5)
        #expect(rig.fills(.seconds(1.9)))
        rig.hear(.seconds(1))
        #expect(rig.status == .playing)
        rig.player.pause()
        // The sound has 16 KB per second. Ten seconds are more than the timeline holds while sound plays, and thirty
        // seconds are more than it holds during a pause.
        bring(isTooLong ? 30 : 10)
        rig.player.resume(atLiveEdge: false)
        bring(1)
        // The player's time does not advance here. The server never answers, so the player would otherwise give it up.
        while rig.player.speaker.held > .zero || rig.output?.queued != 0 {
            rig.output?.consume(.milliseconds(400))
            rig.loop.settle()
        }
        rig.player.speaker.askForTiming()
        rig.loop.settle()
        let dropped = rig.told.compactMap { if case .didDropHeld(let duration, _) = $0 { duration } else { nil } }
        let heard = rig.player.snapshot().heardDuration
        if isTooLong {
            // 33.5 s arrived. One second was heard before the pause, and 16 s fit into memory. The sound in the
            // output's queue is dropped, too.
            #expect(dropped.count == 1 && abs(dropped[0].inSeconds - 16) < 1.5, "\(dropped)")
            #expect(abs((brought - heard - (dropped.first ?? .zero)).inSeconds) < 0.3, "\(heard) of \(brought)")
        } else {
            #expect(dropped.isEmpty && rig.output?.flushCount == 0)
            #expect(abs((brought - heard).inSeconds) < 0.1, "\(heard) of \(brought)")
        }
        // After the pause, the timeline again holds no more than it does while sound plays.
        bring(0.1)
        #expect(rig.player.intake.timeline.maximumBytes == policy.timelineBytes)
    }

    @Test("what died in the server before it was heard is given to the next output again")
    func soundIsNotLostWithItsServer() throws {
        let station = try station()
        defer { station.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(station.url, queue: .milliseconds(1900)))
        let first = try #require(rig.output)
        rig.hear(.milliseconds(400))
        rig.player.speaker.askForTiming()
        rig.loop.settle()
        first.fail(.serverLost("gone"))
        #expect(rig.loop.turn { rig.status == .waitingToPlay(.noOutputDevice) })
        #expect(first.isClosed)
        rig.system.send(.serverConnected)
        #expect(rig.fills(.milliseconds(1500)))
        let second = try #require(rig.output)
        #expect(second !== first)
        // The new output plays the first output's sound again, from the last heard position on.
        let channels = second.format.channelCount
        let probe = Array(second.samples[(4410 * channels)..<(4610 * channels)])
        let at = try #require(place(of: probe, in: first.samples))
        let heard = Int(first.consumed) * channels
        #expect(at < heard + 44_100 * channels)
        #expect(at + 4410 * channels > heard - 44_100 * channels)
    }

    /// The listener jumps, and the output is lost before sound of the new position is heard. The new output continues
    /// at the new position.
    @Test func aJumpOutlivesItsOutput() throws {
        let station = try station()
        defer { station.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(station.url, queue: .milliseconds(1900)))
        let first = try #require(rig.output)
        let range = try #require(rig.player.intake.positions.seekable.first)
        try rig.player.navigator.seek(to: range.end - MediaTime(seconds: 0.6))
        first.fail(.serverLost("gone"))
        #expect(rig.loop.turn { rig.status == .waitingToPlay(.noOutputDevice) })
        rig.system.send(.serverConnected)
        #expect(rig.fills(.milliseconds(500)))
        rig.hear(.milliseconds(100))
        #expect(rig.status == .playing)
        #expect(rig.player.speaker.lastHeard.packet >= rig.player.speaker.jumpTarget)
    }

    /// A file has three formats, and the second lasts only a moment. The player has sent all sound of the second format
    /// to its output while the first format is still heard.
    @Test func twoChangesOfFormatAtOnce() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/joined.mp3"
        let file = try #require(fopen(path, "wb"))
        for (sample, count) in [(Sample.mp3, 40_000), (.mp3Mono48, 4000), (.mp3Stereo32, 20_000)] {
            #expect(fwrite(Array(try sample.read().prefix(count)), 1, count, file) == count)
        }
        fclose(file)
        let rig = try PlayerRig()
        rig.play(path)
        #expect(rig.hears(.milliseconds(50)) { rig.status == .ended }, "\(rig.status)")
        #expect(rig.system.outputs.count == 3)
    }

    /// Returns the index in `whole` at which the samples `part` begin, or nil if they are not found.
    private func place(of part: [Float], in whole: [Float]) -> Int? {
        guard whole.count >= part.count else { return nil }
        for start in 0...(whole.count - part.count) {
            var length = 0
            while length < part.count, abs(whole[start + length] - part[length]) < 1e-4 { length += 1 }
            if length == part.count { return start }
        }
        return nil
    }

    /// A file whose packets cannot be decoded fails, even if it is so large that the player stops reading because its
    /// buffer is full.
    @Test func aFileOfGarbageFails() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/garbage.aac"
        var maker = FrameMaker()
        let bytes = (0..<400).flatMap { _ in maker.adtsFrame(length: 6000) }
        let file = try #require(fopen(path, "wb"))
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        fclose(file)
        let rig = try PlayerRig()
        rig.play(path)
        #expect(rig.loop.turn { if case .failed(.undecodable) = rig.status { true } else { false } }, "\(rig.status)")
        #expect(!rig.names.contains("willRetry"))
    }

    @Test("the end of a file is told when the last sample was heard, and nothing is left")
    func endsWhenHeard() throws {
        let rig = try playsOut()
        rig.loop.pass(.milliseconds(50))
        #expect(!rig.names.contains("didPlayToEnd"))
        let output = try #require(rig.output)
        output.consumeAll()
        #expect(rig.loop.turn { rig.names.contains("didPlayToEnd") })
        #expect(rig.status == .ended)
        #expect(output.isClosed)
        #expect(Int(output.consumed) >= Sample.mp3Reservoir.frames * 1152 - 2 * 1152)
        let heard = MediaTime(samples: output.consumed, rate: output.format.sampleRate).duration
        #expect(heard - rig.player.snapshot().heardDuration < .microseconds(1))
        #expect(rig.player.snapshot().heardDuration - heard < .microseconds(1))
    }

    /// Returns a rig in which all sound of a file was written to the output, and the player waits until it is heard.
    private func playsOut() throws -> PlayerRig {
        let rig = try PlayerRig()
        rig.play(Sample.mp3Reservoir.path)
        #expect(rig.fills(.seconds(1)))
        #expect(
            rig.loop.turn {
                if let output = rig.output, output.queued > 4410 { output.consume(frames: output.queued - 4410) }
                return rig.output?.isDraining ?? false
            })
        rig.loop.settle()
        return rig
    }

    /// The listener pauses during the last sound and continues. The player waits again until this sound is heard, and
    /// only then does the item end.
    @Test func aPauseWhileItPlaysOutIsNotItsLast() throws {
        let rig = try playsOut()
        let output = try #require(rig.output)
        rig.player.pause()
        rig.loop.settle()
        rig.player.resume(atLiveEdge: false)
        rig.loop.settle()
        #expect(output.isDraining && !output.isCorked)
        output.consumeAll()
        #expect(rig.loop.turn { rig.status == .ended })
    }

    /// The listener seeks back while the last sound is on its way to the loudspeaker. The item does not end, because
    /// the player writes sound again.
    @Test func aSeekTakesTheEndBack() throws {
        let rig = try playsOut()
        let output = try #require(rig.output)
        output.sinkLatency = .milliseconds(200)
        output.requestTiming()
        #expect(rig.loop.turn { output.lastTiming?.sinkLatency == .milliseconds(200) })
        output.consumeAll()
        #expect(rig.loop.turn { !output.isDraining && rig.player.speaker.endTimer.isArmed })
        let heard = rig.player.snapshot().heardDuration
        let range = try #require(rig.player.intake.positions.seekable.first)
        try rig.player.navigator.seek(to: range.end - MediaTime(seconds: 0.5))
        rig.loop.pass(.milliseconds(400))
        #expect(rig.status != .ended)
        #expect(rig.player.snapshot().heardDuration - heard <= .milliseconds(101))
        #expect(output.queued > 0)
        output.consumeAll()
        #expect(rig.hears { rig.status == .ended })
    }

    /// The player is stopped, or jumps to the live edge, between two timing answers, which come every 1.5 s. The sound
    /// that the sound server took since its last answer counts as heard.
    @Test(arguments: [true, false]) func whatWasHeardSinceTheLastAnswerCounts(_ stops: Bool) throws {
        let station = try station()
        defer { station.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(station.url))
        let output = try #require(rig.output)
        output.requestTiming()
        rig.loop.pass(.milliseconds(300))
        let written = MediaTime(samples: output.written, rate: output.format.sampleRate).duration
        if stops { rig.player.stop() } else { rig.player.resume(atLiveEdge: true) }
        let heard = rig.player.snapshot().tally.heard
        #expect(heard >= .milliseconds(399) && heard <= written, "\(heard)")
    }

    @Test("a frozen sound server is no `playing`, and its thaw is one again")
    func serverFreezes() throws {
        let station = try station()
        defer { station.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(station.url))
        let output = try #require(rig.output)
        output.freeze()
        rig.player.speaker.askForTiming()
        #expect(rig.loop.turn { rig.status == .waitingToPlay(.stalled) })
        output.thaw()
        #expect(rig.hears { rig.status == .playing })
    }

    @Test(
        "stop at any stage is silent at once and leaves nothing behind",
        arguments: ["connecting", "filling", "playing", "paused", "stalled", "no device"])
    func stops(_ stage: String) throws {
        let station = try station(burst: .seconds(1))
        defer { station.stop() }
        let stopped = TestSignal()
        // The server sends nothing until the player is stopped. Then it sends until the player has closed the
        // connection.
        let silent = try LoopbackServer { connection in
            connection.wait(for: stopped)
            while connection.send("x") { connection.pause(milliseconds: 5) }
        }
        defer { silent.stop() }
        let rig = try PlayerRig()
        switch stage {
        case "connecting":
            rig.play(silent.url("/"))
            let came = rig.loop.turn(untilElsewhere: { silent.connectionCount == 1 })
            #expect(came)
        case "filling":
            rig.play(station.url)
            #expect(rig.fills(.milliseconds(250)))
        case "stalled":
            #expect(rig.startPlaying(station.url, queue: .milliseconds(500)))
            station.freeze()
            #expect(rig.hears { rig.player.snapshot().stallCount == 1 })
        case "no device":
            #expect(rig.startPlaying(station.url, queue: .milliseconds(500)))
            rig.output?.fail(.noDevice("gone"))
            #expect(rig.loop.turn { rig.status == .waitingToPlay(.noOutputDevice) })
        default:
            #expect(rig.startPlaying(station.url, queue: .milliseconds(500)))
            if stage == "paused" { rig.player.pause() }
        }
        rig.player.stop()
        #expect(rig.status == .stopped)
        #expect(rig.output == nil)
        #expect(rig.system.outputs.allSatisfy { $0.isClosed })
        stopped.raise()
        station.thaw()
        let closed = rig.loop.turn(untilElsewhere: { station.connectionCount + silent.connectionCount == 0 })
        #expect(closed)
        let count = rig.told.count
        rig.loop.pass(.seconds(60))
        #expect(rig.told.count == count)
        #expect(rig.player.snapshot().loadedTimeRanges.isEmpty)
        #expect(rig.letGo())
    }
}
