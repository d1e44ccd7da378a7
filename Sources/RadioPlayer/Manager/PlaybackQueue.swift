import RadioFormats

/// What is played, in order, and where in it the player is. Pure.
///
/// It has two orders: the one in which items were put in, and the one in which they are played. They are the same until the queue
/// is shuffled; the first is kept, so that shuffling can be undone. Places are those of the order of playing, from 0.
public struct PlaybackQueue: Hashable, Sendable {
    /// One item at one place: the same item may be in a queue twice.
    public struct Entry: Hashable, Sendable, Identifiable {
        public let id: UInt64
        public internal(set) var item: PlaybackItem
        /// Why it could not be played when it was tried last.
        public internal(set) var failure: PlaybackError?
    }

    public enum RepeatMode: String, Hashable, Sendable, CaseIterable, Codable {
        case none, one, all
    }

    /// More items are not taken.
    public static let maximumCount = 100_000

    /// In the order of playing.
    public private(set) var entries: [Entry] = []
    /// The present entry's place; 0 while there is none.
    public private(set) var index = 0
    public var repeatMode = RepeatMode.none
    /// Whether entries are played in another order than that in which they were put in.
    public var isShuffled: Bool { original != nil }
    /// Whether an item that failed is followed by another one wherever it came from. If not, only those are that somebody
    /// went to by ``next()`` or ``previous()`` and that were never heard: then nobody chose just this one.
    public var skipsFailedItems = false

    /// How the present entry became it.
    private enum Arrival: Hashable {
        /// It was chosen, or has been heard since.
        case chosen
        case next
        case previous
        /// The one before it ended.
        case followed
    }

    private var arrival = Arrival.chosen
    /// The entry that was heard last.
    private var heardID: Entry.ID?
    /// The ids in the order in which items were put in, while that is another.
    private var original: [UInt64]?
    private var lastID: UInt64 = 0

    public init() {}

    /// - Parameters:
    ///   - items: those beyond ``maximumCount`` are left out.
    ///   - index: where playing begins; the nearest there is.
    public init(_ items: [PlaybackItem], startingAt index: Int = 0) {
        self.init(items, startingAt: index, after: Self())
    }

    /// A queue in place of `other`: no entry of it has the id of one of that.
    init(_ items: [PlaybackItem], startingAt index: Int, after other: PlaybackQueue) {
        lastID = other.lastID
        entries = made(items.prefix(Self.maximumCount))
        self.index = items.isEmpty ? 0 : min(max(index, 0), entries.count - 1)
    }

    /// The same as `other`, except that no entry has the id of one of `before`, and that none bears a mark.
    init(_ other: PlaybackQueue, after before: PlaybackQueue) {
        self.init(other.items, startingAt: other.index, after: before)
        (repeatMode, skipsFailedItems, order) = (other.repeatMode, other.skipsFailedItems, other.order)
    }

