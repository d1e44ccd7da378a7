import RadioFormats

/// What is to be changed of a station in its list, and how the station was when that was found out.
package struct StationCorrection: Hashable, Sendable {
    /// One value, as people read it.
    package struct Change: Hashable, Sendable {
        package var field: StationField
        /// Nil where the list says nothing.
        package var old: String?
        package var new: String

        package init(field: StationField, old: String?, new: String) {
            self.field = field
            self.old = old
            self.new = new
        }
    }

    /// As it is in the list.
    package let old: Station
    package private(set) var new: Station
    package private(set) var changes: [Change] = []

    package init(_ station: Station) {
        old = station
        new = station
    }

    /// The fields of a station file that get other values.
    package var fields: [StationField] { StationField.allCases.filter { $0.value(of: old) != $0.value(of: new) } }

    /// Puts an address in the place of another; nothing where that is no address that can be played. One that the station has already
    /// comes once.
    package mutating func move(_ url: String, to other: String) {
        guard let index = new.urls.firstIndex(of: url), case .success(let other) = StationAddress.check(other),
            other != url
        else { return }
        if new.urls.contains(other) { new.urls.remove(at: index) } else { new.urls[index] = other }
        changes.append(Change(field: old.urls.first == url ? .url : .furtherURLs, old: url, new: other))
    }

    package mutating func setCodec(_ codec: String) {
        guard codec != new.codec else { return }
        new.codec = codec
        changes.append(Change(field: .codec, old: old.codec, new: codec))
    }

    /// - Parameter bitRate: bits a second.
    package mutating func setBitRate(_ bitRate: Int) {
        guard bitRate != new.bitRate else { return }
        new.bitRate = bitRate
        changes.append(Change(field: .bitRate, old: old.bitRate.map(Self.kilobits), new: Self.kilobits(bitRate)))
    }

    private static func kilobits(_ bitRate: Int) -> String {
        let tenths = (bitRate + 50) / 100
        return tenths % 10 == 0 ? "\(tenths / 10) kbit/s" : "\(tenths / 10).\(tenths % 10) kbit/s"
    }
}

extension StationFileEditor {
    /// Corrects the entries of a file that are as they were when it was found out what is wrong with them; others are left alone. All
    /// else stays as it was written.
    /// - Parameters:
    ///   - corrections: of this file's stations, and perhaps of others'.
    ///   - file: a station file.
    /// - Returns: the whole file, and the places of those corrections that found their entry.
    /// - Throws: when the file is none, or would become too large.
    package static func correct(
        _ corrections: [StationCorrection], in file: [UInt8]
    ) throws(StationFileError) -> (file: [UInt8], corrected: Set<Int>) {
        var editor = try StationFileEditor(file)
        let stations = try StationFile.read(file).stations
        let numbers = editor.numbers(of: stations)
        var places: [Station: [Int]] = [:]
        for (station, number) in zip(stations, numbers) {
            if let number { places[station, default: []].append(number) }
        }
        var corrected: Set<Int> = []
        for (index, correction) in corrections.enumerated() {
            guard let found = places[correction.old] else { continue }
            for number in found { editor.set(correction.fields, of: number, from: correction.new) }
            corrected.insert(index)
        }
        return (corrected.isEmpty ? file : try editor.edited(), corrected)
    }
}
