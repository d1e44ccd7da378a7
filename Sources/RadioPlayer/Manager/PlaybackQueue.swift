import RadioFormats

/// The items to play, in order, and which of them is current. Pure.
///
/// A queue has two orders: the order in which items were added, and the order of playing. The two are the same until
/// the queue is shuffled. A shuffled queue remembers the order of adding, so that shuffling can be undone. A place is
/// an entry's index in the order of playing, counted from 0.
public struct PlaybackQueue: Hashable, Sendable {
    /// One item at one place. The same item may be in a queue twice.
    public struct Entry: Hashable, Sendable, Identifiable {
        public let id: UInt64
        public internal(set) var item: PlaybackItem
        /// Why the item could not be played last time; nil if it was not played yet, or was heard since.
        public internal(set) var failure: PlaybackError?
    }

    /// What plays after the end of an item or of the queue.
    public enum RepeatMode: String, Hashable, Sendable, CaseIterable, Codable {
        case none, one, all
    }

    /// The largest number of items in a queue.
    public static let maximumCount = 100_000

    /// The entries in the order of playing.
    public private(set) var entries: [Entry] = []
    /// The current entry's place; 0 if the queue is empty.
    public private(set) var index = 0
    public var repeatMode = RepeatMode.none
    /// Whether the order of playing is not the order in which items were added.
    public var isShuffled: Bool { original != nil }
    /// Whether the queue moves on after any item that fails.
    ///
    /// If false, the queue moves on only from a failed item that ``next()`` or ``previous()`` reached and that was
    /// never heard, because nobody chose exactly that item.
    public var skipsFailedItems = false

    /// How the current entry became current.
    private enum Arrival: Hashable {
        /// A person chose exactly this entry, or it has been heard since.
        case chosen
        case next
        case previous
        /// The entry followed automatically, because the previous entry ended or reached the time limit.
        case followed
    }

    private var arrival = Arrival.chosen
    /// The id of the entry that was heard last.
    private var heardID: Entry.ID?
    /// The ids in the order in which items were added; nil if the queue is not shuffled.
    private var original: [UInt64]?
    private var lastID: UInt64 = 0

    public init() {}

    /// - Parameters:
    ///   - items: the items to play; those beyond ``maximumCount`` are left out.
    ///   - index: the place of the current item. A place outside the queue is replaced by the nearest place.
    public init(_ items: [PlaybackItem], startingAt index: Int = 0) {
        self.init(items, startingAt: index, after: Self())
    }

    /// Makes a queue that replaces `other`. No entry has an id that `other` has used.
    init(_ items: [PlaybackItem], startingAt index: Int, after other: PlaybackQueue) {
        lastID = other.lastID
        entries = made(items.prefix(Self.maximumCount))
        self.index = items.isEmpty ? 0 : min(max(index, 0), entries.count - 1)
    }

    /// Makes a copy of `other` in which no entry counts as failed. No entry has an id that `before` has used.
    init(_ other: PlaybackQueue, after before: PlaybackQueue) {
        self.init(other.items, startingAt: other.index, after: before)
        (repeatMode, skipsFailedItems, order) = (other.repeatMode, other.skipsFailedItems, other.order)
    }

    /// Returns a queue of `items` with the repeat mode of this queue. The queue is shuffled if this queue is.
    func renewed(_ items: [PlaybackItem], startingAt index: Int) -> PlaybackQueue {
        var new = PlaybackQueue(items, startingAt: index, after: self)
        new.repeatMode = repeatMode
        if isShuffled {
            var random = SystemRandomNumberGenerator()
            new.shuffle(using: &random)
        }
        return new
    }

