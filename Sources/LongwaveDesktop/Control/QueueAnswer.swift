import Longwave
import RadioJSON

/// The text of a response that is the queue, made piece by piece, because a queue may have 100,000 entries.
struct QueueAnswer {
    private let queue: PlaybackQueue
    /// The places of the entries that are not in a piece yet.
    private var places: Range<Int>
    private var begins = true

    /// The number of entries in a piece. With usual names and addresses, a piece has about 64 KiB.
    private static let pieceSize = 256
    /// What follows the entries in the response's text.
    private static let end = "]}}\n"

    init(_ queue: PlaybackQueue, _ window: ControlCommand.QueueWindow) {
        self.queue = queue
        let from = min(window.from, queue.entries.count)
        places = from..<min(from + (window.count ?? .max - from), queue.entries.count)
    }

    /// Whether the text continues after the pieces that were made.
    var isUnfinished: Bool { begins || !places.isEmpty }

    /// Returns the next piece of the response to the request with this id; nil after the last piece.
    mutating func next(to id: JSONNode) -> String? {
        guard isUnfinished else { return nil }
        var text = begins ? start(to: id) : ""
        for place in places.prefix(Self.pieceSize) {
            if !begins { text += "," }
            begins = false
            text += QueueJSON.json(queue.entries[place]).text()
        }
        begins = false
        places = places.dropFirst(Self.pieceSize)
        return places.isEmpty ? text + Self.end : text
    }

    private func start(to id: JSONNode) -> String {
        let queue = JSONNode.object(QueueJSON.members(queue) + [.init(name: "entries", value: .array([]))])
        return String(ControlLine.answer(.success(queue), to: id).dropLast(Self.end.count))
    }
}
