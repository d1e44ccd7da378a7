import Longwave
import Testing

@testable import LongwaveDesktop

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

    /// sd-bus refuses these characters. A refused text would be missing in its message.
    @Test func charactersThatTheBusRefuses() throws {
        let refused = [0xFFFF, 0xFDD0, 0x1FFFE, 0].compactMap { Unicode.Scalar($0 as UInt32) }
        #expect(refused.count == 4)
        for scalar in refused { #expect(BusValue.allowed("a" + String(Character(scalar)) + "c") == "a\u{FFFD}c") }
        #expect(BusValue.allowed("Ö\u{FFFD}\u{10000}\n") == "Ö\u{FFFD}\u{10000}\n")
    }

    @Test(
        arguments: [
            ("unix:path=/run/user/1000/bus", "/run/user/1000/bus"), ("unix:path=/a%20b,guid=1", "/a b"),
            ("tcp:host=a;unix:guid=1,path=/b;unix:path=/c", "/b"), ("unix:abstract=/tmp/x,guid=1", nil), ("", nil),
        ] as [(String, String?)]) func theSocketOfTheBus(_ address: String, _ path: String?)
    {
        #expect(SessionBus.socketPath(address) == path)
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
        ("Next", Optional(MprisCommand.player(.next))), ("PlayPause", .player(.toggle)), ("Seek", .seek(-5)),
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

    /// A file may claim any length, and a stream any position.
    @Test func timesOfAnySize() {
        #expect(Mpris.microseconds(MediaTime(value: .max, timescale: 1)) == .max)
        #expect(Mpris.microseconds(MediaTime(value: .min, timescale: 1)) == .min)
        #expect(Mpris.microseconds(.positiveInfinity) == 0)
    }

    @Test(arguments: [
        ("LoopStatus", BusValue.string("Playlist"), Optional(MprisCommand.player(.repeatQueue(.all)))),
        ("LoopStatus", .string("x"), nil),
        ("LoopStatus", .bool(true), nil), ("Volume", .double(7), .player(.setVolume(1))),
        ("Volume", .double(-1), .player(.setVolume(0))),
        ("Volume", .double(.nan), nil), ("Rate", .double(1.5), .player(.setRate(1.5))),
        ("Rate", .double(0), .player(.pause)),
        ("Shuffle", .bool(true), .player(.shuffle(true))), ("Metadata", .string(""), nil),
        ("CanSeek", .bool(true), nil),
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
