import RadioFormats

/// The segments and parts of an ``HlsChannel`` that exist at a time of the origin's clock, and their playlist.
struct HlsChannelState {
    let name: String
    let script: HlsChannel
    /// The segments that the programme has returned so far. `ends` holds the time at which each ends.
    private var segments: [HlsOriginSegment] = []
    private var ends: [MediaTime] = []
    private var isOver = false

    /// The number of segments that are complete at a time, and the number of complete parts of the segment that follows
    /// them. `isEnded` means that no segment follows.
    struct Edge {
        var segments: Int
        var parts: Int
        var isEnded: Bool
    }

    init(name: String, script: HlsChannel) {
        self.name = name
        self.script = script
    }

    mutating func segment(_ index: Int) -> HlsOriginSegment? {
        while !isOver, segments.count <= index {
            guard let next = script.programme(segments.count) else {
                isOver = true
                break
            }
            ends.append((ends.last ?? .zero) + next.duration)
            segments.append(next)
        }
        return index < segments.count && index >= 0 ? segments[index] : nil
    }

    mutating func edge(at time: MediaTime) -> Edge {
        var count = 0
        while segment(count) != nil, script.kind == .onDemand || ends[count] <= time { count += 1 }
        guard let next = segment(count) else { return Edge(segments: count, parts: 0, isEnded: true) }
        var parts = 0
        if script.partTarget != nil {
            var end = count > 0 ? ends[count - 1] : .zero
            for part in next.parts {
                end = end + part.duration
                if end > time { break }
                parts += 1
            }
        }
        return Edge(segments: count, parts: parts, isEnded: false)
    }

    /// Returns whether the segment with this number, or its part, is complete (rfc8216bis §6.2.5.2). After the end of
    /// the programme, always returns true.
    mutating func holds(sequence: Int64, part: Int?, at time: MediaTime) -> Bool {
        let edge = edge(at: time)
        let index = sequence - script.firstSequence
        if edge.isEnded || index < edge.segments { return true }
        guard let part, index == edge.segments else { return false }
        return part < edge.parts
    }

    // MARK: Playlist

    /// Returns the text of the playlist at a time of the origin's clock.
    /// - Parameter skips: Whether the client asks for a delta update.
    mutating func playlist(at time: MediaTime, skips: Bool) -> String {
        let edge = edge(at: time)
        var first = 0
        if case .live(let window) = script.kind { first = max(0, edge.segments - window) }
        var lines = head(first: first)
        var shown = first
        if skips, let until = script.canSkipUntil {
            let limit = (edge.segments > 0 ? ends[edge.segments - 1] : .zero) - MediaTime(seconds: until)
            while shown < edge.segments, ends[shown] <= limit { shown += 1 }
            if shown > first { lines.append("#EXT-X-SKIP:SKIPPED-SEGMENTS=\(shown - first)") }
        }
        var writer = Writer(lines: lines)
        for index in shown..<edge.segments {
            writer.scope(segments[index], after: index > shown || shown > first ? segments[index - 1] : nil)
            if script.partTarget != nil, index >= edge.segments - script.partSegments {
                writer.lines += partLines(index, count: segments[index].parts.count)
            }
            writer.lines += segmentLines(index)
        }
        if !edge.isEnded, script.partTarget != nil, let open = segment(edge.segments) {
            writer.scope(open, after: edge.segments > first ? segments[edge.segments - 1] : nil)
            writer.lines += partLines(edge.segments, count: edge.parts)
            let next = edge.parts < open.parts.count ? (edge.segments, edge.parts) : (edge.segments + 1, 0)
            writer.lines.append("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(partURI(next.0, next.1))\"")
        }
        if edge.isEnded { writer.lines.append("#EXT-X-ENDLIST") }
        return writer.lines.joined(separator: "\n") + "\n"
    }

