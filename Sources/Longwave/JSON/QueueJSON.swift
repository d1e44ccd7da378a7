import RadioJSON
import RadioPlayer

/// Encodes the queue as JSON. docs/JSON.md describes the members.
package enum QueueJSON {
    /// Returns the members of the queue before its entries.
    package static func members(_ queue: PlaybackQueue) -> [JSONNode.Member] {
        [
            .init(name: "index", value: .int(Int64(queue.index))),
            .init(name: "count", value: .int(Int64(queue.entries.count))),
            .init(name: "repeat", value: .string(queue.repeatMode.rawValue)),
            .init(name: "shuffled", value: .bool(queue.isShuffled)),
            .init(name: "entry", value: queue.currentEntry.map { .int(Int64(clamping: $0.id)) } ?? .null),
        ]
    }

    package static func json(_ entry: PlaybackQueue.Entry) -> JSONNode {
        .members([
            "name": .string(entry.item.station.name), "id": .optional(entry.item.station.id),
            "url": .optional(entry.item.station.urls.first), "entry": .int(Int64(clamping: entry.id)),
            "error": .optional(entry.failure?.sentence),
        ])
    }
}
