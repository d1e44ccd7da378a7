import RadioFormats

/// Corrections of one station in its list. `old` is the station as the list contained it when the corrections were
/// made.
package struct StationCorrection: Hashable, Sendable {
    /// One changed value, in words for the listener.
    package struct Change: Hashable, Sendable {
        package var field: StationField
        /// The value in the list; nil if the list has none.
        package var old: String?
        package var new: String

        package init(field: StationField, old: String?, new: String) {
            self.field = field
            self.old = old
            self.new = new
        }
    }

    /// The station before the corrections, as in its list.
    package let old: Station
    package private(set) var new: Station
    package private(set) var changes: [Change] = []

    package init(_ station: Station) {
        old = station
        new = station
    }

    /// The fields of a station file whose values change.
    package var fields: [StationField] { StationField.allCases.filter { $0.value(of: old) != $0.value(of: new) } }

    /// Replaces the address `url` by the address `other`. If the station already has the address `other`, only removes
    /// `url`.
    ///
    /// Does nothing if the station does not have `url`, or if `other` cannot be played.
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

    /// - Parameter bitRate: bits per second.
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
    /// Corrects entries of a station file. An entry that no longer equals the correction's `old` is not changed. All
    /// text outside the corrected fields stays as it was written.
    /// - Parameters:
    ///   - corrections: corrections to make. Corrections of stations that the file does not contain are ignored.
    ///   - file: the content of a station file.
    /// - Returns: the corrected file as a whole, and the indices of the corrections whose entry was found and
    ///   corrected.
    /// - Throws: ``StationFileError`` if the content is not a station file, or would become too large.
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