    /// The places of the items, listed in the order in which the items were added; nil if the queue is not shuffled.
    ///
    /// A new value must name every place of the queue once.
    package var order: [Int]? {
        get {
            guard let original else { return nil }
            let places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.id, $0) })
            return original.compactMap { places[$0] }
        }
        set { original = newValue.map { $0.map { entries[$0].id } } }
    }

    /// Updates the stations of all entries.
    ///
    /// - Parameter change: receives the stations of all entries and returns as many, in the same order.
    package mutating func updateStations(_ change: ([Station]) -> [Station]) {
        for (place, station) in zip(entries.indices, change(entries.map(\.item.station))) {
            guard entries[place].item.station != station else { continue }
            entries[place].item.station = station
            entries[place].item.foundURLs = []
        }
    }

    public var items: [PlaybackItem] { entries.map(\.item) }
    public var isEmpty: Bool { entries.isEmpty }
    public var currentEntry: Entry? { entries.isEmpty ? nil : entries[index] }
    public var current: PlaybackItem? { currentEntry?.item }

    private mutating func made(_ items: some Sequence<PlaybackItem>) -> [Entry] {
        items.map { item in
            lastID += 1
            return Entry(id: lastID, item: item)
        }
    }

    // MARK: Changing the queue

    /// Returns whether there is room for `count` more items.
    public func canInsert(_ count: Int) -> Bool { count >= 0 && entries.count + count <= Self.maximumCount }

    /// Inserts items before the item at `place`, or at the end if `place` is nil. The current item stays current, even
    /// if its place changes.
    ///
    /// - Returns: false, without a change, if there is no room for all items, or the queue has no such place.
    @discardableResult
    public mutating func insert(_ items: [PlaybackItem], at place: Int? = nil) -> Bool {
        let place = place ?? entries.count
        guard canInsert(items.count), (0...entries.count).contains(place) else { return false }
        let new = made(items)
        if original != nil {
            // The new entries follow the entry before `place`, both in the order of playing and in the order of adding.
            let follows = place > 0 ? entries[place - 1].id : nil
            let spot = follows.flatMap { original?.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            original?.insert(contentsOf: new.map(\.id), at: spot)
        }
        let wasEmpty = entries.isEmpty
        entries.insert(contentsOf: new, at: place)
        if !wasEmpty, place <= index { index += new.count }
        return true
    }

    /// Inserts items after the current one. Returns false, without a change, if there is no room for all.
    @discardableResult
    public mutating func insertNext(_ items: [PlaybackItem]) -> Bool {
        insert(items, at: entries.isEmpty ? 0 : index + 1)
    }

    /// Removes an item.
    ///
    /// If the current item is removed, the item after it becomes current. If none follows, the first item becomes
    /// current with ``RepeatMode/all``, otherwise the new last item.
    /// - Returns: whether the removed item was the current one.
    @discardableResult
    public mutating func remove(at place: Int) -> Bool {
        guard entries.indices.contains(place) else { return false }
        let gone = entries.remove(at: place)
        original?.removeAll { $0 == gone.id }
        let wasPresent = place == index
        if place < index { index -= 1 }
        if wasPresent, place == entries.count, repeatMode == .all { index = 0 }
        index = max(min(index, entries.count - 1), 0)
        return wasPresent
    }

    /// Moves an item to another place in the order of playing.
    public mutating func move(from place: Int, to target: Int) {
        guard entries.indices.contains(place), entries.indices.contains(target), place != target else { return }
        let present = entries[index].id
        entries.insert(entries.remove(at: place), at: target)
        index = entries.firstIndex { $0.id == present } ?? index
    }

    // MARK: Moving to another item

    /// Moves to the next item, because a person asked for it.
    ///
    /// At the last item, moves to the first with ``RepeatMode/all``; otherwise returns nil and does not move.
    public mutating func next() -> PlaybackItem? { go(to: index + 1, .next) }

    /// Moves to the previous item, because a person asked for it.
    ///
    /// At the first item, moves to the last with ``RepeatMode/all``; otherwise returns nil and does not move.
    public mutating func previous() -> PlaybackItem? { go(to: index - 1, .previous) }

    /// Moves on because the current item has ended. Returns nil and does not move if nothing follows.
    public mutating func advance() -> PlaybackItem? { repeatMode == .one ? current : goOn() }

    /// Moves on because the current item was heard for long enough, even with ``RepeatMode/one``.
    mutating func goOn() -> PlaybackItem? { go(to: index + 1, .followed) }

    private mutating func go(to place: Int, _ arrival: Arrival) -> PlaybackItem? {
        guard !entries.isEmpty, entries.indices.contains(place) || repeatMode == .all else { return nil }
        index = (place + entries.count) % entries.count
        self.arrival = arrival
        return entries[index].item
    }

    /// Whether another item would become current if the current item could not be played.
    public var hasAlternative: Bool { alternative != nil }

    private var alternative: Int? {
        guard !entries.isEmpty, skipsFailedItems || arrival == .next || arrival == .previous else { return nil }
        let (before, after) = (Array((0..<index).reversed()), Array(entries.indices[(index + 1)...]))
        let heard = entries.firstIndex { $0.id == heardID }.map { [$0] } ?? []
        let places =
            switch arrival {
            case .previous: before + heard + after
            case .next: after + heard + before.reversed()
            case .chosen: after + before.reversed()
            case .followed: after + (repeatMode == .none ? [] : before.reversed())
            }
        return places.first { $0 != index && entries[$0].failure == nil }
    }

    /// Stores why the current item has failed, and moves to an item that has not failed.
    ///
    /// Items ahead in the direction of the last move come first, then the item heard last, then all others. If the
    /// current item began because another one ended, items before it are tried only in a queue that repeats. An item no
    /// longer counts as failed once it is heard.
    /// - Returns: the item to play; nil if no item is left or ``skipsFailedItems`` forbids the move. The queue then
    ///   does not move.
    package mutating func fail(_ error: PlaybackError) -> PlaybackItem? {
        guard !entries.isEmpty else { return nil }
        entries[index].failure = error
        guard let place = alternative else { return nil }
        index = place
        return entries[place].item
    }

    /// Removes the current item's ``Entry/failure``, because the item is heard.
    package mutating func succeed() {
        guard !entries.isEmpty else { return }
        entries[index].failure = nil
        heardID = entries[index].id
        arrival = .chosen
    }

    /// Makes the entry at `place` the current one, and returns its item; nil if the queue has no such place.
    public mutating func select(_ place: Int) -> PlaybackItem? {
        guard entries.indices.contains(place) else { return nil }
        index = place
        arrival = .chosen
        return entries[place].item
    }

    // MARK: Shuffling

    /// Shuffles the order of playing, with the current item first.
    ///
    /// All orders are equally likely. Items that were heard before are played again.
    public mutating func shuffle(using random: inout some RandomNumberGenerator) {
        if original == nil { original = entries.map(\.id) }
        guard !entries.isEmpty else { return }
        let present = entries.remove(at: index)
        entries.shuffle(using: &random)
        entries.insert(present, at: 0)
        index = 0
    }

    /// Restores the order in which items were added. The current item stays current.
    public mutating func unshuffle() {
        guard let original else { return }
        self.original = nil
        let present = entries.isEmpty ? nil : entries[index].id
        let places = Dictionary(uniqueKeysWithValues: original.enumerated().map { ($1, $0) })
        entries.sort { places[$0.id, default: .max] < places[$1.id, default: .max] }
        index = entries.firstIndex { $0.id == present } ?? 0
    }
}
