import RadioFormats
import RadioPlayer
import RadioStreams
import TestSupport
import Testing

/// How the order of a queue changes: inserting, removing, shuffling, repeating.
struct PlaybackQueueOrderTests {
    private static func items(_ names: String) -> [PlaybackItem] {
        names.map { PlaybackItem(Station(name: String($0), urls: ["http://\($0).test/"])) }
    }

    private static func names(_ queue: PlaybackQueue) -> String { queue.items.map(\.station.name).joined() }
    private static func present(_ queue: PlaybackQueue) -> String? { queue.current?.station.name }

    @Test func whatPlaysIsNotDisturbed() {
        var queue = PlaybackQueue(Self.items("abc"), startingAt: 1)
        #expect(queue.insert(Self.items("x"), at: 0) == true)
        #expect(queue.insert(Self.items("y"), at: 2) == true)
        #expect(queue.insert(Self.items("z")) == true)
        #expect(queue.insertNext(Self.items("no")) == true)
        #expect(Self.names(queue) == "xaybnocz")
        #expect(Self.present(queue) == "b")
        queue.move(from: 0, to: 7)
        queue.move(from: 6, to: 0)
        #expect(Self.names(queue) == "zaybnocx")
        #expect(Self.present(queue) == "b")
        #expect(queue.remove(at: 0) == false)
        #expect(queue.remove(at: 6) == false)
        #expect(Self.names(queue) == "aybnoc")
        #expect(Self.present(queue) == "b")
        #expect(queue.remove(at: 2) == true)
        #expect(Self.present(queue) == "n")
    }

    @Test func theLastOneTakenOut() {
        var queue = PlaybackQueue(Self.items("ab"), startingAt: 1)
        #expect(queue.remove(at: 1) == true)
        #expect(Self.present(queue) == "a")
        #expect(queue.remove(at: 0) == true)
        #expect(queue.current == nil && queue.isEmpty)
        #expect(queue.remove(at: 0) == false)
        #expect(queue.insert(Self.items("q")) == true)
        #expect(Self.present(queue) == "q")
    }

    @Test func thereIsAnEndToIt() {
        var queue = PlaybackQueue(Array(repeating: Self.items("a")[0], count: PlaybackQueue.maximumCount - 1))
        #expect(queue.canInsert(1) && !queue.canInsert(2) && !queue.canInsert(-1))
        #expect(queue.insert(Self.items("ab")) == false)
        #expect(queue.insert(Self.items("a")) == true)
        #expect(queue.insertNext(Self.items("a")) == false)
        #expect(queue.insert([], at: PlaybackQueue.maximumCount + 1) == false)
    }

    /// An empty queue stays shuffled: what is added later can be unshuffled.
    @Test func anEmptyQueueIsShuffled() {
        var queue = PlaybackQueue()
        var random = SystemRandomNumberGenerator()
        queue.shuffle(using: &random)
        #expect(queue.isShuffled && queue.order == [])
        #expect(queue.insert(Self.items("abc")) == true)
        queue.shuffle(using: &random)
        queue.unshuffle()
        #expect(Self.names(queue) == "abc" && !queue.isShuffled)
    }

    // MARK: Repeating

    @Test func repeating() {
        var queue = PlaybackQueue(Self.items("abc"), startingAt: 2)
        #expect(queue.next() == nil && queue.advance() == nil)
        queue.repeatMode = .all
        #expect(queue.advance()?.station.name == "a")
        #expect(queue.previous()?.station.name == "c")
        #expect(queue.previous()?.station.name == "b")
        queue.repeatMode = .one
        #expect(queue.advance()?.station.name == "b")
        // The repeat mode is "one item". `next()` goes to the next item nevertheless.
        #expect(queue.next()?.station.name == "c")
        #expect(queue.next() == nil)
        #expect(Self.present(queue) == "c")
    }

    // MARK: Failing

    private static let error = PlaybackError.stream(.notFound(status: 404, "http://a/"))

    @Test func whatFailsIsSkipped() {
        var queue = PlaybackQueue(Self.items("abcd"))
        #expect(queue.fail(Self.error) == nil)
        queue.skipsFailedItems = true
        #expect(queue.fail(Self.error)?.station.name == "b")
        queue.succeed()
        #expect(queue.next()?.station.name == "c")
        #expect(queue.fail(Self.error)?.station.name == "d")
        // The failed item is the last one, so the queue returns to the item that was heard before.
        #expect(queue.fail(Self.error)?.station.name == "b")
        #expect(queue.entries.map { $0.failure != nil } == [true, false, true, true])
        // All items have failed. The queue ends instead of trying them again and again.
        #expect(queue.fail(Self.error) == nil)
    }

