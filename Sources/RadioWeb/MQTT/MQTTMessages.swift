import Longwave
import RadioFormats
import RadioJSON
import RadioText

/// What an MQTT server and Home Assistant learn of the player, and what they ask for. Pure.
///
/// Below the topic of the options, `availability`, `status`, `title`, `title/attributes`, `station`, `volume` are kept by
/// the server (retained). `command`, `station/set` and `volume/set` are orders.
struct MQTTMessages {
    let options: MQTTOptions
    /// The stations that can be chosen.
    var stations: [Station] = []
    /// The address of the player's web page; nil if other computers cannot reach it.
    var page: String?

    /// The topic on which Home Assistant says that it has started.
    static let homeAssistant = "homeassistant/status"
    /// The largest number of characters of a state of Home Assistant.
    static let maximumState = 255
    /// The largest number of stations to choose from.
    static let maximumStations = 100

    init(_ options: MQTTOptions) { self.options = options }

    func topic(_ name: String) -> String { options.topic + "/" + name }

    /// The topics on which orders come.
    var orders: [String] { [topic("command"), topic("station/set"), topic("volume/set"), Self.homeAssistant] }

    // MARK: State

    /// The payloads that the server keeps, by their topics.
    func state(_ state: PlayerState) -> [String: String] {
        let (snapshot, track) = (state.snapshot, state.snapshot.nowPlaying?.track)
        let station = snapshot.item?.station
        let title = track.flatMap { $0.kind == .none ? nil : $0.text } ?? ""
        var attributes: [JSONNode.Member] = [.init(name: "full_title", value: .string(PlainText.clean(title)))]
        func add(_ name: String, _ text: String?) {
            if let text { attributes.append(.init(name: name, value: .string(PlainText.clean(text)))) }
        }
        add("artist", track?.artist)
        add("title", track?.title)
        add("album", track?.album)
        add("reason", state.status.reason)
        add("codec", snapshot.stream?.codecName)
        return [
            topic("availability"): "online", topic("status"): Self.short(state.status.state),
            topic("title"): Self.short(title), topic("title/attributes"): JSONNode.object(attributes).text(),
            topic("station"): station.map { Self.short($0.name) } ?? "",
            topic("volume"): "\(snapshot.isMuted ? 0 : Int(nearest: snapshot.volume * 100))",
        ]
    }

    /// Returns a text as a state of Home Assistant.
    static func short(_ text: String) -> String {
        let clean = PlainText.clean(text)
        return clean.unicodeScalars.count <= maximumState
            ? clean : String(String.UnicodeScalarView(clean.unicodeScalars.prefix(maximumState - 1))) + "…"
    }

    // MARK: Orders

    enum Order: Hashable {
        case player(PlayerCommand)
        /// Home Assistant has started and knows nothing of the player yet.
        case announce
    }

    private static let words: [String: PlayerCommand] = [
        "play": .play(PlayRequest()), "pause": .pause, "toggle": .toggle, "stop": .stop, "next": .next,
        "previous": .previous, "live": .seek(.live), "back": .seek(.by(-30)), "forward": .seek(.by(30)),
        "like": .like(true), "keep": .keep(nil), "mute": .mute(true), "unmute": .mute(false),
    ]

    /// The largest order in bytes.
    private static let maximumOrder = 64 << 10

    /// Reads an order; nil if the topic is another.
    func order(_ topic: String, _ payload: [UInt8]) throws(PlayerCommandError) -> Order? {
        guard payload.count <= Self.maximumOrder else { throw .wrongParameters("The order is too long.") }
        let text = String(decoding: payload, as: UTF8.self)
        switch topic {
        case Self.homeAssistant: return text == "online" ? .announce : nil
        case self.topic("volume/set"):
            guard let volume = Double(text), (0...100).contains(volume) else {
                throw .wrongParameters("The volume must be a number from 0 to 100.")
            }
            return .player(.setVolume(volume / 100))
        case self.topic("station/set"):
            guard let station = stations.first(where: { Self.short($0.name) == text }) else {
                return .player(.play(PlayRequest(.named(text))))
            }
            return .player(.play(PlayRequest(.stations([station]))))
        case self.topic("command"):
            if let command = Self.words[text] { return .player(command) }
            return .player(try CommandRequest.read(payload))
        default: return nil
        }
    }

    // MARK: Home Assistant

    /// The name of the device in Home Assistant's topics and entities.
    private var device: String {
        String(options.topic.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? Character($0.lowercased()) : "_" })
    }

    /// The topic of the discovery.
    var discoveryTopic: String { "homeassistant/device/\(device)/config" }

    /// The device with its entities, as Home Assistant's discovery describes them.
    /// - Parameter current: the station that plays, which must be one of those to choose from.
    func discovery(current: String?) -> String {
        var names: [String] = []
        for name in stations.map({ Self.short($0.name) }) + [current ?? ""] where !name.isEmpty && !names.contains(name)
        {
            names.append(name)
        }
        var parts: [JSONNode.Member] = []
        func add(_ id: String, _ platform: String, _ name: String, _ icon: String, _ more: [JSONNode.Member]) {
            parts.append(.init(name: id, value: .object(part(id, platform, name, icon) + more)))
        }
        add("status", "sensor", "Status", "radio", [text("state_topic", topic("status"))])
        add(
            "title", "sensor", "Title", "music-note",
            [text("state_topic", topic("title")), text("json_attributes_topic", topic("title/attributes"))])
        add(
            "station", "select", "Station", "radio-tower",
            [
                text("state_topic", topic("station")), text("command_topic", topic("station/set")),
                .init(name: "options", value: .array(names.map { .string($0) })),
            ])
        add(
            "volume", "number", "Volume", "volume-high",
            [
                text("state_topic", topic("volume")), text("command_topic", topic("volume/set")),
                .init(name: "min", value: .int(0)), .init(name: "max", value: .int(100)),
                text("unit_of_measurement", "%"),
            ])
        for (word, name, icon) in [
            ("play", "Play", "play"), ("pause", "Pause", "pause"), ("stop", "Stop", "stop"),
            ("next", "Next", "skip-next"), ("previous", "Previous", "skip-previous"), ("live", "Live", "broadcast"),
            ("like", "Like", "heart"), ("keep", "Keep", "content-save"),
        ] {
            add(word, "button", name, icon, [text("command_topic", topic("command")), text("payload_press", word)])
        }
        return JSONNode.members([
            "device": .object(
                [
                    .init(name: "identifiers", value: .array([.string(device)])), text("name", "Longwave"),
                    text("manufacturer", "Longwave"), text("sw_version", options.version),
                ] + (page.map { [text("configuration_url", $0)] } ?? [])),
            "origin": .object([text("name", "longwave"), text("sw_version", options.version)]),
            "availability_topic": .string(topic("availability")), "components": .object(parts),
        ]).text()
    }

    private func text(_ name: String, _ text: String) -> JSONNode.Member { .init(name: name, value: .string(text)) }

    private func part(_ id: String, _ platform: String, _ name: String, _ icon: String) -> [JSONNode.Member] {
        [
            text("platform", platform), text("unique_id", "\(device)_\(id)"),
            text("default_entity_id", "\(platform).\(device)_\(id)"), text("name", name), text("icon", "mdi:" + icon),
        ]
    }
}
