import Glibc
import Longwave
import LongwaveTerminal
import RadioJSON
import TestSupport
import Testing

@testable import LongwaveCLI
@testable import LongwaveDesktop

/// Every command by every front: same effect, same words, same state.
@Suite struct ParityTests {
    @Test(arguments: ParityRow.all) func everyFrontDoesTheSame(_ row: ParityRow) async throws {
        for front in row.fronts {
            let outcome = try await Self.outcome(of: row, by: front)
            #expect(outcome == row.expected(by: front), "\(front)")
        }
    }

    /// A key without a row could differ unnoticed.
    @Test func everyKeyHasARow() {
        let keys = Set(ParityRow.all.flatMap(\.keys))
        let missing = KeyAction.allCases.filter {
            $0.scope == .playing && !keys.contains($0) && $0 != .quit && $0 != .help
        }
        #expect(missing.isEmpty)
    }

    /// Every method of the protocol that changes the player has a row.
    @Test(arguments: [
        "pause", "toggle", "stop", "next", "previous", "volume", "mute", "seek", "rate", "equaliser", "keep", "record",
        "like",
        "play",
        "queue.add", "queue.remove", "queue.move", "queue.play", "queue.clear", "shuffle", "repeat", "interrupt",
        "sleep",
        "scan", "device", "announce",
    ])
    func everyMethodHasARow(_ method: String) {
        #expect(ParityRow.all.contains { $0.ctl?.method == method })
    }

    private static func outcome(of row: ParityRow, by front: ParityFront) async throws -> ParityOutcome {
        let folder = try TemporaryDirectory()
        let list = StationListWriter.write(ParityStations.names.map(ParityStations.item).map(\.station), as: .stations)
        try folder.write("stations.json", list.bytes)
        var configuration = Radio.Configuration()
        configuration.playback = PlaybackConfiguration(output: .null)
        configuration.playback.policy.timeshift = .seconds(600)
        configuration.playback.timeshiftFolder = folder.path
        configuration.journal = JournalPlaces()
        configuration.journal.titles = folder.path + "/titles.sqlite"
        let radio = try Radio(configuration)
        let outcome = try await radio.manager.outcome(of: row, by: front, radio, folder)
        await radio.shutDown()
        return outcome
    }
}

/// What the rows play.
enum ParityStations {
    /// Three names of a file of 40 minutes, which does not end while a row waits for its turn.
    private static let folder: TemporaryDirectory = {
        do {
            let folder = try TemporaryDirectory()
            let sound = [[UInt8]](repeating: try Sample.mp3.read(), count: 300).flatMap(\.self)
            try folder.write("sound.mp3", sound)
            for name in names { symlink("sound.mp3", "\(folder.path)/\(name).mp3") }
            return folder
        } catch { fatalError("\(error)") }
    }()

    static let names = ["Alpha", "Beta", "Gamma"]

    static let titles: IcyServer = {
        var settings = IcyServer.Settings()
        (settings.metaint, settings.burst) = (1024, .seconds(40))
        do {
            let pieces = try ["One", "Two", "Three"].map { name in
                var piece = try IcyServer.Piece(.mp3Mpeg2, title: "Band - \(name)")
                piece.sound = [[UInt8]](repeating: piece.sound, count: 3).flatMap(\.self)
                return piece
            }
            return try IcyServer(pieces, settings: settings)
        } catch { fatalError("\(error)") }
    }()

    static var station: PlaybackItem { PlaybackItem(Station(name: "Titles", urls: [titles.url], id: "titles")) }

    /// A station of the listener's lists, whose sound is a file.
    static func item(_ name: String) -> PlaybackItem {
        PlaybackItem(Station(name: name, urls: [FileURL.of(path(name))], id: name.lowercased()))
    }

    static func path(_ name: String) -> String { "\(folder.path)/\(name).mp3" }
}

extension PlaybackManager {
    /// Carries out a row's command by a front, and returns what it did.
    fileprivate func outcome(
        of row: ParityRow, by front: ParityFront, _ radio: Radio, _ folder: TemporaryDirectory
    ) async throws -> ParityOutcome {
        let rig = try ParityRig(front, radio, folder, self)
        try await begin(row.scene, rig)
        row.before(self)
        if let place = row.place {
            pause()
            await wait { if case .paused = snapshot.status { true } else { false } }
            await rig.settle(self)
            try seek(to: MediaTime(seconds: place))
        }
        await rig.settle(self)
        await wait { if case .waitingToPlay = snapshot.status { false } else { true } }
        await rig.settle(self)
        rig.forget()
        let facts = rig.facts(self)
        switch front {
        case .local, .shared:
            for (place, key) in row.keys.enumerated() {
                rig.screen.press(key, self)
                await rig.settle(self)
                // The effect of a key may come later than its answer.
                if row.words.count == row.keys.count { await wait(within: .seconds(20)) { rig.wordCount > place } }
            }
            row.choice?(rig, self)
        case .ctl: if let request = row.ctl { rig.ask(request) }
        case .desktop: if let command = row.desktop { rig.perform(command, self) }
        }
        await rig.settle(self)
        await wait { !rig.isAsking }
        // Some effects come later, such as the words about a like.
        await wait(within: .seconds(20)) { rig.outcome(since: facts, self) == row.expected(by: front) }
        let outcome = rig.outcome(since: facts, self)
        await rig.finish(self)
        return outcome
    }

    private func begin(_ scene: ParityScene, _ rig: ParityRig) async throws {
        setVolume(0.5)
        let items = ParityStations.names.map(ParityStations.item)
        switch scene {
        case .nothing: return
        case .queue(let index): rig.play(items, at: index, self)
        case .file: rig.play([items[0]], at: 0, self)
        case .station, .liveEdge:
            rig.play([ParityStations.station], at: 0, self)
        }
        await wait { snapshot.status == .playing }
        guard scene == .station || scene == .liveEdge else { return }
        await wait { snapshot.liveOffset > .seconds(35) && snapshot.nowPlaying != nil }
        if scene == .liveEdge { return play(atLiveEdge: true) }
        try seek(to: MediaTime(seconds: 20))
        await wait { snapshot.nowPlaying?.track.title == "Two" && snapshot.status == .playing }
    }
}
