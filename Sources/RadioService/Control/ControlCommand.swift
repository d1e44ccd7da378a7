import RadioJSON
import RadioPlayer

/// A client's request to the shared player: `method` and `params` of a JSON-RPC 2.0 request.
///
/// docs/JSON.md describes version 1 of the protocol.
package enum ControlCommand: Hashable, Sendable {
    package static let version = 1

    /// Asks for the versions of the protocol and of the program.
    case hello
    case status
    /// Asks for the player's current snapshot, and for a notification of every later event.
    case subscribe
    case play(PlayRequest)
    case pause, toggle, stop, next, previous
    /// Sets the volume, 0…1.
    case setVolume(Double)
    /// Adds a number from −1 to 1 to the volume, where 1 is full volume.
    case changeVolume(Double)
    /// Mutes (true), unmutes (false), or switches between the two states (nil).
    case mute(Bool?)
    case seek(Seek)
    case setRate(Double)
    /// Saves past sound as a file: the last sound of this duration, or the title that is heard (nil).
    case keep(Duration?)
    /// Starts a recording (true), stops it (false), or switches between the two states (nil).
    case record(Bool?)
    case like(Bool?)
    case listQueue
    case enqueue(String, isNext: Bool)
    /// Removes the queue's entry at this index, counted from 0.
    case remove(Int)
    case move(from: Int, to: Int)
    case playEntry(Int)
    case clearQueue
    case shuffle(Bool?)
    case repeatQueue(PlaybackQueue.RepeatMode)
    /// Begins (true) or ends (false) an interruption. Meanwhile, the player is silent so that another program can be
    /// heard.
    case interrupt(Bool)
    /// Starts a sleep timer, which stops the player after this duration; nil cancels the sleep timer.
    case sleep(Duration?)
    /// Lists the sound server's output devices.
    case listDevices
    /// Plays on the first output device whose name or description matches this name or pattern.
    case useDevice(String)
    /// Begins fast forward or rewind; nil ends fast forward or rewind.
    case scan(ScanDirection?)
    /// Begins (true) or ends (false) the notifications of sound levels to this client.
    case levels(Bool)
    /// Silences the shared player while this client plays sound itself, until the client disconnects.
    case claim
    /// Continues the queue of another player from the same item and position. The other player then ends.
    case takeOver(SharedPlayerState)

    /// A request to play.
    ///
    /// A request that names no station, query or playlist continues a paused player or plays the queue. If the queue is
    /// empty, the request plays the last heard station or address.
    package struct PlayRequest: Hashable, Sendable {
        /// What to play: a station's name, an address, or the full path of a file.
        package var what: String?
        /// A query for the stations to play (docs/CLI.md).
        package var query: String?
        /// The name of the playlist to play.
        package var playlist: String?
        package var isShuffled: Bool?
        package var repeatMode: PlaybackQueue.RepeatMode?
        /// Whether the current item is heard until the new item can be heard. If the new item fails, the current item
        /// continues.
        package var isSeamless = false

        package init(
            what: String? = nil, query: String? = nil, playlist: String? = nil, isShuffled: Bool? = nil,
            repeatMode: PlaybackQueue.RepeatMode? = nil, isSeamless: Bool = false
        ) {
            self.isSeamless = isSeamless
            self.what = what
            self.query = query
            self.playlist = playlist
            self.isShuffled = isShuffled
            self.repeatMode = repeatMode
        }

        var namesNothing: Bool { what == nil && query == nil && playlist == nil }
    }

    /// A change of the heard position.
    package enum Seek: Hashable, Sendable {
        /// Moves to a position in the current item, in seconds.
        case to(Double)
        /// Moves forward from the heard position by a number of seconds; a negative number moves back.
        case by(Double)
        /// Moves forward from the title that is heard by a number of titles; a negative number moves back.
        case title(Int)
        /// Moves to the live edge.
        case live
    }
}

extension ControlCommand {
    /// Converts the method and the parameters of a JSON-RPC request to a command.
    /// - Throws: ``ControlError`` for an unknown method or wrong parameters.
    package init(method: String, _ params: JSONValue) throws(ControlError) {
        var params = try Parameters(method, params)
        self = try Self.read(method, &params)
        try params.finish()
    }

    /// Returns the command for a method. Removes the command's parameters from `params`.
    private static func read(_ method: String, _ params: inout Parameters) throws(ControlError) -> ControlCommand {
        switch method {
        case "hello": .hello
        case "status": .status
        case "subscribe": .subscribe
        case "play": .play(try play(&params))
        case "pause": .pause
        case "toggle": .toggle
        case "stop": .stop
        case "next": .next
        case "previous": .previous
        case "volume": try volume(&params)
        case "mute": .mute(try params.bool("on"))
        case "seek": .seek(try seek(&params))
        case "rate": .setRate(try params.required(try params.number("to", in: 0.5...3), "to"))
        case "keep": .keep(try params.number("last", in: 1...86_400).map { .seconds($0) })
        case "record": .record(try params.bool("on"))
        case "like": .like(try params.bool("on"))
        case "queue.list": .listQueue
        case "queue.add":
            .enqueue(
                try params.required(try params.text("what"), "what"), isNext: try params.bool("next") ?? false)
        case "queue.remove": .remove(try params.place("at"))
        case "queue.move": .move(from: try params.place("from"), to: try params.place("to"))
        case "queue.play": .playEntry(try params.place("at"))
        case "queue.clear": .clearQueue
        case "shuffle": .shuffle(try params.bool("on"))
        case "repeat":
            .repeatQueue(try params.required(try repeatMode("mode", &params), "mode"))
        case "interrupt": .interrupt(try params.required(try params.bool("on"), "on"))
        case "sleep": .sleep(try params.number("after", in: 1...86_400).map { .seconds($0) })
        case "devices": .listDevices
        case "device": .useDevice(try params.required(try params.text("name"), "name"))
        case "scan": .scan(try scan(&params))
        case "levels": .levels(try params.required(try params.bool("on"), "on"))
        case "claim": .claim
        case "takeOver": .takeOver(try state(&params))
        default: throw ControlError(.unknownMethod, kind: "unknownMethod", "Unknown method \"\(method)\".")
        }
    }

