import RadioFormats
import RadioLoop
import RadioStreams

/// Positions of the item: where it is, where it can go, and going there.
extension Player {
    /// The position of a moment of the timeline.
    func position(at time: Int64) -> MediaTime { places.position(at: time)?.time ?? MediaTime(flicks: time) }

    /// When what is heard was recorded, as the playlist tells; since 1970.
    func wallClock(at time: Int64) -> MediaTime? { places.position(at: time)?.wallClock }

    /// Where play can be continued: all that the server has of a stream of segments, a whole local file, else what is held.
    var seekableRange: MediaTimeRange? {
        if let presentation = streamInfo?.presentation {
            return MediaTimeRange(start: presentation.start, end: presentation.end)
        }
        if streamInfo?.isSeekable == true, let itemDuration { return MediaTimeRange(start: .zero, end: itemDuration) }
        let held = timeline.range
        guard held.end > held.start else { return nil }
        return MediaTimeRange(start: MediaTime(flicks: held.start), end: MediaTime(flicks: held.end))
    }

    func seek(to position: MediaTime) throws(SeekError) {
        guard item != nil, machine.facts.intent != .stopped else { throw .nothingPlays }
        guard let range = seekableRange else { throw .notSeekable }
        guard range.start <= position, position <= range.end else { throw .outOfRange(range) }
        followsEdge = false
        let held = timeline.range
        let time = places.isEmpty ? position.flicks : places.timelineTime(of: position, in: held)
        if let time, time >= held.start, time < held.end, !join.isSearching {
            step(.sought(isHeld: true))
            goOn(with: timeline.packetNumber(at: time))
        } else {
            guard streamInfo?.isSeekable == true else { throw .outOfRange(range) }
            fetch(from: position) { stream in stream.seek(to: position) }
        }
    }

    func seek(toDate date: MediaTime) throws(SeekError) {
        guard item != nil, machine.facts.intent != .stopped else { throw .nothingPlays }
        let now = lastHeard.time
        // Any moment whose date is known tells the others; dates may jump where the programme does.
        if let presentation = streamInfo?.presentation, let begin = presentation.wallClock {
            return try seek(to: presentation.start + (date - begin))
        }
        guard let known = wallClock(at: now) else { throw .noDate }
        try seek(to: position(at: now) + (date - known))
    }

    func select(rendition name: String) throws(SeekError) {
        guard item != nil, machine.facts.intent != .stopped else { throw .nothingPlays }
        guard let presentation = streamInfo?.presentation, presentation.renditions.contains(where: { $0.name == name })
        else { throw .noSuchRendition(name) }
        guard presentation.track.rendition?.name != name else { return }
        renditionName = name
        let position = position(at: heardTime)
        fetch(from: position) { stream in stream.select(rendition: name, from: position) }
    }

    /// What is heard now, on the timeline.
    var heardTime: Int64 {
        let now = MonotonicInstant.now
        return (finishing?.heard(at: now) ?? lane?.heard(at: now) ?? lastHeard).time
    }

    /// What is held is of no more use: the stream brings what comes next.
    private func fetch(from position: MediaTime, _ ask: (any MediaStream) -> Void) {
        hasEndElement = false
        itemLength.settle()
        startTime = position
        join.append(.discontinuity, at: .now)
        goOn(with: timeline.end)
        let isOver = machine.facts.download == .ended || stream == nil
        step(.sought(isHeld: false))
        // A stream that has ended is opened again, and begins there.
        if !isOver, let stream { ask(stream) }
    }

    /// A station in segments goes on where a listener begins who comes now. False for any other item.
    func jumpToPresentEdge() -> Bool {
        guard let presentation = streamInfo?.presentation, !presentation.isFinite, !places.isEmpty else { return false }
        let edge = presentation.edge
        // Nearer to the end there is nothing to play with.
        guard position(at: heardTime) < edge else { return true }
        if let time = places.timelineTime(of: edge, in: timeline.range) {
            goOn(with: timeline.packetNumber(at: time))
        } else {
            fetch(from: edge) { stream in stream.seek(to: edge) }
        }
        return true
    }
}
