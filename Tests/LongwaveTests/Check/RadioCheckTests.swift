import Longwave
import TestSupport
import Testing

/// A program that embeds the library checks which stations play.
@Suite struct RadioCheckTests {
    @Test func oneStationPlays() async throws {
        let server = try IcyServer(.mp3, title: "Band - Song")
        defer { server.stop() }
        let radio = try RadioTests.radio()
        let stations = [
            Station(name: "Dead", urls: ["http://127.0.0.1:1/"]), Station(name: "Alive", urls: [server.url]),
            Station(name: "Nowhere", urls: []),
        ]
        var found: [String: StationHealth] = [:]
        for await health in radio.check(stations, timeout: .seconds(60)) { found[health.station.name] = health }
        #expect(found.count == 3)
        let alive = try #require(found["Alive"])
        #expect(alive.state == .alive && alive.problem.isEmpty && alive.title?.text == "Band - Song")
        #expect(alive.codecName == "MP3" && alive.bitRate == 128_000 && "\(alive)" == "alive, MP3 128 kbit/s")
        #expect(found["Dead"]?.state == .dead && found["Dead"]?.codecName == nil)
        #expect(found["Nowhere"]?.problem == "It has no address.")
        // Leaving the loop ends the check.
        for await _ in radio.check(stations) { break }
        await radio.shutDown()
        for await health in radio.check(stations) { Issue.record("\(health) after the radio's end") }
    }
}
