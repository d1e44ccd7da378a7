import RadioFormats
import RadioJSON
import RadioText

/// Changes single fields and entries of a station file. White space, the order of members, unknown members and the form
/// of numbers stay as they were written.
///
/// ``edited()`` applies all changes together. Until then, entries keep their numbers, even if entries before them are
/// removed.
package struct StationFileEditor {
    /// A change of an entry.
    private enum Change {
        case removal
        /// New values of fields; nil removes the member.
        case fields([StationField: JSONNode?])
    }

    private let bytes: [UInt8]
    /// The file's outermost object.
    private let file: JSONLayout
    /// The index of the member of ``file`` whose value is the station list.
    private let listIndex: Int
    private let list: JSONLayout
    private var changes: [Int: Change] = [:]
    private var added: [Station] = []
    /// Pairs of entries whose texts are exchanged one pair after the other.
    private var swaps: [(Int, Int)] = []

    /// Parses the content of a file.
    /// - Throws: ``StationFileError`` if the content is not a station file. Problems of single entries throw no error.
    package init(_ bytes: [UInt8]) throws(StationFileError) {
        guard bytes.count <= StationFile.maximumBytes else { throw .tooLarge(maximum: StationFile.maximumBytes) }
        self.bytes = bytes
        let found: (file: JSONLayout, index: Int, list: JSONLayout)?
        do {
            found = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in try Self.find(bytes) }
        } catch {
            throw .notJSON(error)
        }
        guard let found else { throw .notStations("it has no list named \"station\"") }
        (file, listIndex, list) = found
        guard list.parts.count <= StationFile.maximumStations else {
            throw .tooManyStations(maximum: StationFile.maximumStations)
        }
    }

    /// Finds the station list in the text of a station file. Returns nil if there is none.
    private static func find(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(JSONError) -> (file: JSONLayout, index: Int, list: JSONLayout)? {
        var cursor = JSONCursor(bytes)
        guard let file = try JSONLayout(&cursor) else { return nil }
        try cursor.finish()
        // If two members have the same name, the last one is used.
        guard let index = file.parts.lastIndex(where: { $0.name == "station" }) else { return nil }
        let range = file.parts[index].value
        guard bytes[range.lowerBound] == UInt8(ascii: "[") else { return nil }
        var inside = JSONCursor(bytes, at: range.lowerBound)
        return try JSONLayout(&inside).map { (file, index, $0) }
    }

    // MARK: Entries

    /// Number of entries, including broken ones.
    package var count: Int { list.parts.count }

    /// Returns, for each station, the number of the entry from which the station was read, from 1. Nil if there is no
    /// such entry.
    ///
    /// A station is identified by its id, otherwise by its name and first address.
    package func numbers(of stations: [Station]) -> [Int?] {
        var places: [String: [Int]] = [:]
        for index in list.parts.indices {
            if let station = station(index) { places[Self.key(station), default: []].append(index + 1) }
        }
        // If several entries have the same id, or the same name and address, the first such entry belongs to the first
        // such station, the second to the second, and so on.
        var taken: [String: Int] = [:]
        return stations.map { station in
            let key = Self.key(station)
            guard let places = places[key], let next = Optional(taken[key, default: 0]), next < places.count else {
                return nil
            }
            taken[key] = next + 1
            return places[next]
        }
    }

    private static func key(_ station: Station) -> String {
        station.id.map { "id\n\($0)" } ?? "\(station.name)\n\(station.urls.first ?? "")"
    }

    private func station(_ index: Int) -> Station? {
        bytes.withUnsafeBufferPointer { bytes in
            var cursor = JSONCursor(bytes, at: list.parts[index].range.lowerBound)
            var draft = StationDraft(number: index + 1)
            // This cannot fail: the whole file was parsed before.
            do { try StationEntryReader.read(&cursor, into: &draft) } catch { return nil }
            return draft.finish()
        }
    }

    // MARK: Changes

    /// Returns the number of the entry from which a station was read, from 1. Throws if there is no such entry.
    package func number(of station: Station) throws(StationFileError) -> Int {
        guard let number = numbers(of: [station])[0] else { throw .changed("\(station.name) is no longer in the list") }
        return number
    }

    /// Replaces a station. Fields that have the same value in both stations stay as they were written.
    package mutating func replace(_ old: Station, with new: Station) throws(StationFileError) {
        let fields = StationField.allCases.filter { $0.value(of: old) != $0.value(of: new) }
        set(fields, of: try number(of: old), from: new)
    }

    /// Sets fields of an entry to the values of a station. A field for which the station has no value is removed from
    /// the entry.
    /// - Parameters:
    ///   - fields: the fields to set.
    ///   - number: the entry's number, from 1.
    ///   - station: the station with the values.
    package mutating func set(_ fields: [StationField], of number: Int, from station: Station) {
        precondition((1...max(1, count)).contains(number) && count > 0, "there is no entry \(number)")
        guard let clean = StationDraft.clean(station) else { return }
        var values: [StationField: JSONNode?] = [:]
        switch changes[number] {
        case .removal?: return
        case .fields(let earlier)?: values = earlier
        case nil: break
        }
        for field in fields { values.updateValue(field.value(of: clean), forKey: field) }
        // An entry without `streamURL` has all its addresses in `urls`. The change adds a `streamURL` with the first
        // address, so `urls` must lose that address.
        let names = layout(list.parts[number - 1].range)?.parts.compactMap(\.name) ?? []
        if fields.contains(.url), !names.contains(StationField.url.rawValue) {
            values.updateValue(StationField.furtherURLs.value(of: clean), forKey: .furtherURLs)
        }
        changes[number] = .fields(values)
    }

    /// Removes an entry.
    /// - Parameter number: the entry's number, from 1.
    package mutating func remove(_ number: Int) {
        precondition((1...max(1, count)).contains(number) && count > 0, "there is no entry \(number)")
        changes[number] = .removal
    }

    /// Exchanges two entries.
    package mutating func swap(_ number: Int, _ other: Int) {
        precondition((1...max(1, count)).contains(number) && (1...max(1, count)).contains(other) && count > 0)
        swaps.append((number - 1, other - 1))
    }

    /// Adds an entry for a station after all other entries. Does nothing if the station has no name or no address that
    /// can be played.
    package mutating func append(_ station: Station) {
        if let clean = StationDraft.clean(station) { added.append(clean) }
    }

    // MARK: The file

    /// Returns the file with all changes.
    /// - Throws: ``StationFileError/tooLarge(maximum:)`` or ``StationFileError/tooManyStations(maximum:)``.
    package func edited() throws(StationFileError) -> [UInt8] {
        var texts: [[UInt8]?] = []
        texts.reserveCapacity(list.parts.count)
        for (index, part) in list.parts.enumerated() {
            switch changes[index + 1] {
            case nil: texts.append(Array(bytes[part.range]))
            case .removal?: texts.append(nil)
            case .fields(let values)?: texts.append(entry(part.range, values))
            }
        }
        for (first, second) in swaps { texts.swapAt(first, second) }
        let style = style
        let more = added.map { station in
            style.object(
                ListText.order.compactMap { field in
                    field.value(of: station).map { style.member(field.rawValue, Array($0.text().utf8)) }
                })
        }
        let value = file.parts[listIndex].value
        let edited =
            bytes[..<value.lowerBound] + list.text(of: bytes, texts, added: more, style: .list)
            + bytes[value.upperBound...]
        guard edited.count <= StationFile.maximumBytes else { throw .tooLarge(maximum: StationFile.maximumBytes) }
        guard texts.count + more.count <= StationFile.maximumStations else {
            throw .tooManyStations(maximum: StationFile.maximumStations)
        }
        return Array(edited)
    }

    /// The style in which new entries are written. It is the style of the last entry with at least two members, among
    /// the last 16 entries.
    private var style: JSONStyle {
        for part in list.parts.reversed().prefix(16) {
            if let layout = layout(part.range), let style = JSONStyle(like: layout, in: bytes) { return style }
        }
        return .station
    }

    /// Returns the positions of an entry's members; nil if the entry is not an object.
    private func layout(_ range: Range<Int>) -> JSONLayout? {
        guard bytes[range.lowerBound] == UInt8(ascii: "{") else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            var cursor = JSONCursor(bytes, at: range.lowerBound)
            // This cannot fail: the whole file was parsed before.
            do { return try JSONLayout(&cursor) } catch { return nil }
        }
    }

    /// Returns the text of an entry with new values for some fields.
    private func entry(_ range: Range<Int>, _ values: [StationField: JSONNode?]) -> [UInt8] {
        guard let layout = layout(range) else { return Array(bytes[range]) }
        var texts: [[UInt8]?] = layout.parts.map { Array(bytes[$0.range]) }
        let style = JSONStyle(like: layout, in: bytes) ?? self.style
        var more: [[UInt8]] = []
        for field in ListText.order {
            guard let value = values[field] else { continue }
            let places = layout.parts.indices.filter { names(of: field).contains(layout.parts[$0].name ?? "") }
            // If two members have the same name, the last member is changed. If a field has two names, such as the
            // homepage, a member with the first name is changed, if there is one.
            let place = names(of: field).lazy.compactMap { name in
                places.last { layout.parts[$0].name == name }
            }.first
            guard let value else {
                for index in places { texts[index] = nil }
                continue
            }
            let text = Array(value.text().utf8)
            if let place {
                let part = layout.parts[place]
                texts[place] = Array(bytes[part.range.lowerBound..<part.value.lowerBound]) + text
            } else {
                more.append((layout.colon(bytes) == nil ? .station : style).member(field.rawValue, text))
            }
        }
        return layout.text(of: bytes, texts, added: more, style: style)
    }

    /// Returns the member names under which a field may be stored, the most important one first.
    private func names(of field: StationField) -> [String] {
        field == .homepage ? ["homepage", field.rawValue] : [field.rawValue]
    }
}
