import RadioAudio
import RadioFormats
import RadioPlayer
import RadioStations
import TestSupport
import Testing

@testable import Longwave

/// What a radio remembers about the loudness and volume of stations, and the equalisers of stations.
@Suite struct LevelsTests {
    private let directory: TemporaryDirectory
    private let station: IcyServer
    private let fip: Station
    private let other: Station

    init() throws {
        directory = try TemporaryDirectory()
        station = try IcyServer(.mp3)
        fip = Station(name: "FIP", urls: [station.url], id: "fip")
        other = Station(name: "Other", urls: [station.url + "?other"], id: "other")
    }

    private func radio(_ change: (inout Radio.Configuration) -> Void) throws -> Radio {
        var configuration = Radio.Configuration()
        configuration.playback = PlaybackConfiguration(output: .null)
        configuration.journal = JournalPlaces()
        configuration.journal.listener = directory.path + "/library.sqlite"
        change(&configuration)
        return try Radio(configuration)
    }

    private func play(_ stations: [Station], _ radio: Radio) async throws {
        _ = try await radio.perform(.play(PlayRequest(.stations(stations))))
        for await status in radio.statuses where status == .playing { break }
    }

    private func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while try await !condition() {
            guard ContinuousClock.now < end else { return false }
            await Task.yield()
        }
        return true
    }

    @Test func loudnessIsRememberedAndUsed() async throws {
        defer { station.stop() }
        let known = LoudnessReading(loudness: -20, duration: .seconds(300))
        try ListenerStore(path: directory.path + "/library.sqlite")
            .keep(StationLevel(loudness: known), of: fip.persistentID)
        let radio = try radio { $0.playback.loudness = -16 }
        try await play([fip], radio)
        #expect(try await eventually { await radio.manager.snapshot.loudnessGain == 4 })
        await radio.manager.setLoudness(nil)
        #expect(await radio.manager.snapshot.loudnessGain == nil)
        #expect(try await radio.levels()["fip"]?.loudness == known)
        await radio.shutDown()
    }

    @Test func eachStationKeepsItsVolume() async throws {
        defer { station.stop() }
        let first = try radio { $0.keepsVolumes = true }
        try await play([fip, other], first)
        _ = try await first.perform(.setVolume(0.3))
        _ = try await first.perform(.next)
        _ = try await first.perform(.setVolume(0.7))
        _ = try await first.perform(.previous)
        #expect(try await eventually { await first.manager.snapshot.volume == 0.3 })
        await first.shutDown()
        let second = try radio { $0.keepsVolumes = true }
        try await play([other], second)
        #expect(try await eventually { await second.manager.snapshot.volume == 0.7 })
        await second.shutDown()
    }

    @Test func presetsBelongToStations() async throws {
        defer { station.stop() }
        let night = try #require(Equaliser("bass=-6"))
        let radio = try radio {
            $0.equalisers = [EqualiserPreset(name: "night", equaliser: night, stations: ["FIP"])]
        }
        try await play([other, fip], radio)
        #expect(await radio.manager.snapshot.equaliser == .flat)
        #expect(try await radio.perform(.next).snapshot.equaliser == night)
        #expect(try await radio.perform(.previous).snapshot.equaliser == .flat)
        #expect(try await radio.perform(.setEqualiser("night")).snapshot.equaliser == night)
        #expect(try await radio.perform(.setEqualiser("1k=3")).snapshot.equaliser.text == "1k=+3")
        await #expect(throws: PlayerCommandError.self) { try await radio.perform(.setEqualiser("day")) }
        await radio.shutDown()
    }
}
