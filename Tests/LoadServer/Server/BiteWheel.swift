/// Distributes connections over time slots of ten milliseconds. Each turn of the wheel serves every slot once, so that
/// streams are not all served at once and need no timers of their own.
struct BiteWheel {
    static let tick = 10
    /// The duration of a turn of the wheel in milliseconds.
    let period: Int
    private(set) var slots: [[LoadConnection]]
    private var next = 0

    /// Creates a wheel.
    /// - Parameter bites: The number of turns per second, from 1 to 100. In each turn, the server sends once to each
    ///   connection.
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
