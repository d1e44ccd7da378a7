/// Distributes the connections of a ``LoadServer`` over time slots of ten milliseconds. In each period, the server
/// sends once to the connections of each slot. Streams are therefore not all served at once, and need no timers of
/// their own.
struct BiteWheel {
    static let tick = 10
    /// The time in milliseconds after which the server sends to the same slot again.
    let period: Int
    private(set) var slots: [[LoadConnection]]
    private var next = 0

    /// Creates a wheel.
    /// - Parameter bites: How often per second the server sends to each connection, from 1 to 100.
    init(bites: Int) {
        let count = max(1, 1000 / Self.tick / max(1, bites))
        period = count * Self.tick
        slots = Array(repeating: [], count: count)
    }

    var connections: [LoadConnection] { slots.flatMap(\.self) }

    mutating func add(_ connection: LoadConnection) {
        connection.slot = next
        connection.place = slots[next].count
        slots[next].append(connection)
        next = (next + 1) % slots.count
    }

    mutating func remove(_ connection: LoadConnection) {
        guard let slot = connection.slot else { return }
        connection.slot = nil
        let last = slots[slot].removeLast()
        guard last !== connection else { return }
        last.place = connection.place
        slots[slot][connection.place] = last
    }
}
