import RadioFormats

extension DateRange {
    /// Reads one EXT-X-DATERANGE tag (RFC 8216 §4.3.2.7, rfc8216bis §4.4.5.1); nil if it has no ID.
    init?(_ list: AttributeList, _ notes: inout PlaylistNotes) {
        guard let id = list.filled("ID") else {
            notes.warn("EXT-X-DATERANGE without ID: ignored.")
            return nil
        }
        self.init(id: id)
        kind = list.filled("CLASS")
        start = list.date("START-DATE", &notes)
        end = list.date("END-DATE", &notes)
        duration = list.duration("DURATION", &notes)
        plannedDuration = list.duration("PLANNED-DURATION", &notes)
        endsOnNext = list.flag("END-ON-NEXT", &notes)
        cue = (list.text("CUE") ?? "").split(separator: ",").map(\.trimmingBlanks)
        if let start, let end, end < start {
            notes.warn("The date range \(AttributeList.shown(id)) ends before it starts: its END-DATE is ignored.")
            self.end = nil
        }
        for name in list.names {
            if name.hasPrefix("SCTE35-") {
                scte35[name] = list.bytes(name, &notes)
            } else if name.hasPrefix("X-"), let value = list[name] {
                attributes[name] = AttributeValue(value)
            }
        }
    }

    /// The largest number of client attributes, and of SCTE-35 values, that a range may collect from all its tags.
    static let maximumAttributes = 4 * AttributeList.maximumAttributes

    /// Adds the properties from another tag for this range, or from a newer playlist (RFC 8216 §4.3.2.7: tags with one
    /// ID describe one range). Newer values replace older ones.
    mutating func merge(_ other: DateRange) {
        kind = other.kind ?? kind
        start = other.start ?? start
        end = other.end ?? end
        duration = other.duration ?? duration
        plannedDuration = other.plannedDuration ?? plannedDuration
        endsOnNext = endsOnNext || other.endsOnNext
        if !other.cue.isEmpty { cue = other.cue }
        scte35.merge(other.scte35) { $1 }
        attributes.merge(other.attributes) { $1 }
        // Without the limit, hours of updates could make a range grow without end.
        if attributes.count > Self.maximumAttributes { attributes = other.attributes }
        if scte35.count > Self.maximumAttributes { scte35 = other.scte35 }
    }
}

extension AttributeValue {
    /// Reads an attribute's value. The way the value is written shows whether it is a text, a number or bytes.
    init(_ value: AttributeList.Value) {
        if value.isQuoted {
            self = .text(value.text)
        } else if let bytes = PlaylistNumber.bytes(value.text) {
            self = .bytes(bytes)
        } else if let number = Double(value.text), number.isFinite {
            self = .number(number)
        } else {
            self = .text(value.text)
        }
    }
}
