import RadioFormats
import RadioJSON
import RadioPlayer

/// Commands as the method and the parameters of a JSON-RPC 2.0 request (docs/JSON.md, version 1).
extension PlayerCommand {
    /// The command's method and parameters.
    package var request: (method: String, params: JSONNode) {
        func on(_ isOn: Bool?) -> JSONNode { isOn.map { .members(["on": .bool($0)]) } ?? .object([]) }
        return switch self {
        case .play(let request): ("play", request.json)
        case .pause: ("pause", .object([]))
        case .toggle: ("toggle", .object([]))
        case .stop: ("stop", .object([]))
        case .next: ("next", .object([]))
        case .previous: ("previous", .object([]))
        case .setVolume(let volume): ("volume", .members(["to": .number(volume)]))
        case .changeVolume(let change): ("volume", .members(["by": .number(change)]))
        case .mute(let isMuted): ("mute", on(isMuted))
        case .seek(.to(let seconds)): ("seek", .members(["to": .number(seconds)]))
        case .seek(.by(let seconds)): ("seek", .members(["by": .number(seconds)]))
        case .seek(.title(let offset)): ("seek", .members(["title": .int(Int64(offset))]))
        case .seek(.live): ("seek", .members(["live": .bool(true)]))
        case .setRate(let rate): ("rate", .members(["to": .number(rate)]))
        case .setEqualiser(let text): ("equaliser", .members(["to": .string(text)]))
        case .scan(let direction):
            ("scan", direction.map { .members(["direction": .string($0.rawValue)]) } ?? .object([]))
        case .keep(let span): ("keep", span.map { .members(["last": .seconds($0)]) } ?? .object([]))
        case .record(let isOn): ("record", on(isOn))
        case .like(let isLiked): ("like", on(isLiked))
        case .enqueue(let source, let isNext):
            ("queue.add", .object(source.members + [.init(name: "next", value: .bool(isNext))]))
        case .remove(let entry): ("queue.remove", entry.json)
        case .move(let from, let to):
            ("queue.move", .members(["from": .int(Int64(from)), "to": .int(Int64(to))]))
        case .moveEntry(let id, let step):
            ("queue.move", .members(["entry": .int(Int64(clamping: id)), "by": .int(Int64(step))]))
        case .playEntry(let entry): ("queue.play", entry.json)
        case .clearQueue: ("queue.clear", .object([]))
        case .shuffle(let isOn): ("shuffle", on(isOn))
        case .repeatQueue(let mode): ("repeat", .members(["mode": .string(mode.rawValue)]))
        case .interrupt(let isOn): ("interrupt", on(isOn))
        case .sleep(let duration): ("sleep", duration.map { .members(["after": .seconds($0)]) } ?? .object([]))
        case .announce(let what, let ducking, let date):
            (
                "announce",
                .object(
                    [.init(name: "what", value: .string(what))]
                        + [("duck", ducking.map { .number($0) }), ("at", date.map { .string($0.rfc3339) })]
                        .compactMap { name, value in value.map { .init(name: name, value: $0) } })
            )
        case .snooze(let duration): ("snooze", duration.map { .members(["for": .seconds($0)]) } ?? .object([]))
        case .useDevice(let name): ("device", .members(["name": .string(name)]))
        }
    }

    /// Reads the command of a method.
    /// - Parameter params: the parameters. Those that belong to the command are removed.
    /// - Throws: ``PlayerCommandError`` for an unknown method or wrong parameters.
    package init(_ method: String, _ params: inout RequestParameters) throws(PlayerCommandError) {
        self =
            switch method {
            case "play": .play(try PlayRequest(&params))
            case "pause": .pause
            case "toggle": .toggle
            case "stop": .stop
            case "next": .next
            case "previous": .previous
            case "volume": try Self.volume(&params)
            case "mute": .mute(try params.bool("on"))
            case "seek": .seek(try Self.seek(&params))
            case "rate": .setRate(try params.required(try params.number("to", in: 0.5...3), "to"))
            case "equaliser": .setEqualiser(try params.required(try params.text("to"), "to"))
            case "keep": .keep(try params.number("last", in: 1...86_400).map { .seconds($0) })
            case "record": .record(try params.bool("on"))
            case "like": .like(try params.bool("on"))
            case "queue.add":
                .enqueue(
                    try params.required(try PlayRequest.Source(&params), "what"),
                    isNext: try params.bool("next") ?? false)
            case "queue.remove": .remove(try Self.entry(&params))
            case "queue.move": try Self.move(&params)
            case "queue.play": .playEntry(try Self.entry(&params))
            case "queue.clear": .clearQueue
            case "shuffle": .shuffle(try params.bool("on"))
            case "repeat": .repeatQueue(try params.required(try params.repeatMode("mode"), "mode"))
            case "interrupt": .interrupt(try params.required(try params.bool("on"), "on"))
            case "sleep": .sleep(try params.number("after", in: 1...86_400).map { .seconds($0) })
            case "announce":
                .announce(
                    try params.required(try params.text("what"), "what"),
                    ducking: try params.number("duck", in: 0...60), at: try params.date("at"))
            case "snooze": .snooze(try params.number("for", in: 1...86_400).map { .seconds($0) })
            case "device": .useDevice(try params.required(try params.text("name"), "name"))
            case "scan": .scan(try Self.scan(&params))
            default: throw .unknownMethod(method)
            }
    }

