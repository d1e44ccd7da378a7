/// Computes the time of each frame of an elementary stream from the times that its container states for some positions.
///
/// A mark is a position in the elementary stream's bytes for which the container states a time. The time belongs to the
/// first frame that begins at or after the mark (ISO/IEC 13818-1 §2.4.3.7). The times of the following frames are
/// computed from exact durations, until the next mark. After bytes were lost, frames have no time until the next mark.
struct FrameClock {
    /// Maximum number of marks (positions for which the container gives a time) whose frame has not been emitted yet.
    /// If there are more, the oldest mark is dropped.
    static let maximumMarks = 64
    /// Number of flicks after which a 33-bit clock of 90 kHz restarts at zero (26.5 hours).
    static let period = Int64(1) << 33 * flicksPerTick
    /// Number of flicks in one tick of a 90 kHz clock.
    static let flicksPerTick = Int64(MediaTime.flicksPerSecond) / 90_000

    private var marks: [(place: Int, time: MediaTime)] = []
    /// Time of the next frame; nil if unknown.
    private var next: MediaTime?
    /// True after a discontinuity. The next frame then has no time, unless it has a mark.
    private var isDoubtful = false
    private var sampleRate = 0

    /// Returns the time that a value of the 33-bit clock stands for, which counts 90,000 ticks a second.
    /// - Parameter ticks: the value in ticks; bits above the 33rd are ignored.
    static func time(ticks: UInt64) -> MediaTime { MediaTime(flicks: Int64(ticks & (1 << 33 - 1)) * flicksPerTick) }

    mutating func mark(_ time: MediaTime, at place: Int) {
        if marks.count == Self.maximumMarks { marks.removeFirst() }
        marks.append((place, time))
    }

    mutating func tear() {
        marks.removeAll(keepingCapacity: true)
        next = nil
    }

    /// Emits a packet, format or tag that a framer cut from the elementary stream, with its time.
    mutating func take(_ piece: FramePiece, _ emit: (SegmentElement) -> Void) {
        switch piece {
        case .element(.packet(let packet), let place):
            if let time = settle(at: place) {
                next = time
            } else if isDoubtful {
                next = nil
            }
            isDoubtful = false
            emit(.packet(packet, time: next))
            next = next.map { after($0, sampleCount: packet.sampleCount) }
        case .element(.format(let format), _):
            sampleRate = format.sampleRate
            emit(.format(format))
        case .element(.metadata(let metadata), let place):
            emit(.metadata(metadata, time: marks.last { $0.place <= place }?.time ?? next))
        case .element(.discontinuity, _):
            isDoubtful = true
            emit(.damage)
        case .element(.position, _), .element(.end, _), .passed: break
        }
    }

    /// Removes all marks at or before the position `place`, and returns the time of the last of them; nil if there is
    /// none.
    private mutating func settle(at place: Int) -> MediaTime? {
        var found: MediaTime?
        while let first = marks.first, first.place <= place {
            found = first.time
            marks.removeFirst()
        }
        return found
    }

    private func after(_ time: MediaTime, sampleCount: Int) -> MediaTime {
        let flicks = time.flicks + MediaTime(samples: Int64(sampleCount), rate: sampleRate).flicks
        return MediaTime(flicks: flicks < Self.period ? flicks : flicks - Self.period)
    }
}