    private static func volume(_ params: inout Parameters) throws(ControlError) -> ControlCommand {
        switch (try params.number("to", in: 0...1), try params.number("by", in: -1...1)) {
        case (let volume?, nil): .setVolume(volume)
        case (nil, let change?): .changeVolume(change)
        default: throw .wrongParameters("volume needs either to or by.")
        }
    }

    private static func seek(_ params: inout Parameters) throws(ControlError) -> Seek {
        let wishes: [Seek] = [
            try params.number("to", in: -1e12...1e12).map { .to($0) },
            try params.number("by", in: -1e9...1e9).map { .by($0) },
            try params.number("title", in: -1000...1000).map { .title(Int($0)) },
            try params.bool("live") == true ? .live : nil,
        ].compactMap(\.self)
        guard wishes.count == 1 else { throw .wrongParameters("seek needs one of to, by, title, live.") }
        return wishes[0]
    }

    private static func scan(_ params: inout Parameters) throws(ControlError) -> ScanDirection? {
        guard let text = try params.text("direction") else { return nil }
        guard let direction = ScanDirection(rawValue: text) else {
            throw .wrongParameters("direction must be forward or backward.")
        }
        return direction
    }

    private static func play(_ params: inout Parameters) throws(ControlError) -> PlayRequest {
        let request = PlayRequest(
            what: try params.text("what"), query: try params.text("query"), playlist: try params.text("playlist"),
            isShuffled: try params.bool("shuffle"), repeatMode: try repeatMode("repeat", &params),
            isSeamless: try params.bool("seamless") ?? false)
        guard [request.what, request.query, request.playlist].compactMap(\.self).count < 2 else {
            throw .wrongParameters("play accepts only one of what, query, playlist.")
        }
        return request
    }

    private static func state(_ params: inout Parameters) throws(ControlError) -> SharedPlayerState {
        let value = try params.required(params.value("state"), "state")
        do throws(SharedPlayerState.Unreadable) { return try SharedPlayerState(Array(value.text.utf8)) } catch {
            throw .wrongParameters("state is not the state of a player: \(error.reason).")
        }
    }

    private static func repeatMode(
        _ name: String, _ params: inout Parameters
    ) throws(ControlError) -> PlaybackQueue.RepeatMode? {
        guard let text = try params.text(name) else { return nil }
        guard let mode = PlaybackQueue.RepeatMode(rawValue: text) else {
            throw .wrongParameters("\(name) must be none, one or all.")
        }
        return mode
    }

    /// The members of a request's `params`. Reading a member removes it. ``finish()`` refuses the request if any member
    /// was not read.
    private struct Parameters {
        private let method: String
        private var members: [String: JSONValue]

        init(_ method: String, _ params: JSONValue) throws(ControlError) {
            self.method = method
            switch params {
            case .object(let members): self.members = members
            case .null: members = [:]
            default: throw .wrongParameters("params must be an object.")
            }
        }

        /// Throws an error if a member of `params` was not read, because the method has no such parameter.
        func finish() throws(ControlError) {
            if let name = members.keys.min() { throw .wrongParameters("\(method) has no parameter \"\(name)\".") }
        }

        private mutating func take(_ name: String) -> JSONValue? {
            let value = members.removeValue(forKey: name)
            return value == .null ? nil : value
        }

        mutating func value(_ name: String) -> JSONValue? { take(name) }

        mutating func text(_ name: String) throws(ControlError) -> String? {
            guard let value = take(name) else { return nil }
            guard let text = value.string, !text.isEmpty else {
                throw .wrongParameters("\(name) must be a nonempty string.")
            }
            return text
        }

        mutating func bool(_ name: String) throws(ControlError) -> Bool? {
            guard let value = take(name) else { return nil }
            guard case .bool(let isTrue) = value else { throw .wrongParameters("\(name) must be true or false.") }
            return isTrue
        }

        mutating func number(_ name: String, in range: ClosedRange<Double>) throws(ControlError) -> Double? {
            guard let value = take(name) else { return nil }
            guard let number = value.number, range.contains(number) else {
                throw .wrongParameters("\(name) must be a number from \(range.lowerBound) to \(range.upperBound).")
            }
            return number
        }

        mutating func place(_ name: String) throws(ControlError) -> Int {
            Int(try required(try number(name, in: 0...Double(PlaybackQueue.maximumCount)), name))
        }

        func required<Value>(_ value: Value?, _ name: String) throws(ControlError) -> Value {
            guard let value else { throw .wrongParameters("\(method) needs \(name).") }
            return value
        }
    }
}
