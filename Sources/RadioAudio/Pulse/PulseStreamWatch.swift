import CPulse
import RadioLoop

/// What mixers, phone calls and the owner of the device do to one open stream.
final class PulseStreamWatch {
    enum News {
        case event(AudioOutputEvent)
        /// It is known how the stream began: sound may be given.
        case known
    }

    private unowned let stream: PulseStream
    private let loop: EventLoop
    private let onNews: (News) -> Void
    /// Exists from the initializer on.
    private var mixer: PulseMixerWatch?
    private var interruption = PulseInterruption()
    private var callQuery: PulseCallQuery?
    /// Whether the call that silences us lasts.
    private var lastingQuery: PulseCallQuery?
    private var volume: Double
    private var isMuted: Bool
    private var isSuspendOurs = false
    private var isSuspendTold = false

    /// - Parameters:
    ///   - start: what the stream was made with.
    ///   - onNews: comes from the inbox, or from inside a call of this object.
    init(
        stream: PulseStream, loop: EventLoop, start: OutputConfiguration, onNews: @escaping (News) -> Void
    ) {
        self.stream = stream
        self.loop = loop
        self.onNews = onNews
        (volume, isMuted) = (start.volume ?? 1, start.isMuted)
        mixer = PulseMixerWatch(
            stream: stream, loop: loop, volume: start.volume, isMuted: start.isMuted,
            onChange: { [weak self] in self?.mixerChanged($0) }, onKnown: { [weak self] in self?.onNews(.known) })
    }

    func setVolume(_ volume: Double) {
        self.volume = volume
        mixer?.setVolume(volume)
    }

    func setMuted(_ muted: Bool) {
        isMuted = muted
        mixer?.setMuted(muted)
    }

    func sinkInputChanged(_ index: UInt32) { mixer?.sinkInputChanged(index) }

    private func tell(_ event: AudioOutputEvent) { onNews(.event(event)) }

    // MARK: The device sleeps

    /// - Parameter isCorked: what the stream was asked for last.
    func suspended(_ on: Bool, isCorked: Bool) {
        // Before an uncork is answered it may be the sleep that the uncork is about to end: the answer will tell.
        if on { isSuspendOurs = isCorked || stream.isCorkAsked }
        isSuspendTold = on
        tell(.suspended(on, isOurs: isSuspendOurs))
    }

    /// libpulse says nothing of it where the stream leaves a sleeping device for one that is awake.
    func moved() {
        if isSuspendTold, !stream.isSuspended { suspended(false, isCorked: false) }
        tell(.moved(device: stream.deviceName))
    }

    func corked(_ on: Bool, isCorked: Bool) {
        tell(.corked(on))
        if on { handle(interruption.corked()) } else { tellIfSuspended(isCorked: isCorked) }
    }

    /// A device that sleeps because nobody plays wakes up for a stream before the stream is told of anything. One that
    /// does not was taken away by somebody.
    func tellIfSuspended(isCorked: Bool) {
        guard !isCorked, !stream.isCorkAsked, stream.isSuspended else { return }
        isSuspendOurs = false
        isSuspendTold = true
        tell(.suspended(true, isOurs: false))
    }

    // MARK: Volume, mute and calls

    /// A stream that begins during a call is muted: nothing is given before that is known, or it would be played to
    /// nobody.
    var isBirthKnown: Bool { mixer?.isKnown == true && callQuery == nil }

    func corkRequested(_ on: Bool) { handle(interruption.requested(on)) }

    private func mixerChanged(_ change: PulseMixerWatch.Change) {
        let news = interruption.muted(change.isMuted, wanted: isMuted, isFirst: change.isFirst)
        volume = change.volume
        if case .mute = news {} else if change.isVolumeNew { tell(.volumeChanged(volume, isMuted: isMuted)) }
        handle(news)
    }

    private func handle(_ news: PulseInterruption.News) {
        switch news {
        case .none: break
        case .mute(let isMuted):
            self.isMuted = isMuted
            tell(.volumeChanged(volume, isMuted: isMuted))
        case .interruption(let on): tell(.interruptionRequested(on))
        case .question:
            ask(\.callQuery) { watch, isCall in
                watch.handle(watch.interruption.mutedAtBirth(byCall: isCall == true))
                watch.onNews(.known)
            }
        case .doubt: ask(\.lastingQuery) { watch, isCall in watch.handle(watch.interruption.lasted(isCall)) }
        }
    }

    private func ask(
        _ query: ReferenceWritableKeyPath<PulseStreamWatch, PulseCallQuery?>,
        _ answer: @escaping (PulseStreamWatch, Bool?) -> Void
    ) {
        guard let context = stream.context else { return }
        self[keyPath: query] = PulseCallQuery(context: context, sink: stream.deviceIndex, loop: loop) { [weak self] in
            guard let self else { return }
            self[keyPath: query] = nil
            answer(self, $0)
        }
    }
}
