import RadioFormats
import RadioLoop
import TestSupport
import Testing

@testable import RadioPlayer

/// A ``WarmStation`` is received before the listener chooses it.
@Suite struct WarmStationTests {
    private func warm(
        _ url: String, _ rig: PlayerRig, maximumBytes: Int = 1 << 20, onEnd: @escaping () -> Void = {}
    ) -> WarmStation {
        let station = WarmStation(
            PlaybackItem(url: url), url: url, tools: rig.player.tools, policy: .listener, maximumBytes: maximumBytes)
        station.onEnd = { _ in onEnd() }
        station.start()
        return station
    }

    /// Waits until the station has sound, and returns the intake (the receiving part) that a player takes over.
    private func intake(of station: WarmStation, _ rig: PlayerRig) throws -> StreamIntake {
        var intake: StreamIntake?
        #expect(
            rig.turn {
                intake = station.take()
                return intake != nil
            })
        return try #require(intake)
    }

    private func play(_ url: String, _ intake: StreamIntake, _ rig: PlayerRig) {
        rig.player.play(PlaybackItem(url: url), working: url, warm: intake)
    }

    @Test func thePlayerTakesTheConnectionOver() throws {
        let server = try IcyServer(.mp3, title: "Band - Song")
        defer { server.stop() }
        let rig = try PlayerRig()
        let station = warm(server.url, rig)
        let intake = try intake(of: station, rig)
        #expect(rig.turn { !intake.timeline.metadataWithTaken.isEmpty })
        play(server.url, intake, rig)
        #expect(rig.fills(.milliseconds(500)))
        #expect(rig.hears { rig.player.snapshot().nowPlaying != nil })
        #expect(rig.status == .playing)
        #expect(rig.names.firstIndex(of: "itemDidChange")! < rig.names.firstIndex(of: "formatDidChange")!)
        let snapshot = rig.player.snapshot()
        #expect(snapshot.nowPlaying?.track.text == "Band - Song" && snapshot.onAir?.text == "Band - Song")
        #expect(snapshot.stream?.serverName == "Test Station" && snapshot.reconnectCount == 0)
        #expect(rig.names.filter { $0 == "metadataReceived" }.count == 1)
        #expect(server.requests.count == 1)
        // The server drops the connection that the player took over. The player reconnects as usual.
        server.drop()
        #expect(rig.hears { server.requests.count == 2 }, "\(rig.names) \(rig.player.machine.facts)")
    }

    /// However much sound was received, playing starts close to the newest sound, and a seek back reaches the older
    /// sound.
    @Test func itBeginsNearTheNewestSound() throws {
        var settings = IcyServer.Settings()
        settings.burst = .seconds(60)
        let server = try IcyServer(.mp3, settings: settings)
        defer { server.stop() }
        var policy = PlaybackPolicy.listener
        policy.timeshift = .seconds(600)
        let rig = try PlayerRig(policy: policy)
        let station = warm(server.url, rig)
        let intake = try intake(of: station, rig)
        let isFull = {
            let range = intake.timeline.range
            return MediaTime(flicks: range.end - range.start) >= WarmStation.span
        }
        #expect(rig.turn(until: isFull))
        let range = intake.timeline.range
        // One second before the span may be held, too, because it primes the decoder.
        #expect(MediaTime(flicks: range.end - range.start) <= WarmStation.span + MediaTime(seconds: 1.1))
        play(server.url, intake, rig)
        #expect(rig.fills(.milliseconds(500)))
        rig.hear(.milliseconds(100))
        let snapshot = rig.player.snapshot()
        #expect(snapshot.liveOffset < .seconds(5) && snapshot.liveOffset > .seconds(3), "\(snapshot.liveOffset)")
        let held = try #require(snapshot.seekableTimeRanges.first)
        #expect((held.end - held.start).duration > .seconds(25))
    }

    @Test func itHoldsWhatItMay() throws {
        let sound = try Sample.mp3.read()
        let server = try IcyServer([.init(sound, bytesPerSecond: 4 << 20)])
        defer { server.stop() }
        let rig = try PlayerRig()
        let station = warm(server.url, rig, maximumBytes: 100_000)
        let intake = try intake(of: station, rig)
        #expect(rig.turn { intake.timeline.start > 5000 })
        #expect(intake.timeline.byteCount <= 100_000)
        play(server.url, intake, rig)
        #expect(intake.timeline.maximumBytes >= PlaybackPolicy.listener.timelineBytes)
    }

    @Test func aFrozenStationIsNotTakenOver() throws {
        let server = try IcyServer(.mp3)
        defer { server.stop() }
        let rig = try PlayerRig()
        let station = warm(server.url, rig)
        let intake = try intake(of: station, rig)
        server.freeze()
        // Bytes that the server sent earlier may wait in the kernel. When they are read, the time until the station
        // counts as frozen starts again.
        #expect(
            rig.turn {
                rig.loop.pass(PlaybackPolicy.listener.freezeTimeout)
                return station.take() == nil
            })
        #expect(intake.isOpen)
    }

    @Test(arguments: ["closed", "file", "refused"]) func whatCannotBeReceivedEnds(_ kind: String) throws {
        let server = try IcyServer(.mp3)
        let origin = try HlsOrigin()
        defer {
            server.stop()
            origin.stop()
        }
        var url = server.url
        switch kind {
        case "file":
            let programme = try HlsProgramme.packed(.mp3, seconds: 2)
            origin.add("radio", HlsChannel(.onDemand, targetDuration: 2, programme: programme))
            url = origin.url("/radio.m3u8")
        case "refused": try server.leave()
        default: break
        }
        let rig = try PlayerRig()
        var ends = 0
        let station = warm(url, rig) { ends += 1 }
        if kind == "closed" {
            _ = try intake(of: station, rig)
            server.drop()
        }
        #expect(rig.turn { ends > 0 })
        #expect(station.take() == nil)
    }

    /// Of an HLS station, only the sound is held with which a new listener would start.
    @Test func aStationInSegments() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let programme = try HlsProgramme.packed(.mp3, seconds: 2, loops: true)
        origin.add("radio", HlsChannel(.live(window: 5), targetDuration: 2, programme: programme))
        origin.advance(seconds: 60)
        let rig = try PlayerRig()
        let url = origin.url("/radio.m3u8")
        let station = warm(url, rig)
        let intake = try intake(of: station, rig)
        for _ in 0..<30 {
            let end = intake.timeline.end
            origin.advance(seconds: 2)
            #expect(rig.loop.turn(passing: .milliseconds(50)) { intake.timeline.end > end })
        }
        let range = intake.timeline.range
        #expect(MediaTime(flicks: range.end - range.start) < WarmStation.span + MediaTime(seconds: 2))
        let requests = origin.count("/radio.m3u8")
        play(url, intake, rig)
        #expect(rig.fills(.milliseconds(500)))
        rig.hear(.milliseconds(100))
        #expect(rig.status == .playing && rig.player.snapshot().liveOffset < .seconds(9))
        #expect(origin.count("/radio.m3u8") <= requests + 1)
    }
}
