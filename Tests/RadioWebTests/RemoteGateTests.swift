import Longwave
import Testing

@testable import RadioWeb

@Suite struct RemoteGateTests {
    private static var library: StationLibrary {
        var own = Station(name: "Own", urls: ["http://192.168.1.5/own"], id: "own/1")
        own.headers = ["Authorization": "secret"]
        return StationLibrary(stations: [own], source: "a.json")
    }

    private static func admitted(_ source: PlayRequest.Source) -> PlayRequest.Source? {
        try? RemoteGate.admitted(source, library)
    }

    @Test(arguments: ["/etc/passwd", "../music", "~/music", "file:///etc/passwd", "song.mp3", "ftp://a/b", "FILE:/etc"])
    func pathsAreRefused(_ path: String) {
        #expect(Self.admitted(.named(path)) == nil)
        #expect(Self.admitted(.stations([Station(name: "A", urls: [path])])) == nil)
    }

    @Test func headersAreRefused() {
        var station = Station(name: "A", urls: ["http://radio.example/"])
        station.headers = ["Cookie": "a"]
        #expect(Self.admitted(.stations([station])) == nil)
    }

    @Test func otherAddressesReachOnlyPublicOnes() throws {
        for source in [
            PlayRequest.Source.named("https://radio.example/a"),
            .stations([Station(name: "https://radio.example/a", urls: ["https://radio.example/a"])]),
        ] {
            guard case .stations(let stations, _)? = Self.admitted(source) else {
                Issue.record("no station")
                continue
            }
            #expect(stations[0].reachesOnlyPublic && stations[0].urls == ["https://radio.example/a"])
        }
    }

    @Test func announcementsReachOnlyPublicAddresses() {
        #expect(RemoteGate.station(at: "http://192.168.1.6/", Self.library).reachesOnlyPublic)
        #expect(RemoteGate.station(at: "http://192.168.1.5/own", Self.library) == Self.library.stations[0])
    }

    /// A client that names a station of the library gets the library's addresses and headers, not its own.
    @Test func stationsOfTheLibraryAreTaken() throws {
        let own = Self.library.stations[0]
        #expect(Self.admitted(.named("http://192.168.1.5/own")) == .stations([own]))
        #expect(Self.admitted(.named("own/1")) == .stations([own]))
        #expect(Self.admitted(.named("Own")) == .named("Own"))
        let claimed = Station(name: "Own", urls: ["/etc/passwd"], id: "own/1")
        #expect(Self.admitted(.stations([claimed])) == .stations([own]))
    }
}
