import RadioFormats

/// Measures the loudness of an item, and makes the item as loud as all others.
package final class LoudnessStage: SoundStage {
    /// The sound after which the gain of an unknown item changes.
    private static let step = 0.1
    /// The shortest sound whose loudness is reported.
    private static let leastReported = Duration.seconds(20)
    /// The sound between two reports.
    private static let reportInterval = Duration.seconds(60)

    private let meter = LoudnessMeter()
    private let gain = SoundGain()
    /// Nil once the stage has ended.
    private var decision: LoudnessGain?
    /// The loudness of the item's earlier sound; nil if the item is unknown.
    private var past: LoudnessReading?
    private var reported = Duration.zero
    private let report: (LoudnessReading) -> Void

    /// - Parameters:
    ///   - target: the loudness that all items shall have, in LUFS.
    ///   - report: called with the item's loudness, which includes the earlier sound, once a minute and at the end.
    ///     It may be called while an output takes sound.
    package init(target: Double, report: @escaping (LoudnessReading) -> Void) {
        decision = LoudnessGain(target: target)
        self.report = report
    }

    deinit { finish() }

    package var lifts: Bool { gain.lifts }
    /// The gain now, in decibels; nil once the stage has ended.
    package var decibels: Double? { decision?.decibels }
    /// Whether the stage has ended and changes nothing any more.
    package var isIdle: Bool { decision == nil && gain.isNeutral }

    /// The loudness of all known sound of the item, in LUFS; nil if it is unknown.
    package var reading: LoudnessReading? { meter.reading.map { $0.added(to: past) } ?? past }

    /// Sets the loudness of the item's earlier sound, or the loudness that the item's tags state.
    ///
    /// Tags count as no sound at all, and only if there is no other reading.
    package func know(_ reading: LoudnessReading) {
        guard past == nil || past?.duration == .zero && reading.duration > .zero else { return }
        past = reading
        decision?.know(reading.loudness)
        if meter.duration == .zero { gain.begin(decibels: decibels ?? 0) } else { gain.set(decibels: decibels ?? 0) }
    }

    /// Changes the loudness that the item shall have; nil ends the stage.
    package func set(target: Double?) {
        decision = target.map { LoudnessGain(target: $0) }
        if let reading { decision?.know(reading.loudness) }
        gain.set(decibels: decibels ?? 0)
    }

    /// Handles that a new title begins.
    package func titleDidBegin() {
        guard let reading else { return }
        decision?.titleDidBegin(reading)
        gain.set(decibels: decibels ?? 0)
    }

    package func process(_ samples: UnsafeMutableBufferPointer<Float>, format: PCMFormat) {
        guard format.channelCount > 0 else { return }
        let step = max(Int(Self.step * Double(format.sampleRate)), 1) * format.channelCount
        var rest = samples[...]
        while !rest.isEmpty {
            let isLearning = decision?.isLearning == true
            let piece = UnsafeMutableBufferPointer(rebasing: rest.prefix(isLearning ? step : rest.count))
            rest = rest.dropFirst(piece.count)
            if decision != nil { meter.add(UnsafeBufferPointer(piece), format: format) }
            if isLearning {
                let frames = piece.count / format.channelCount
                decision?.advance(by: .seconds(Double(frames) / Double(format.sampleRate)), measured: meter.reading)
                gain.set(decibels: decibels ?? 0)
            }
            gain.process(piece, format: format)
        }
        if meter.duration - reported >= Self.reportInterval { tell() }
    }

    /// Reports the loudness because no more sound may follow.
    package func finish() { if meter.duration - reported >= Self.leastReported { tell() } }

    private func tell() {
        reported = meter.duration
        if let reading { report(reading) }
    }
}
