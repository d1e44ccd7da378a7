import RadioFormats
import RadioLoop
import TestSupport
import Testing

@testable import RadioTitles

/// The titles of an HLS station, from its playlist or from its segments.
@Suite struct PlaylistSourceTests {
    private let rig: LoggerRig

    init() throws { rig = try LoggerRig() }

    private func logger() throws -> TitleLogger {
        var settings = rig.settings
        settings.pace.playlistPatience = .seconds(3)
        return try TitleLogger(loop: rig.loop, settings: settings) { _ in }
    }

    /// When the playlist has shown two songs, the segments are no longer fetched, also after an outage. They are
    /// fetched again when the playlist has no more titles.
    @Test func segmentsAreLeftWhereThePlaylistTellsTheTitles() throws {
        let station = try PlaylistStation()
        defer { station.stop() }
        rig.onPass = { station.pass($0) }
        station.set(listed: "X - A")
        let logger = try logger()
        rig.begin(logger, [rig.station("one", station.url)])
        try rig.wait(for: "track one A playlist")
        station.set(listed: "X - B")
        try rig.wait(for: "track one B playlist")
        station.set(listed: "X - C")
        try rig.wait(for: "track one C playlist")
        let asked = station.segments
        #expect(asked.count >= 3)
        station.set(listed: "X - D")
        try rig.wait(for: "track one D playlist")
        // The station's server fails and returns.
        station.set(isBroken: true)
        #expect(rig.turn { logger.tally.following == 0 })
        station.set(isBroken: false)
        #expect(rig.turn { logger.tally.following == 1 })
        let playlists = station.playlists
        station.set(listed: "X - E")
        try rig.wait(for: "track one E playlist")
        #expect(station.segments == asked && station.playlists > playlists)
        // From now on, only the segments contain titles.
        station.set(inside: "X - F")
        station.set(listed: nil)
        try rig.wait(for: "track one F inBand")
        #expect(station.segments.count > asked.count)
        rig.stop(logger)
        let records = try rig.log()
        #expect(
            records.filter { $0.hasPrefix("track") } == [
                "track one A playlist", "track one B playlist", "track one C playlist", "track one D playlist",
                "track one E playlist", "track one F inBand",
            ])
        #expect(records.filter { $0.hasPrefix("gap") }.count == 1)
    }

    /// The titles in the playlist do not name songs. The segments are fetched, because they do.
    @Test func segmentsStayWhereTheyHaveTheTitles() throws {
        let station = try PlaylistStation()
        defer { station.stop() }
        rig.onPass = { station.pass($0) }
        station.set(listed: "Good - Music")
        station.set(inside: "X - A")
        let logger = try logger()
        rig.begin(logger, [rig.station("one", station.url)])
        try rig.wait(for: "track one A inBand")
        station.set(listed: "More - Music")
        for title in ["B", "C"] {
            station.set(inside: "X - \(title)")
            try rig.wait(for: "track one \(title) inBand")
        }
        let count = station.segments.count
        #expect(rig.turn { station.segments.count >= count + 3 })
        rig.stop(logger)
    }
}
