import RadioLoop

/// The observers of the sound's levels. The player measures levels only while there are observers.
final class LevelObservers {
    private var observers: [(id: Int, call: (AudioLevels) -> Void)] = []
    private var count = 0
    private var timer: LoopTimer!
    /// Turns the player's measuring on or off.
    private let measure: (Bool) -> Void

    private static let interval = Duration.milliseconds(40)
    /// The number of intervals without heard sound after which the observers get silence.
    private static let patience = 5

    /// The number of channels that the observers know; 0 once they got silence.
    private var channelCount = 0
    /// The number of intervals since sound was heard.
    private var quiet = 0

    /// - Parameters:
    ///   - measure: turns the player's measuring on or off.
    ///   - levels: returns the levels of the sound that was heard since the last call; nil if none was heard.
    init(loop: EventLoop, measure: @escaping (Bool) -> Void, levels: @escaping () -> AudioLevels?) {
        self.measure = measure
        timer = loop.makeTimer { [weak self] in
            guard let self else { return }
            timer.rearm(after: Self.interval)
            if let levels = levels() {
                (quiet, channelCount) = (0, levels.channels.count)
                tell(levels)
            } else {
                quiet += 1
                guard quiet == Self.patience, channelCount > 0 else { return }
                let silence = AudioLevels.Channel(average: AudioLevels.floor, peak: AudioLevels.floor)
                tell(AudioLevels(channels: Array(repeating: silence, count: channelCount)))
                channelCount = 0
            }
        }
    }

    private func tell(_ levels: AudioLevels) { for observer in observers { observer.call(levels) } }

    deinit { timer.cancel() }

    var isEmpty: Bool { observers.isEmpty }

    func add(_ observer: @escaping (AudioLevels) -> Void) -> PlaybackObservation {
        count += 1
        let id = count
        observers.append((id, observer))
        if observers.count == 1 {
            measure(true)
            timer.rearm(after: Self.interval)
        }
        return PlaybackObservation { [weak self] in self?.remove(id) }
    }

    private func remove(_ id: Int) {
        observers.removeAll { $0.id == id }
        guard observers.isEmpty else { return }
        timer.disarm()
        measure(false)
    }
}
