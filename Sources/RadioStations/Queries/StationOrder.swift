import RadioText

/// Sorts stations by a query's sort keys.
struct StationOrder {
    private let keys: [StationSort]

    init(_ keys: [StationSort]) { self.keys = keys }

    /// A value that is compared in sorting, computed once for each station and sort key.
    private enum Value {
        case missing
        case number(Double)
        /// A text: its first eight bytes as a number, which nearly always decides the order, and all its bytes.
        case text(UInt64, ArraySlice<UInt8>)

        /// Returns a negative number if this value comes first, a positive number if `other` does, and 0 if they are
        /// equal.
        func compare(_ other: Value, isDescending: Bool) -> Int {
            switch (self, other) {
            case (.missing, .missing): return 0
            case (.missing, _): return 1
            case (_, .missing): return -1
            case (.number(let left), .number(let right)):
                if left == right { return 0 }
                return (left < right) == isDescending ? 1 : -1
            case (.text(let left, let leftBytes), .text(let right, let rightBytes)):
                if left != right { return (left < right) == isDescending ? 1 : -1 }
                if leftBytes == rightBytes { return 0 }
                return leftBytes.lexicographicallyPrecedes(rightBytes) == isDescending ? 1 : -1
            case (.number, .text): return -1
            case (.text, .number): return 1
            }
        }
    }

    /// Returns the indices of stations in the library, sorted by the query's keys. Equal stations stay in the order of
    /// the list.
    func sorted(
        _ places: [Int], _ index: StationIndex, _ context: StationFilter.Context
    ) -> [Int] {
        let rows = places.map { place in
            (place: place, values: keys.map { value($0.property, place, index, context) })
        }
        return rows.sorted { left, right in
            for (key, (one, other)) in zip(keys, zip(left.values, right.values)) {
                let order = one.compare(other, isDescending: key.isDescending)
                if order != 0 { return order < 0 }
            }
            return left.place < right.place
        }.map(\.place)
    }

    /// Returns the value of a station's property that is compared in sorting.
    private func value(
        _ property: StationProperty, _ place: Int, _ index: StationIndex, _ context: StationFilter.Context
    ) -> Value {
        if property.kind != .text {
            guard let number = property.number(at: place, context) else { return .missing }
            // For `lastPlayed`, the number is the days since the last play. The negative number is greatest for the
            // most recent play.
            return .number(property == .lastPlayed ? -number : number)
        }
        let bytes: ArraySlice<UInt8>
        if let field = StationIndex.Field(property) {
            bytes = index.text(field, of: place)
        } else {
            var folded: [UInt8] = []
            if let text = property.texts(of: context.library.stations[place]).first {
                NameFolding.append(text, to: &folded)
            }
            bytes = folded[...]
        }
        guard !bytes.isEmpty else { return .missing }
        var prefix: UInt64 = 0
        for byte in bytes.prefix(8) { prefix = prefix << 8 | UInt64(byte) }
        return .text(prefix << (8 * UInt64(8 - min(bytes.count, 8))), bytes)
    }
}
