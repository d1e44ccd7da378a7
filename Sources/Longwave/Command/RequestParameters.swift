import RadioFormats
import RadioJSON
import RadioLists
import RadioPlayer

/// The members of a request's `params`. Reading a member removes it. ``finish()`` refuses the request if any member
/// was not read.
package struct RequestParameters {
    package let method: String
    private var members: [String: JSONValue]

    package init(_ method: String, _ params: JSONValue) throws(PlayerCommandError) {
        self.method = method
        switch params {
        case .object(let members): self.members = members
        case .null: members = [:]
        default: throw .wrongParameters("params must be an object.")
        }
    }

    /// Throws an error if a member of `params` was not read, because the method has no such parameter.
    package func finish() throws(PlayerCommandError) {
        if let name = members.keys.min() { throw .wrongParameters("\(method) has no parameter \"\(name)\".") }
    }

    private mutating func take(_ name: String) -> JSONValue? {
        let value = members.removeValue(forKey: name)
        return value == .null ? nil : value
    }

    package mutating func value(_ name: String) -> JSONValue? { take(name) }

    package mutating func text(_ name: String) throws(PlayerCommandError) -> String? {
        guard let value = take(name) else { return nil }
        guard let text = value.string, !text.isEmpty else {
            throw .wrongParameters("\(name) must be a nonempty string.")
        }
        return text
    }

    package mutating func bool(_ name: String) throws(PlayerCommandError) -> Bool? {
        guard let value = take(name) else { return nil }
        guard case .bool(let isTrue) = value else { throw .wrongParameters("\(name) must be true or false.") }
        return isTrue
    }

    package mutating func number(_ name: String, in range: ClosedRange<Double>) throws(PlayerCommandError) -> Double? {
        guard let value = take(name) else { return nil }
        guard let number = value.number, range.contains(number) else {
            throw .wrongParameters("\(name) must be a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// A date and time as RFC 3339.
    package mutating func date(_ name: String) throws(PlayerCommandError) -> MediaTime? {
        guard let text = try text(name) else { return nil }
        guard let date = ISODate(text), !date.isZoneMissing else {
            throw .wrongParameters("\(name) must be a date and time such as 2026-11-21T02:30:00Z.")
        }
        return date.time
    }

    /// A place in the queue, or a number of its entries.
    package mutating func place(_ name: String) throws(PlayerCommandError) -> Int? {
        try number(name, in: 0...Double(PlaybackQueue.maximumCount)).map { Int(nearest: $0) }
    }

    /// The queue's entry that the parameter `entry` names by its id.
    package mutating func entryID() throws(PlayerCommandError) -> UInt64? {
        try number("entry", in: 0...0x1p53).map { UInt64($0.rounded()) }
    }

    package func required<Value>(_ value: Value?, _ name: String) throws(PlayerCommandError) -> Value {
        guard let value else { throw .wrongParameters("\(method) needs \(name).") }
        return value
    }

    package mutating func repeatMode(_ name: String) throws(PlayerCommandError) -> PlaybackQueue.RepeatMode? {
        guard let text = try text(name) else { return nil }
        guard let mode = PlaybackQueue.RepeatMode(rawValue: text) else {
            throw .wrongParameters("\(name) must be none, one or all.")
        }
        return mode
    }

    /// The stations of the parameter `station`, in the form of stations.json.
    package mutating func stations() throws(PlayerCommandError) -> [Station]? {
        guard let value = take("station") else { return nil }
        guard case .array(let entries) = value, !entries.isEmpty else {
            throw .wrongParameters("station must be a list of stations.")
        }
        let stations: [Station]
        do throws(StationListError) { stations = try StationJSON.stations(entries) } catch {
            throw .wrongParameters("station is not a list of stations: \(error).")
        }
        guard stations.count == entries.count else { throw .wrongParameters("An entry of station is no station.") }
        return stations
    }
}