    /// Of each item in the order in which they were put in, its place; nil where that is the order of playing. It is
    /// set to places that are all of the queue's, each once.
    package var order: [Int]? {
        get {
            guard let original else { return nil }
            let places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.id, $0) })
            return original.compactMap { places[$0] }
        }
        set { original = newValue.map { $0.map { entries[$0].id } } }
    }

    /// The same queue with stations as they are known now.
    /// - Parameter change: gives as many as it gets, in the same order.
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

    // MARK: Changing it

    /// Whether so many items more have room.
    public func canInsert(_ count: Int) -> Bool { count >= 0 && entries.count + count <= Self.maximumCount }

    /// Puts items at the end, or before a place. What plays goes on, whatever its place is then.
    /// - Returns: false, and nothing is changed, where there is no room for all or no such place.
    @discardableResult
    public mutating func insert(_ items: [PlaybackItem], at place: Int? = nil) -> Bool {
        let place = place ?? entries.count
        guard canInsert(items.count), (0...entries.count).contains(place) else { return false }
        let new = made(items)
        if original != nil {
            // After the one that it follows, or else first.
            let follows = place > 0 ? entries[place - 1].id : nil
            let spot = follows.flatMap { original?.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            original?.insert(contentsOf: new.map(\.id), at: spot)
        }
        let wasEmpty = entries.isEmpty
        entries.insert(contentsOf: new, at: place)
        if !wasEmpty, place <= index { index += new.count }
        return true
    }

    /// Puts items after the present one.
    @discardableResult
    public mutating func insertNext(_ items: [PlaybackItem]) -> Bool {
        insert(items, at: entries.isEmpty ? 0 : index + 1)
    }

    /// Takes an item out.
    /// - Returns: whether it was the present one; the one that followed it is present then, with ``RepeatMode/all`` the first where it was
    ///   the last, or else the last.
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

    /// Gives an item another place in the order of playing.
    public mutating func move(from place: Int, to target: Int) {
        guard entries.indices.contains(place), entries.indices.contains(target), place != target else { return }
        let present = entries[index].id
        entries.insert(entries.remove(at: place), at: target)
        index = entries.firstIndex { $0.id == present } ?? index
    }

    // MARK: Going on

    /// A person wants the next one: with ``RepeatMode/all`` the first follows the last, else nil, and no move, at the end.
    public mutating func next() -> PlaybackItem? { go(to: index + 1, .next) }

    /// A person wants the one before: with ``RepeatMode/all`` the last precedes the first, else nil, and no move, at the
    /// beginning.
    public mutating func previous() -> PlaybackItem? { go(to: index - 1, .previous) }

    /// The present item has ended: what follows; nil, and no move, where nothing does.
    public mutating func advance() -> PlaybackItem? { repeatMode == .one ? current : goOn() }

    /// The present item was heard for long enough: what follows, also with ``RepeatMode/one``.
    mutating func goOn() -> PlaybackItem? { go(to: index + 1, .followed) }

    private mutating func go(to place: Int, _ arrival: Arrival) -> PlaybackItem? {
        guard !entries.isEmpty, entries.indices.contains(place) || repeatMode == .all else { return nil }
        index = (place + entries.count) % entries.count
        self.arrival = arrival
        return entries[index].item
    }

    /// Whether another item would become the present one if this one could not be played.
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

    /// The present item could not be played: it is marked, and another one that is not marked becomes the present one. First
    /// come those that lie ahead, in the direction in which somebody went; then the one that was heard last; then all others. What
    /// followed an item that ended does not lead back, unless the queue is repeated.
    /// - Returns: nil, and no move, where none is left, or where nothing follows (``skipsFailedItems``). An entry's mark is taken
    ///   back when it is heard.
    package mutating func fail(_ error: PlaybackError) -> PlaybackItem? {
        guard !entries.isEmpty else { return nil }
        entries[index].failure = error
        guard let place = alternative else { return nil }
        index = place
        return entries[place].item
    }

    /// The present item is heard: it has no mark any more.
    package mutating func succeed() {
        guard !entries.isEmpty else { return }
        entries[index].failure = nil
        heardID = entries[index].id
        arrival = .chosen
    }

    /// Makes another entry the present one.
    public mutating func select(_ place: Int) -> PlaybackItem? {
        guard entries.indices.contains(place) else { return nil }
        index = place
        arrival = .chosen
        return entries[place].item
    }

    // MARK: Shuffling

    /// Puts what is played in a new order, each as likely as any other, with the present item first; what was heard already
    /// comes again.
    public mutating func shuffle(using random: inout some RandomNumberGenerator) {
        guard !entries.isEmpty else { return }
        if original == nil { original = entries.map(\.id) }
        let present = entries.remove(at: index)
        entries.shuffle(using: &random)
        entries.insert(present, at: 0)
        index = 0
    }

    /// Goes back to the order in which items were put in; the present item stays the present one.
    public mutating func unshuffle() {
        guard let original else { return }
        self.original = nil
        let present = entries.isEmpty ? nil : entries[index].id
        let places = Dictionary(uniqueKeysWithValues: original.enumerated().map { ($1, $0) })
        entries.sort { places[$0.id, default: .max] < places[$1.id, default: .max] }
        index = entries.firstIndex { $0.id == present } ?? 0
    }
}
