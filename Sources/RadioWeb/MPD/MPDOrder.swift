import Longwave

/// The commands of MPD that change what the player does, as commands of Longwave's player. Pure.
struct MPDOrder {
    let snapshot: PlaybackSnapshot
    let queue: PlaybackQueue

    /// The largest number of entries that one command removes or moves. Each is a change of the queue.
    static let maximumCount = 1000

    /// Returns the player's commands; nil if the command is none of these.
    func commands(_ command: MPDCommand, _ arguments: MPDArguments) throws(MPDError) -> [PlayerCommand]? {
        if let commands = try playing(command, arguments) { return commands }
        if let commands = try options(command, arguments) { return commands }
        return try editing(command, arguments)
    }

    private var isPaused: Bool { if case .paused = snapshot.status { true } else { false } }
    /// Whether the player plays or is paused.
    private var isActive: Bool { isPaused || snapshot.intent == .playing }

    private func playing(_ command: MPDCommand, _ arguments: MPDArguments) throws(MPDError) -> [PlayerCommand]? {
        switch command {
        case .play where arguments.count == 0 || arguments[0] == "-1",
            .playid where arguments.count == 0 || arguments[0] == "-1":
            return snapshot.intent == .playing && !isPaused ? [] : [.play(PlayRequest())]
        case .play: return [.playEntry(.at(try place(arguments, 0)))]
        case .playid: return [.playEntry(.id(try entry(arguments, 0).id))]
        case .pause where arguments.count == 0: return isActive ? [.toggle] : []
        case .pause:
            let pauses = try arguments.bool(0)
            return isActive && pauses != isPaused ? [pauses ? .pause : .play(PlayRequest())] : []
        case .stop: return [.stop]
        case .next, .previous:
            guard isActive else { throw .notPlaying }
            return [command == .next ? .next : .previous]
        case .seek, .seekid:
            let place = try command == .seek ? place(arguments, 0) : place(of: entry(arguments, 0).id)
            let seconds = try arguments.seconds(1)
            return place == queue.index && isActive ? [.seek(.to(seconds))] : [.playEntry(.at(place))]
        case .seekcur:
            let seconds = try arguments.seconds(0)
            guard isActive else { throw .notPlaying }
            return [.seek("+-".contains(arguments[0].prefix(1)) ? .by(seconds) : .to(seconds))]
        default: return nil
        }
    }

    private func options(_ command: MPDCommand, _ arguments: MPDArguments) throws(MPDError) -> [PlayerCommand]? {
        switch command {
        case .setvol: return volume(Double(try arguments.int(0, in: 0...100)) / 100)
        case .volume: return volume(snapshot.volume + Double(try arguments.int(0, in: -100...100)) / 100)
        // Only a repeated queue can repeat one song.
        case .repeat:
            let isOn = try arguments.bool(0)
            return isOn == (queue.repeatMode != .none) ? [] : [.repeatQueue(isOn ? .all : .none)]
        case .single:
            if arguments[0] == "oneshot" { return try unsupported(true) }
            guard ["0", "1"].contains(arguments[0]) else {
                throw MPDError(.argument, "Unrecognized single mode, expected 0, 1, or oneshot")
            }
            let isOn = arguments[0] == "1"
            return isOn == (queue.repeatMode == .one) ? [] : [.repeatQueue(isOn ? .one : .all)]
        case .random: return [.shuffle(try arguments.bool(0))]
        case .shuffle: return [.shuffle(true)]
        case .consume: return try unsupported(arguments.bool(0))
        case .crossfade, .mixrampdelay: return try unsupported(arguments.seconds(0) > 0)
        case .mixrampdb: return []
        case .replayGainMode: return try unsupported(arguments[0] != "off")
        case .enableoutput, .disableoutput, .toggleoutput:
            guard try arguments.int(0) == 0 else { throw MPDError(.missing, "No such audio output") }
            return [.mute(command == .toggleoutput ? nil : command == .disableoutput)]
        default: return nil
        }
    }

    /// A client that mutes sets the volume to 0, and back later.
    private func volume(_ volume: Double) -> [PlayerCommand] {
        (snapshot.isMuted && volume > 0 ? [.mute(false)] : []) + [.setVolume(min(max(volume, 0), 1))]
    }

    private func unsupported(_ isWanted: Bool) throws(MPDError) -> [PlayerCommand] {
        if isWanted { throw MPDError(.argument, "Longwave cannot do this") }
        return []
    }

    private func editing(_ command: MPDCommand, _ arguments: MPDArguments) throws(MPDError) -> [PlayerCommand]? {
        switch command {
        case .clear: return [.stop, .clearQueue]
        case .delete:
            let range = try arguments.range(0, of: count)
            if range.count == count { return [.stop, .clearQueue] }
            return try limited(range).reversed().map { .remove(.at($0)) }
        case .deleteid: return [.remove(.id(try entry(arguments, 0).id))]
        case .move:
            let range = try arguments.range(0, of: count)
            return try move(range, to: arguments)
        case .moveid:
            let place = place(of: try entry(arguments, 0).id)
            return try move(place..<place + 1, to: arguments)
        case .swap: return swap(try place(arguments, 0), try place(arguments, 1))
        case .swapid: return swap(place(of: try entry(arguments, 0).id), place(of: try entry(arguments, 1).id))
        default: return nil
        }
    }

    private var count: Int { queue.entries.count }

    private func place(_ arguments: MPDArguments, _ index: Int) throws(MPDError) -> Int {
        let place = try arguments.int(index, in: Int.min...Int.max)
        guard queue.entries.indices.contains(place) else { throw .badIndex }
        return place
    }

    private func entry(_ arguments: MPDArguments, _ index: Int) throws(MPDError) -> PlaybackQueue.Entry {
        let id = try arguments.id(index)
        guard let entry = queue.entries.first(where: { $0.id == id }) else { throw .noSong }
        return entry
    }

    private func place(of id: UInt64) -> Int { queue.place(of: id) ?? 0 }

    private func limited(_ range: Range<Int>) throws(MPDError) -> Range<Int> {
        guard range.count <= Self.maximumCount else {
            throw MPDError(.argument, "Number too large: \(range.count) at once, at most \(Self.maximumCount)")
        }
        return range
    }

    private func move(_ range: Range<Int>, to arguments: MPDArguments) throws(MPDError) -> [PlayerCommand] {
        let isRelative = "+-".contains(arguments[1].prefix(1))
        var target = try arguments.place(1, current: queue.isEmpty ? nil : queue.index, count: count)
        // A place beside the current entry counts without the entries that move.
        if isRelative, range.lowerBound < target { target -= range.count }
        guard target >= 0, target + range.count <= count else {
            throw MPDError(.argument, "Number too large: \(arguments[1])")
        }
        return try Self.moves(limited(range), to: target)
    }

    /// Returns the moves, one entry after the other, after which the first entry of the range is at `target`.
    static func moves(_ range: Range<Int>, to target: Int) -> [PlayerCommand] {
        if target == range.lowerBound { return [] }
        return range.indices.map { _ in
            // Each entry leaves the range at the same end, and the next takes its place.
            target < range.lowerBound ? (range.upperBound - 1, target) : (range.lowerBound, target + range.count - 1)
        }.map { .move(from: $0.0, to: $0.1) }
    }

    private func swap(_ one: Int, _ other: Int) -> [PlayerCommand] {
        let (low, high) = (min(one, other), max(one, other))
        if low == high { return [] }
        return [.move(from: low, to: high)] + (high - 1 == low ? [] : [.move(from: high - 1, to: low)])
    }
}