    private static func volume(_ params: inout RequestParameters) throws(PlayerCommandError) -> PlayerCommand {
        switch (try params.number("to", in: 0...1), try params.number("by", in: -1...1)) {
        case (let volume?, nil): .setVolume(volume)
        case (nil, let change?): .changeVolume(change)
        default: throw .wrongParameters("volume needs either to or by.")
        }
    }

    private static func entry(_ params: inout RequestParameters) throws(PlayerCommandError) -> Entry {
        if let id = try params.entryID() { return .id(id) }
        return .at(try params.required(try params.place("at"), "at or entry"))
    }

    private static func move(_ params: inout RequestParameters) throws(PlayerCommandError) -> PlayerCommand {
        guard let id = try params.entryID() else {
            return .move(
                from: try params.required(try params.place("from"), "from"),
                to: try params.required(try params.place("to"), "to"))
        }
        let most = Double(PlaybackQueue.maximumCount)
        return .moveEntry(id, by: Int(nearest: try params.required(try params.number("by", in: -most...most), "by")))
    }

    private static func seek(_ params: inout RequestParameters) throws(PlayerCommandError) -> Seek {
        let wishes: [Seek] = [
            try params.number("to", in: -1e12...1e12).map { .to($0) },
            try params.number("by", in: -1e9...1e9).map { .by($0) },
            try params.number("title", in: -1000...1000).map { .title(Int(nearest: $0)) },
            try params.bool("live") == true ? .live : nil,
        ].compactMap(\.self)
        guard wishes.count == 1 else { throw .wrongParameters("seek needs one of to, by, title, live.") }
        return wishes[0]
    }

    private static func scan(_ params: inout RequestParameters) throws(PlayerCommandError) -> ScanDirection? {
        guard let text = try params.text("direction") else { return nil }
        guard let direction = ScanDirection(rawValue: text) else {
            throw .wrongParameters("direction must be forward or backward.")
        }
        return direction
    }
}

extension PlayerCommand.Entry {
    fileprivate var json: JSONNode {
        switch self {
        case .at(let place): .members(["at": .int(Int64(place))])
        case .id(let id): .members(["entry": .int(Int64(clamping: id))])
        }
    }
}

extension PlayRequest {
    fileprivate var json: JSONNode {
        var members = source?.members ?? []
        func add(_ name: String, _ value: JSONNode?) {
            if let value { members.append(.init(name: name, value: value)) }
        }
        add("shuffle", isShuffled.map { .bool($0) })
        add("repeat", repeatMode.map { .string($0.rawValue) })
        if isSeamless { add("seamless", .bool(true)) }
        return .object(members)
    }

    fileprivate init(_ params: inout RequestParameters) throws(PlayerCommandError) {
        self.init(try Source(&params))
        isShuffled = try params.bool("shuffle")
        repeatMode = try params.repeatMode("repeat")
        isSeamless = try params.bool("seamless") ?? false
    }
}

extension PlayRequest.Source {
    var members: [JSONNode.Member] {
        switch self {
        case .named(let text): [.init(name: "what", value: .string(text))]
        case .query(let text): [.init(name: "query", value: .string(text))]
        case .playlist(let name): [.init(name: "playlist", value: .string(name))]
        case .programme(let name): [.init(name: "programme", value: .string(name))]
        case .stations(let stations, let index):
            [
                .init(name: "station", value: .array(Self.window(stations, around: index).map(Self.json))),
                .init(name: "index", value: .int(Int64(min(index, Self.maximumStations / 2)))),
            ]
        }
    }

    /// The largest number of stations in a request. A line of the protocol can have 8 MiB.
    private static let maximumStations = 4000

    /// Returns the stations around the one at an index, which comes after at most ``maximumStations`` / 2 others.
    private static func window(_ stations: [Station], around index: Int) -> ArraySlice<Station> {
        let first = max(index - maximumStations / 2, 0)
        return stations.dropFirst(first).prefix(maximumStations)
    }

    /// A station without its descriptions, which may be long.
    private static func json(_ station: Station) -> JSONNode {
        var station = station
        (station.summary, station.longDescription) = (nil, nil)
        return StationJSON.portable(station)
    }

    /// Reads the source that the parameters name; nil if they name none.
    init?(_ params: inout RequestParameters) throws(PlayerCommandError) {
        var sources: [Self] = [
            try params.text("what").map { .named($0) }, try params.text("query").map { .query($0) },
            try params.text("playlist").map { .playlist($0) }, try params.text("programme").map { .programme($0) },
        ].compactMap(\.self)
        if let stations = try params.stations() {
            sources.append(.stations(stations, startingAt: try params.place("index") ?? 0))
        }
        guard sources.count < 2 else {
            throw .wrongParameters("\(params.method) accepts only one of what, query, playlist, programme, station.")
        }
        guard let source = sources.first else { return nil }
        self = source
    }
}
