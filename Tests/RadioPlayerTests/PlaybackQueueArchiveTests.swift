import FoundationEssentials
import RadioFormats
import TestSupport
import Testing

@testable import RadioPlayer

/// Queues that are written as JSON. The texts in these tests come from the first version of Longwave that wrote queues,
/// and must stay readable.
@Suite struct PlaybackQueueArchiveTests {
    private static func items(_ names: String) -> [PlaybackItem] {
        names.map { PlaybackItem(Station(name: String($0), urls: ["http://\($0)/"])) }
    }

    private func names(_ queue: PlaybackQueue) -> String { queue.items.map(\.station.name).joined() }

    private func read(_ text: String) throws -> PlaybackQueue {
        try JSONDecoder().decode(PlaybackQueue.self, from: Data(text.utf8))
    }

    private func text(_ queue: PlaybackQueue) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(queue), as: UTF8.self)
    }

    static let archive = #"""
        {"index":1,"items":[{"station":{"name":"c","urls":["http://c/"]}},\#
        {"preferredURL":"http://a2/","station":{"name":"a","urls":["http://a/","http://a2/"]}},\#
        {"foundURLs":["http://f/"],"station":{"name":"b","urls":["http://b/"]}}],\#
        "order":[1,2,0],"repeatMode":"all","skipsFailedItems":true}
        """#

    @Test func itIsThereAgain() throws {
        var queue = try read(Self.archive)
        #expect(try text(queue) == Self.archive)
        #expect(names(queue) == "cab" && queue.current?.station.name == "a")
        #expect(queue.isShuffled && queue.repeatMode == .all && queue.skipsFailedItems)
        #expect(queue.current?.preferredURL == "http://a2/" && queue.items[2].urls == ["http://b/", "http://f/"])
        queue.unshuffle()
        #expect(names(queue) == "abc" && queue.current?.station.name == "a")
    }

    @Test func anyQueueIsThereAgain() throws {
        var random = SeededGenerator(seed: 3)
        for round in 0..<50 {
            var queue = PlaybackQueue(Self.items("abcdefgh"), startingAt: round % 8)
            if round.isMultiple(of: 2) { queue.shuffle(using: &random) }
            queue.remove(at: round % 7)
            queue.insertNext(Self.items("xy"))
            _ = queue.next()
            var again = try read(try text(queue))
            #expect(names(again) == names(queue) && again.index == queue.index && again.isShuffled == queue.isShuffled)
            #expect(Set(again.entries.map(\.id)).count == again.entries.count)
            again.unshuffle()
            queue.unshuffle()
            #expect(names(again) == names(queue) && again.index == queue.index)
        }
        #expect(try read("{}").isEmpty && read(#"{"index":7,"items":[]}"#).current == nil)
    }

    static let refused = [
        "[]", #"{"index":-1}"#, #"{"repeatMode":"x"}"#, #"{"items":[{}]}"#, #"{"items":{}}"#, #"{"order":[0]}"#,
        #"{"items":[{"station":{"name":"a"}}],"order":[1]}"#,
        #"{"items":[{"station":{"name":"a"}},{"station":{"name":"a"}}],"order":[0,0]}"#,
        #"{"items":[{"station":{"name":"a"}}],"order":[9223372036854775807]}"#,
    ]

    @Test(arguments: refused) func whatIsRefused(_ text: String) {
        #expect(throws: DecodingError.self) { try read(text) }
    }

    /// Bytes of an archived queue are changed at random. Reading it fails or gives a usable queue.
    @Test func damagedArchives() throws {
        var random = SeededGenerator(seed: 11)
        let texts = ["0", "9", "-", "\"", "[", "}", "e", "1e99", "9223372036854775807", "null", "{}", "\u{0}"]
        var read = 0
        for _ in 0..<3000 {
            var archive = Array(Self.archive.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: archive.indices, using: &random)
                let end = min(place + Int.random(in: 0...4, using: &random), archive.count)
                archive.replaceSubrange(place..<end, with: texts.randomElement(using: &random)!.utf8)
            }
            guard var queue = try? JSONDecoder().decode(PlaybackQueue.self, from: Data(archive)) else { continue }
            read += 1
            _ = queue.next()
            queue.unshuffle()
            queue.shuffle(using: &random)
            #expect(Set(queue.entries.map(\.id)).count == queue.entries.count)
            #expect(try self.read(try text(queue)).items == queue.items)
        }
        #expect(read > 300)
    }

    @Test func aQueueHasItsMaximum() throws {
        let item = #"{"station":{"name":"a"}}"#
        let many = Array(repeating: item, count: PlaybackQueue.maximumCount + 1).joined(separator: ",")
        #expect(throws: DecodingError.self) { try read(#"{"items":[\#(many)]}"#) }
    }

    /// A queue from an archive replaces another queue. The IDs in both begin with 1, but the new entries get other IDs.
    @Test func anotherQueueHasOtherEntries() {
        let before = PlaybackQueue(Self.items("ab"))
        var archived = PlaybackQueue(Self.items("cd"), startingAt: 1)
        archived.repeatMode = .one
        let queue = PlaybackQueue(archived, after: before)
        #expect(Set(queue.entries.map(\.id)).isDisjoint(with: before.entries.map(\.id)))
        #expect(queue.index == 1 && queue.repeatMode == .one && names(queue) == "cd")
    }

    @Test func stationsAreReplaced() throws {
        var queue = try read(Self.archive)
        let ids = queue.entries.map(\.id)
        queue.updateStations { stations in
            stations.map { $0.name == "b" ? Station(name: "b", urls: ["http://new/"]) : $0 }
        }
        #expect(queue.items.map { $0.urls.first } == ["http://c/", "http://a/", "http://new/"])
        #expect(queue.items[2].foundURLs.isEmpty && queue.entries.map(\.id) == ids && queue.isShuffled)
    }
}