    private func head(first: Int) -> [String] {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:9", "#EXT-X-TARGETDURATION:\(script.targetDuration)"]
        lines.append("#EXT-X-MEDIA-SEQUENCE:\(script.firstSequence + Int64(first))")
        let gone = segments[..<first].count { $0.isDiscontinuous }
        if gone > 0 { lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(gone)") }
        switch script.kind {
        case .live: break
        case .event: lines.append("#EXT-X-PLAYLIST-TYPE:EVENT")
        case .onDemand: lines.append("#EXT-X-PLAYLIST-TYPE:VOD")
        }
        var control: [String] = []
        if script.canBlockReload { control.append("CAN-BLOCK-RELOAD=YES") }
        if let until = script.canSkipUntil { control.append("CAN-SKIP-UNTIL=\(until)") }
        if let holdBack = script.holdBack { control.append("HOLD-BACK=\(holdBack)") }
        if let holdBack = script.partHoldBack { control.append("PART-HOLD-BACK=\(holdBack)") }
        if !control.isEmpty { lines.append("#EXT-X-SERVER-CONTROL:" + control.joined(separator: ",")) }
        if let target = script.partTarget { lines.append("#EXT-X-PART-INF:PART-TARGET=\(target.seconds)") }
        return lines + script.tags
    }

    /// Collects the lines of a playlist, and writes the tags by which a segment differs from the previous one.
    private struct Writer {
        var lines: [String]

        /// Writes the tags by which `segment` differs from the previous one: discontinuity, key and init section.
        /// - Parameter last: The previous segment, or nil if the playlist begins with `segment`.
        mutating func scope(_ segment: HlsOriginSegment, after last: HlsOriginSegment?) {
            if segment.isDiscontinuous { lines.append("#EXT-X-DISCONTINUITY") }
            if segment.key != last?.key { lines.append(segment.key?.tag ?? "#EXT-X-KEY:METHOD=NONE") }
            if let section = segment.initSection, section.name != last?.initSection?.name {
                lines.append("#EXT-X-MAP:URI=\"init/\(section.name)\"")
            }
        }
    }

    private func segmentLines(_ index: Int) -> [String] {
        let segment = segments[index]
        var lines = segment.tags
        if let programDate = script.programDate {
            let date = programDate + ends[index] - segment.duration
            lines.append("#EXT-X-PROGRAM-DATE-TIME:" + HlsOriginDate.text(date))
        }
        if segment.isGap { lines.append("#EXT-X-GAP") }
        lines.append("#EXTINF:\(segment.duration.seconds),\(segment.title)")
        if script.usesByteRanges {
            let length = segment.content().count
            lines.append("#EXT-X-BYTERANGE:\(length)" + (index == 0 ? "@0" : ""))
        }
        return lines + [segmentURI(index)]
    }

    private func partLines(_ index: Int, count: Int) -> [String] {
        segments[index].parts.prefix(count).enumerated().map { number, part in
            let independent = part.isIndependent ? ",INDEPENDENT=YES" : ""
            return "#EXT-X-PART:DURATION=\(part.duration.seconds),URI=\"\(partURI(index, number))\"\(independent)"
        }
    }

    private func segmentURI(_ index: Int) -> String {
        let suffix = index < segments.count ? segments[index].suffix : "aac"
        if script.usesByteRanges { return "\(name)/all.\(suffix)" }
        return "\(name)/\(script.firstSequence + Int64(index)).\(suffix)"
    }

    private func partURI(_ index: Int, _ part: Int) -> String {
        "\(name)/\(script.firstSequence + Int64(index)).\(part).part"
    }

    // MARK: Bytes

    /// Returns the kind and the bytes of the file with this name: a segment, a part, or all segments together. Returns
    /// them even if the playlist does not list the file yet.
    mutating func content(_ file: String) -> (what: Resource, bytes: [UInt8])? {
        let words = file.split(separator: ".")
        if words.first == "all" {
            var all: [UInt8] = []
            var index = 0
            while let segment = segment(index) {
                all += segment.content()
                index += 1
            }
            return (.whole, all)
        }
        guard let sequence = words.first.flatMap({ Int64($0) }),
            let segment = segment(Int(sequence - script.firstSequence))
        else { return nil }
        if words.count == 3, let number = Int(words[1]) {
            guard segment.parts.indices.contains(number) else { return nil }
            return (.part(sequence, number), segment.parts[number].content)
        }
        guard !segment.isGap else { return nil }
        let plain = segment.content()
        return (.segment(sequence), segment.key?.encrypt(plain, sequence: sequence) ?? plain)
    }

    enum Resource {
        case whole
        case segment(Int64)
        case part(Int64, Int)
    }

    /// Returns the key with this name, or nil if no segment that the programme has returned so far uses such a key.
    func key(_ name: String) -> HlsOriginKey? { segments.lazy.compactMap(\.key).first { $0.name == name } }

    func initSection(_ name: String) -> [UInt8]? {
        segments.lazy.compactMap(\.initSection).first { $0.name == name }?.bytes
    }
}