    /// The listener moves to an item that fails. The queue then tries items in the same direction, then items that were
    /// heard, then all others.
    @Test(arguments: [
        ("next", 0, "bcdea"), ("next", 2, "decab"), ("next", 3, "edabc"), ("previous", 2, "bacde"),
        ("previous", 1, "abcde"), ("previous", 4, "dcbae"),
    ])
    func whoGoesToWhatFailsIsLedOn(direction: String, start: Int, order: String) {
        var queue = PlaybackQueue(Self.items("abcde"), startingAt: start)
        queue.succeed()
        var came = ""
        var item = direction == "next" ? queue.next() : queue.previous()
        while let present = item {
            came += present.station.name
            item = queue.fail(Self.error)
        }
        #expect(came == order)
    }

    /// An item fails that the listener chose directly, or that came because the item before it had ended. The queue
    /// stays at the failed item.
    @Test func whatWasChosenOrFollowedDoesNotLeadElsewhere() {
        var queue = PlaybackQueue(Self.items("abc"), startingAt: 1)
        #expect(queue.fail(Self.error) == nil && Self.present(queue) == "b")
        queue.succeed()
        #expect(queue.next()?.station.name == "c")
        queue.succeed()
        // The item was heard before it failed, so the queue treats it like an item that the listener chose.
        #expect(queue.fail(Self.error) == nil && Self.present(queue) == "c")
        queue = PlaybackQueue(Self.items("abc"), startingAt: 1)
        queue.skipsFailedItems = true
        queue.succeed()
        #expect(queue.advance()?.station.name == "c")
        #expect(queue.fail(Self.error) == nil && Self.present(queue) == "c")
    }

    // MARK: Shuffling

    @Test func shufflingIsUndone() {
        var random = SeededGenerator(seed: 7)
        var queue = PlaybackQueue(Self.items("abcdefgh"), startingAt: 3)
        queue.shuffle(using: &random)
        #expect(queue.isShuffled && queue.index == 0 && Self.present(queue) == "d")
        #expect(Self.names(queue) != "dabcefgh" && Self.names(queue).sorted() == Array("abcdefgh"))
        _ = queue.next()
        let present = Self.present(queue)
        queue.insertNext(Self.items("x"))
        queue.unshuffle()
        #expect(!queue.isShuffled && Self.present(queue) == present)
        #expect(Self.names(queue).filter { $0 != "x" } == "abcdefgh")
        // An item was inserted after the current one. When shuffling is undone, it still follows this item.
        #expect(Self.names(queue).contains((present ?? "") + "x"))
    }

    /// When a queue is shuffled, each order of the items after the current one is equally likely. Of 6,000 shuffles of
    /// four items, each of the 24 orders occurs 250 times on average, and hardly ever fewer than 180 or more than 320
    /// times.
    @Test func shufflingIsFair() {
        var random = SeededGenerator(seed: 1)
        var counts: [String: Int] = [:]
        for _ in 0..<6000 {
            var queue = PlaybackQueue(Self.items("pabcd"))
            queue.shuffle(using: &random)
            counts[Self.names(queue), default: 0] += 1
        }
        #expect(counts.count == 24)
        #expect(counts.keys.allSatisfy { $0.hasPrefix("p") })
        #expect(counts.values.allSatisfy { (180...320).contains($0) })
    }

    /// Random changes to a queue never change its current entry, unless this entry is removed or another one is chosen.
    /// Turning shuffle off restores the order.
    @Test(arguments: 0..<300) func anythingGoes(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = PlaybackQueue(Self.items("abcdef"), startingAt: Int.random(in: 0..<6, using: &random))
        for _ in 0..<40 {
            let before = queue.currentEntry?.id
            let places = -1..<(queue.entries.count + 1)
            let place = Int.random(in: places, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: queue.insert(Self.items("xy"), at: place)
            case 1: queue.insertNext(Self.items("z"))
            case 2: if queue.remove(at: place) { continue }
            case 3: queue.move(from: place, to: Int.random(in: places, using: &random))
            case 4: queue.shuffle(using: &random)
            case 5: queue.unshuffle()
            case 6:
                _ = queue.next()
                continue
            case _:
                _ = queue.select(place)
                continue
            }
            #expect(queue.currentEntry?.id == before || before == nil)
        }
        let ids = Set(queue.entries.map(\.id))
        #expect(ids.count == queue.entries.count)
        queue.unshuffle()
        #expect(Set(queue.entries.map(\.id)) == ids)
        #expect(queue.isEmpty || queue.entries.indices.contains(queue.index))
    }
}
