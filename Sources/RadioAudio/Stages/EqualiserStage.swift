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
            (self.format, filters) = (format, [])
            tune(format)
        }
        var rest = samples[...]
        while !rest.isEmpty {
            let isMoving = present != wanted
            if isMoving {
                present = present.moved(to: wanted, by: Self.largestStep)
                tune(format)
            }
            let count = isMoving ? Self.stepFrames * format.channelCount : rest.count
            let piece = UnsafeMutableBufferPointer(rebasing: rest.prefix(count))
            rest = rest.dropFirst(piece.count)
            for index in filters.indices { filters[index].biquad.process(piece) }
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
