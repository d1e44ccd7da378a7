import Longwave
import Testing

@testable import RadioService

@Suite struct MprisTests {
    private static func state(_ change: (inout PlaybackSnapshot) -> Void = { _ in }) -> Mpris.State {
        let items = (0..<3).map { PlaybackItem(Station(name: "Station \($0)", urls: ["http://radio.test/\($0)"])) }
        var snapshot = PlaybackSnapshot()
        let queue = PlaybackQueue(items, startingAt: 1)
        snapshot.item = items[1]
        change(&snapshot)
        return Mpris.State(snapshot: snapshot, queue: queue)
    }

    @Test func withoutAnything() {
        let empty = Mpris.State(snapshot: PlaybackSnapshot(), queue: PlaybackQueue())
        let properties = Mpris.playerProperties(empty)
        #expect(properties["PlaybackStatus"] == .string("Stopped"))
        #expect(properties["Metadata"] == .map(["mpris:trackid": .path(Mpris.noTrack)]))
        #expect(properties["CanPlay"] == .bool(false) && properties["CanSeek"] == .bool(false))
        // The properties that are sent to clients do not contain the position, which changes all the time. Clients ask
        // for it.
        #expect(properties["Position"] == nil)
    }

    @Test func aStation() {
        let properties = Mpris.playerProperties(Self.state())
        #expect(properties["CanGoNext"] == .bool(true))
        guard case .map(let metadata)? = properties["Metadata"] else {
            Issue.record("no metadata")
            return
        }
        #expect(metadata["mpris:trackid"] == .path("/org/longwave/entry/2"))
        #expect(metadata["xesam:title"] == .string("Station 1"))
        #expect(metadata["xesam:url"] == .string("http://radio.test/1"))
        // The station has no length and no picture.
        #expect(metadata["mpris:length"] == nil && metadata["mpris:artUrl"] == nil)
    }

    @Test func onlyChangesAreTold() {
        let old = Mpris.playerProperties(Self.state())
        #expect(Mpris.changes(from: old, to: old).isEmpty)
        let new = Mpris.playerProperties(Self.state { $0.volume = 0.25 })
        #expect(Mpris.changes(from: old, to: new) == ["Volume": .double(0.25)])
    }

    private struct Arguments: BusArguments {
        var text: String?
        var track: String?
        var number: Int64?
        func string() -> String? { text }
        func path() -> String? { track }
        func int64() -> Int64? { number }
    }

    @Test(arguments: [
        ("Next", Optional(MprisCommand.next)), ("PlayPause", .playPause), ("Seek", .seek(-5)),
        ("SetPosition", .setPosition(track: "/a", -5)), ("OpenUri", .openURI("x")), ("Nonsense", nil),
    ]) func methods(_ name: String, _ command: MprisCommand?) {
        let arguments = Arguments(text: "x", track: "/a", number: -5)
        #expect(MprisCommand(interface: Mpris.player, member: name, arguments) == command)
        #expect(MprisCommand(interface: "org.test", member: name, arguments) == nil)
    }

    @Test func missingArguments() {
        for name in ["Seek", "SetPosition", "OpenUri"] {
            #expect(MprisCommand(interface: Mpris.player, member: name, Arguments()) == nil)
        }
    }

    @Test(arguments: [
        ("LoopStatus", BusValue.string("Playlist"), Optional(MprisCommand.setLoop(.all))),
        ("LoopStatus", .string("x"), nil),
        ("LoopStatus", .bool(true), nil), ("Volume", .double(7), .setVolume(1)), ("Volume", .double(-1), .setVolume(0)),
        ("Volume", .double(.nan), nil), ("Rate", .double(1.5), .setRate(1.5)), ("Rate", .double(0), .pause),
        ("Shuffle", .bool(true), .setShuffle(true)), ("Metadata", .string(""), nil), ("CanSeek", .bool(true), nil),
    ]) func settings(_ name: String, _ value: BusValue, _ command: MprisCommand?) {
        #expect(MprisCommand(property: name, value) == command)
    }

    /// For a long queue, MPRIS clients get only the entries around the current one.
    @Test(arguments: [(0, 1, 200), (500, 401, 600), (999, 801, 1000)])
    func tracks(_ index: Int, _ first: UInt64, _ last: UInt64) {
        let items = (0..<1000).map { PlaybackItem(url: "http://radio.test/\($0)") }
        let tracks = Mpris.tracks(PlaybackQueue(items, startingAt: index))
        #expect(tracks.count == 200 && tracks.first?.id == first && tracks.last?.id == last)
    }
}
