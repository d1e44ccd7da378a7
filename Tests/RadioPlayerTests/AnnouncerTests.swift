import Glibc
import RadioAudio
import RadioFormats
import RadioLoop
import TestSupport
import Testing

@testable import RadioPlayer

@Suite struct AnnouncerTests {
    /// A player of a station, and announcements over it. The test decides how fast all outputs play.
    private final class Rig {
        let player: PlayerRig
        private(set) var announcer: Announcer!
        private(set) var answers: [AnnouncementError?] = []
        private let station: IcyServer
        let folder: TemporaryDirectory

        init() throws {
            var settings = IcyServer.Settings()
            settings.burst = .seconds(30)
            station = try IcyServer(.mp3, title: "One", settings: settings)
            player = try PlayerRig()
            folder = try TemporaryDirectory()
            for name in ["a", "b"] { try folder.write(name + ".mp3", try Sample.mp3.read()) }
            player.system.mixes = true
            announcer = Announcer(loop: player.loop) { [player] in
                Player(
                    loop: player.loop, pool: player.pool, worker: player.worker, system: player.system,
                    configuration: PlaybackConfiguration())
            } duck: { [player] in
                player.player.speaker.duck(to: $0, over: $1)
            }
            #expect(player.startPlaying(station.url, queue: .seconds(2)))
        }

        deinit { station.stop() }

        func announce(_ name: String, ducking: Double = 20, date: MediaTime? = nil) {
            let item = PlaybackItem(url: folder.path + "/" + name + ".mp3")
            announcer.add(Announcement(item, ducking: ducking, date: date)) { self.answers.append($0) }
        }

        /// The outputs of announcements.
        var voices: [FakeOutput] { Array(player.system.outputs.dropFirst()) }
        var main: FakeOutput { player.system.outputs[0] }

        /// The loudness of the newest sound that the main player has given.
        var loudness: Float {
            let end = main.samples.suffix(4000)
            return (end.reduce(0) { $0 + $1 * $1 } / Float(end.count)).squareRoot()
        }
    }

    @Test("two announcements are heard one after the other over softer sound, which then is loud again")
    func twoInTurn() throws {
        let rig = try Rig()
        let usual = rig.loudness
        rig.announce("a")
        rig.announce("b")
        #expect(rig.player.hears { rig.answers == [nil, nil] })
        #expect(rig.player.hears { rig.voices.first?.isRunning == true })
        #expect(rig.player.status == .playing && !rig.voices.dropFirst().contains(where: \.isRunning))
        #expect((0.05...0.2).contains(rig.loudness / usual), "\(rig.loudness / usual)")
        #expect(rig.player.hears { rig.voices.first?.isClosed == true && rig.voices.last?.isRunning == true })
        #expect((0.05...0.2).contains(rig.loudness / usual), "\(rig.loudness / usual)")
        #expect(rig.player.hears { rig.announcer.isEmpty })
        rig.player.hear(.milliseconds(500))
        rig.player.loop.turn(for: .milliseconds(2))
        #expect((0.5...2).contains(rig.loudness / usual), "\(rig.loudness / usual)")
        #expect(rig.voices.allSatisfy(\.isClosed) && rig.player.status == .playing)
    }

    @Test("an announcement with a date waits for it, also when the clock is set; one without goes first")
    func dated() throws {
        let rig = try Rig()
        let loop = rig.player.loop
        let start = loop.wallClock.milliseconds(loop.now)
        rig.announce("a", date: MediaTime(value: start + 600_000, timescale: 1000))
        #expect(rig.answers == [nil])
        rig.player.hear(.seconds(2))
        #expect(rig.voices.isEmpty)
        rig.announce("b")
        #expect(rig.player.hears { rig.answers.count == 2 && rig.voices.first?.isRunning == true })
        #expect(rig.player.hears { rig.voices.first?.isClosed == true })
        #expect(!rig.announcer.isEmpty)
        loop.setWallClock(milliseconds: start + 595_000)
        rig.announcer.clockWasSet()
        // Only real time passes until the disk has brought the sound.
        #expect(loop.turn { rig.voices.count == 2 })
        #expect(rig.voices.last?.isRunning == false && loop.wallClock.milliseconds(loop.now) < start + 600_000)
        #expect(rig.player.hears { rig.voices.last?.isRunning == true && rig.voices.count == 2 })
    }

    @Test("what cannot be heard is told, and does not keep others back")
    func failures() throws {
        let rig = try Rig()
        try rig.folder.write("broken.mp3", Array("no sound".utf8))
        rig.announce("broken")
        #expect(rig.player.hears { rig.answers.count == 1 })
        if case .failed? = rig.answers[0] {} else { Issue.record("\(rig.answers)") }
        rig.announce("a")
        #expect(rig.player.hears { rig.voices.contains(where: \.isRunning) })
        rig.announcer.stop()
        #expect(rig.announcer.isEmpty)
        for _ in 0...Announcer.maximumCount { rig.announce("a", date: MediaTime(value: 1 << 40, timescale: 1)) }
        #expect(rig.answers.last == .tooMany(Announcer.maximumCount))
        rig.announcer.stop()
        #expect(rig.announcer.isEmpty && rig.announcer.ducking == 1)
    }

    @Test("a file as output cannot play announcements")
    func noMixing() async throws {
        let folder = try TemporaryDirectory()
        let manager = try PlaybackManager(PlaybackConfiguration(output: .file(path: folder.path + "/sound.wav")))
        await #expect(throws: AnnouncementError.noOutput) {
            try await manager.announce(Announcement(PlaybackItem(url: folder.path + "/a.mp3")))
        }
        await manager.shutDown()
    }
}
