import Longwave
import RadioJSON

/// The state of a player. The shared player restores its own state after a restart, and continues with the state that
/// another player hands over.
///
/// The state is stored as a JSON document that is also a station list.
package struct SharedPlayerState: Hashable, Sendable {
    var items: [PlaybackItem] = []
    /// The current item's index in ``items``.
    var index = 0
    /// If the queue is shuffled, the indices in ``items`` in the order in which the items were added; otherwise nil.
    var order: [Int]?
    var repeatMode = PlaybackQueue.RepeatMode.none
    var skipsFailedItems = false
    /// Whether the items are stations rather than files. Only a station is stored in the listening journal as heard
    /// last.
    var isOfStations = true
    /// Whether the player was playing, not paused or stopped.
    package var isPlaying = false
    /// The name of the programme that played; nil for none. A restart plays it again.
    var programme: String?
    /// The position in the current item if it is a file, in seconds; nil for a station.
    var position: Double?
    /// The volume, 0…1; nil if the stored state contains none.
    var volume: Double?
    /// The time up to which the schedule's alarms have rung, in seconds since 1970-01-01T00:00:00Z.
    var scheduleSeen: Int64?
    /// What else goes along when another player takes over. A restart does not restore it.
    var isMuted: Bool?
    var rate: Double?
    var equaliser: Equaliser?
    var sleep: Duration?

    static let version = 1
    /// The largest number of items that are stored. If the queue is longer, only its current item is stored.
    static let maximumItems = 20_000

    init() {}

    /// Reads a stored state.
    /// - Throws: ``Unreadable`` if the bytes are not a stored state.
    init(_ bytes: [UInt8]) throws(Unreadable) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(bytes) } catch { throw Unreadable(reason: "\(error)") }
        guard value["version"]?.integer == Self.version else {
            throw Unreadable(reason: "another version of Longwave wrote it")
        }
        func flag(_ name: String) -> Bool { value[name] == .bool(true) }
        repeatMode = value["repeat"]?.string.flatMap { .init(rawValue: $0) } ?? .none
        (isOfStations, isPlaying, skipsFailedItems) = (flag("stations"), flag("playing"), flag("skipsFailedItems"))
        volume = value["volume"]?.number.flatMap { (0...1).contains($0) ? $0 : nil }
        scheduleSeen = value["scheduleSeen"]?.integer.map { Int64($0) }
        programme = value["programme"]?.string
        if case .bool(let muted)? = value["muted"] { isMuted = muted }
        rate = value["rate"]?.number.flatMap { (0.5...3).contains($0) ? $0 : nil }
        equaliser = value["equaliser"]?.string.flatMap(Equaliser.init)
        sleep = value["sleep"]?.number.flatMap { (1...86_400).contains($0) ? .seconds($0) : nil }
        guard case .array(let entries)? = value["station"], !entries.isEmpty else { return }
        do throws(StationListError) { items = try StationJSON.stations(entries).map(PlaybackItem.init) } catch {
            throw Unreadable(reason: "\(error)")
        }
        // If the reader left out an invalid entry, the stored indices and the position may belong to other items.
        guard items.count == entries.count else { return }
        index = value["index"]?.integer ?? 0
        if !items.indices.contains(index) { index = 0 }
        position = value["position"]?.number.flatMap { $0 > 0 ? $0 : nil }
        guard case .array(let places)? = value["order"] else { return }
        let order = places.compactMap(\.integer)
        if order.count == items.count, Set(order) == Set(items.indices) { self.order = order }
    }

    /// Why bytes are not a stored state.
    struct Unreadable: Error, Hashable {
        var reason: String
    }

    var bytes: [UInt8] { Array((json.text() + "\n").utf8) }

    package var json: JSONNode {
        let kept = items.count <= Self.maximumItems
        let shown = kept ? items : [items[index]]
        var members: [JSONNode.Member] = []
        func add(_ name: String, _ value: JSONNode) { members.append(.init(name: name, value: value)) }
        add("version", .int(Int64(Self.version)))
        add("playing", .bool(isPlaying))
        add("stations", .bool(isOfStations))
        add("index", .int(Int64(kept ? index : 0)))
        add("repeat", .string(repeatMode.rawValue))
        add("skipsFailedItems", .bool(skipsFailedItems))
        if let programme { add("programme", .string(programme)) }
        if let volume { add("volume", .number(volume)) }
        if let scheduleSeen { add("scheduleSeen", .int(scheduleSeen)) }
        if let isMuted { add("muted", .bool(isMuted)) }
        if let rate { add("rate", .number(rate)) }
        if let equaliser { add("equaliser", .string(equaliser.text)) }
        if let sleep { add("sleep", .seconds(sleep)) }
        if let position { add("position", .number(position)) }
        if kept, let order { add("order", .array(order.map { .int(Int64($0)) })) }
        add("station", .array(shown.map { StationJSON.portable($0.station) }))
        return .object(members)
    }
}

extension SharedPlayerState {
    /// Creates the state that another player takes over.
    package init(_ radio: Radio, on manager: isolated PlaybackManager) {
        self.init(manager, isOfStations: radio.playsStations(on: manager))
        let state = radio.playerState(on: manager)
        (isMuted, rate, sleep) = (state.snapshot.isMuted, state.snapshot.rate, state.sleep)
        equaliser = manager.equaliser
    }

    /// Creates the state from a running player's queue, position and volume.
    /// - Parameter isOfStations: whether the queue contains stations rather than files.
    package init(_ manager: isolated PlaybackManager, isOfStations: Bool) {
        let (snapshot, queue) = (manager.snapshot, manager.queue)
        (items, index, order) = (queue.items, queue.index, queue.order)
        (repeatMode, skipsFailedItems) = (queue.repeatMode, queue.skipsFailedItems)
        self.isOfStations = isOfStations
        programme = snapshot.programme?.name
        isPlaying = snapshot.intent == .playing && !manager.isAtRest
        // The position is in whole seconds, because a finer one would change the state with every snapshot.
        position = snapshot.stream?.duration == nil ? nil : snapshot.currentTime.seconds.rounded(.down)
        volume = snapshot.volume
    }

    /// The stored items as a queue, with their order, repeat mode, and whether the queue skips failed items.
    var queue: PlaybackQueue {
        var queue = PlaybackQueue(items, startingAt: index)
        (queue.repeatMode, queue.skipsFailedItems, queue.order) = (repeatMode, skipsFailedItems, order)
        return queue
    }
}
