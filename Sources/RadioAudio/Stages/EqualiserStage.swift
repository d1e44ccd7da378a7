/// Applies an ``Equaliser``.
package final class EqualiserStage: SoundStage {
    /// While a setting changes, the gains move by at most ``largestStep`` decibels in this number of sample frames.
    private static let stepFrames = 64
    private static let largestStep = 0.5
    /// A band is left out if its frequency is a larger share of the sample rate.
    private static let highest = 0.45

    private var wanted = Equaliser.flat
    private var present = Equaliser.flat
    private var filters: [(band: Equaliser.Band, biquad: Biquad)] = []
    private var format: PCMFormat?

    /// The number of sample frames between two states of the filters that are kept.
    private static let keptFrames: Int64 = 512
    /// The number of kept states: those of the last 5 s at 48 kHz.
    private static let keptCount: Int64 = 512
    /// The number of sample frames that were processed.
    private var position: Int64 = 0
    /// The delayed values of all filters at each multiple of ``keptFrames``, which lies between ``firstKept`` and
    /// ``position``. Each state replaces an old one.
    private var kept: [(Double, Double)] = []
    private var firstKept: Int64 = 0

    package init() {}

    package var lifts: Bool { wanted.lifts || present.lifts }
    /// Whether the stage changes nothing any more.
    package var isIdle: Bool { wanted.isFlat && present.isFlat }

    /// Sets the equaliser. The sound changes within a tenth of a second.
    package func set(_ equaliser: Equaliser) { wanted = equaliser }

    /// Sets the equaliser from the next sample frame on, because no sound of the item was heard yet.
    package func begin(_ equaliser: Equaliser) {
        (wanted, present, format) = (equaliser, equaliser, nil)
    }

    package func process(_ samples: UnsafeMutableBufferPointer<Float>, format: PCMFormat) {
        guard !isIdle, format.channelCount > 0 else { return }
        if format != self.format {
            (self.format, filters, firstKept) = (format, [], position)
            tune(format)
        }
        var rest = samples[...]
        while !rest.isEmpty {
            let isMoving = present != wanted
            if isMoving {
                present = present.moved(to: wanted, by: Self.largestStep)
                tune(format)
            }
            keep()
            let count = min(isMoving ? Self.stepFrames : .max, Int(Self.keptFrames - position % Self.keptFrames))
            let piece = UnsafeMutableBufferPointer(rebasing: rest.prefix(count * format.channelCount))
            rest = rest.dropFirst(piece.count)
            for index in filters.indices { filters[index].biquad.process(piece) }
            position += Int64(piece.count / format.channelCount)
            // The kept states are those of other filters.
            if isMoving { firstKept = position }
        }
    }

    /// The number of delayed values of all filters.
    private var stateSize: Int { filters.reduce(0) { $0 + $1.biquad.delayed.count } }

    /// Keeps the state of the filters if it is time to.
    private func keep() {
        guard position % Self.keptFrames == 0 else { return }
        let size = stateSize
        let count = size * Int(Self.keptCount)
        if kept.count != count { (kept, firstKept) = (Array(repeating: (0, 0), count: count), position) }
        var place = self.place(of: position, size)
        for filter in filters {
            for value in filter.biquad.delayed {
                kept[place] = value
                place += 1
            }
        }
    }

    private func place(of position: Int64, _ size: Int) -> Int {
        Int(position / Self.keptFrames % Self.keptCount) * size
    }

    /// Returns how many of the last sample frames, at most `frames`, can be processed again without a click.
    func repeatable(_ frames: Int64) -> Int64 {
        let start = (position - frames + Self.keptFrames - 1) / Self.keptFrames * Self.keptFrames
        return position < frames ? frames : max(position - start, 0)
    }

    /// Brings the filters into the state before the last sample frames, because these come again.
    func tookBack(frames: Int64) {
        position = max(position - frames, 0)
        let size = stateSize
        let isKept = position >= firstKept && position % Self.keptFrames == 0
        guard frames > 0, isKept, frames < Self.keptFrames * (Self.keptCount - 1), size > 0,
            kept.count == size * Int(Self.keptCount)
        else { return firstKept = position }
        var place = self.place(of: position, size)
        for index in filters.indices {
            for channel in filters[index].biquad.delayed.indices {
                filters[index].biquad.delayed[channel] = kept[place]
                place += 1
            }
        }
    }

    /// Makes the filters of the present gains.
    private func tune(_ format: PCMFormat) {
        let bands = Equaliser.Band.allCases.filter {
            present[$0] != 0 && $0.frequency < Self.highest * Double(format.sampleRate)
        }
        filters = bands.map { band in
            var biquad = filters.first { $0.band == band }?.biquad ?? Biquad(channels: format.channelCount)
            biquad.set(band, decibels: present[band], sampleRate: format.sampleRate)
            return (band, biquad)
        }
    }
}
