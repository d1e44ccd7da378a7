/// The arguments of an MPD command, read as numbers and ranges, with refusals in MPD's words. Pure.
package struct MPDArguments {
    package let values: [String]

    package init(_ values: [String]) { self.values = values }

    var count: Int { values.count }
    subscript(index: Int) -> String { values[index] }

    func int(_ index: Int, in range: ClosedRange<Int> = 0...Int(Int32.max)) throws(MPDError) -> Int {
        let text = values[index]
        guard let number = Int(text) else { throw MPDError(.argument, "Integer expected: \(text)") }
        if number < range.lowerBound { throw MPDError(.argument, "Number too small: \(text)") }
        if number > range.upperBound { throw MPDError(.argument, "Number too large: \(text)") }
        return number
    }

    func id(_ index: Int) throws(MPDError) -> UInt64 { UInt64(try int(index, in: 0...Int.max)) }

    func bool(_ index: Int) throws(MPDError) -> Bool {
        switch values[index] {
        case "0": return false
        case "1": return true
        default: throw MPDError(.argument, "Boolean (0/1) expected: \(values[index])")
        }
    }

    func seconds(_ index: Int) throws(MPDError) -> Double {
        guard let number = Double(values[index]), number.isFinite, abs(number) < 1e9 else {
            throw MPDError(.argument, "Float expected: \(values[index])")
        }
        return number
    }

    /// Reads a place such as `3` or a range such as `3:7` or `3:` of a list with this number of entries.
    /// - Parameter isLenient: whether a range may go beyond the end.
    func range(_ index: Int, of total: Int, isLenient: Bool = false) throws(MPDError) -> Range<Int> {
        let parts = values[index].split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let start = Int(parts[0]) else {
            throw MPDError(.argument, "Integer or range expected: \(values[index])")
        }
        let isSingle = parts.count == 1
        let named = isSingle ? start.addingReportingOverflow(1).partialValue : parts[1].isEmpty ? total : Int(parts[1])
        guard let named else { throw MPDError(.argument, "Integer or range expected: \(values[index])") }
        let end = isSingle && !isLenient ? named : min(named, total)
        guard start >= 0, end >= 0, start <= end || isLenient, end <= total else { throw .badIndex }
        return min(start, end)..<end
    }

    /// Reads the place of an insertion: a number, or one that counts from the current entry, such as `+0`.
    func place(_ index: Int, current: Int?, count total: Int) throws(MPDError) -> Int {
        let text = values[index]
        guard let number = Int(text) else { throw MPDError(.argument, "Integer expected: \(text)") }
        guard let sign = text.first, sign == "+" || sign == "-" else { return try int(index, in: 0...total) }
        guard let current else { throw MPDError(.notPlaying, "No current song") }
        let place = current + (sign == "+" ? 1 : 0) + min(max(number, -total), total)
        guard (0...total).contains(place) else { throw MPDError(.argument, "Number too large: \(text)") }
        return place
    }
}
