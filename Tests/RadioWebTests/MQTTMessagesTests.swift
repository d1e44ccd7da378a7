import Longwave
import RadioFormats
import RadioJSON
import Testing

@testable import RadioWeb

@Suite struct MQTTMessagesTests {
    private static var messages: MQTTMessages {
        var options = MQTTOptions(server: "broker.test")!
        options.topic = "radio"
        var messages = MQTTMessages(options)
        messages.stations = [
            Station(name: "One", urls: ["http://radio.test/1"]),
            Station(name: "Two\u{1B}[31m", urls: ["http://radio.test/2"]),
        ]
        return messages
    }

    private static func state(_ title: String) -> PlayerState {
        var snapshot = PlaybackSnapshot()
        snapshot.item = PlaybackItem(messages.stations[0])
        snapshot.nowPlaying = NowPlaying(
            track: TrackInfo(kind: .song, text: title), stationName: "One", received: .now, heard: .now, position: .zero
        )
        return PlayerState(snapshot)
    }

    @Test(arguments: [
        ("broker.test", "broker.test", 1883, false), ("broker.test:99", "broker.test", 99, false),
        ("mqtt://10.0.0.1:1883/", "10.0.0.1", 1883, false), ("mqtts://broker.test", "broker.test", 8883, true),
        ("[::1]:7", "::1", 7, false), ("mqtts://[::1]", "::1", 8883, true),
    ]) func servers(_ text: String, _ host: String, _ port: Int, _ usesTLS: Bool) throws {
        let options = try #require(MQTTOptions(server: text))
        #expect((options.host, options.port, options.usesTLS) == (host, port, usesTLS))
        #expect(MQTTOptions.isTopic(options.topic))
    }

    @Test(arguments: [
        "", "http://broker.test", "broker.test:0", "broker.test:x", "a b", "user:secret@broker.test", "mqtt://", "[::1",
    ])
    func noServers(_ text: String) { #expect(MQTTOptions(server: text) == nil) }

    @Test(arguments: ["", "a/+/b", "a/#", "/a", "a/", "$SYS/a", "a\nb"])
    func noTopics(_ text: String) { #expect(!MQTTOptions.isTopic(text)) }

    @Test func longAndHostileTitles() throws {
        let long = String(repeating: "ä", count: 300)
        let state = Self.messages.state(Self.state(long + "\u{1B}]0;x\u{7}"))
        let title = try #require(state["radio/title"])
        #expect(title.unicodeScalars.count == 255 && title.hasSuffix("…"))
        let attributes = try JSONReader.read(Array(try #require(state["radio/title/attributes"]).utf8))
        #expect(attributes["full_title"]?.string?.hasPrefix(long) == true)
        #expect(attributes["full_title"]?.string?.unicodeScalars.contains { $0.value < 0x20 } == false)
        #expect(
            state["radio/station"] == "One" && state["radio/availability"] == "online" && state["radio/volume"] == "100"
        )
    }

    @Test func orders() throws {
        func order(_ topic: String, _ text: String) throws(PlayerCommandError) -> MQTTMessages.Order? {
            try Self.messages.order(topic, Array(text.utf8))
        }
        #expect(try order("radio/command", "pause") == .player(.pause))
        #expect(try order("radio/command", #"{"method":"seek","params":{"by":-30}}"#) == .player(.seek(.by(-30))))
        #expect(throws: PlayerCommandError.self) { try order("radio/command", "explode") }
        #expect(throws: PlayerCommandError.self) { try order("radio/command", #"{"method":"quit"}"#) }
        #expect(throws: PlayerCommandError.self) { try order("radio/volume/set", "101") }
        #expect(throws: PlayerCommandError.self) { try order("radio/volume/set", "nan") }
        #expect(throws: PlayerCommandError.self) { try order("radio/command", String(repeating: "x", count: 70_000)) }
        #expect(try order("radio/volume/set", "40") == .player(.setVolume(0.4)))
        #expect(
            try order("radio/station/set", "Two[31m")
                == .player(.play(PlayRequest(.stations([Self.messages.stations[1]])))))
        #expect(try order("radio/station/set", "Three") == .player(.play(PlayRequest(.named("Three")))))
        #expect(try order("homeassistant/status", "online") == .announce)
        #expect(try order("homeassistant/status", "offline") == nil)
        #expect(try order("other", "pause") == nil)
    }

    @Test func discovery() throws {
        var messages = Self.messages
        messages.page = "http://192.0.2.1:8980/"
        #expect(messages.discoveryTopic == "homeassistant/device/radio/config")
        let device = try JSONReader.read(Array(messages.discovery(current: "Elsewhere").utf8))
        #expect(device["device"]?["configuration_url"]?.string == "http://192.0.2.1:8980/")
        #expect(device["availability_topic"]?.string == "radio/availability")
        let station = try #require(device["components"]?["station"])
        #expect(station["platform"]?.string == "select")
        #expect(station["options"] == .array([.string("One"), .string("Two[31m"), .string("Elsewhere")]))
        guard case .object(let parts)? = device["components"] else { throw CancellationError() }
        #expect(Set(parts.values.compactMap { $0["platform"]?.string }) == ["sensor", "select", "number", "button"])
        #expect(Set(parts.values.compactMap { $0["unique_id"]?.string }).count == parts.count)
    }
}
