import CPulse
import RadioLoop

/// Watches one open stream for changes by mixers and phone calls, and for suspends of its device.
final class PulseStreamWatch {
    /// A report of the watch.
    enum News {
        case event(AudioOutputEvent)
        /// The server answered, or failed to answer, a question about the stream's initial state. Sound may be supplied
        /// if ``isBirthKnown`` is true now.
        case known
    }

    private let stream: PulseStream
    private let loop: EventLoop
    private let onNews: (News) -> Void
    /// The watch for volume and mute; set in the initializer.
    private var mixer: PulseMixerWatch?
    private var interruption = PulseInterruption()
    private var callQuery: PulseCallQuery?
    /// Asks whether the call that silences our stream still lasts.
    private var lastingQuery: PulseCallQuery?
    private var volume: Double
    private var isMuted: Bool
    private var isSuspendOurs = false
    private var isSuspendTold = false

    /// Creates a watch for an open stream.
    /// - Parameters:
    ///   - start: the settings with which the stream was created.
    ///   - onNews: called from the loop's inbox, or inside a method of this object.
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

    // MARK: Suspend and cork

    /// Reports that the device was suspended or resumed.
    /// - Parameter isCorked: whether the last request for the stream was to cork it, not to uncork it.
    func suspended(_ on: Bool, isCorked: Bool) {
        // While the server has not answered an uncork, the device may be suspended only because it is idle. The uncork
        // then ends the suspend. If the suspend does not end, ``tellIfSuspended(isCorked:)`` reports it after the
        // answer.
        if on { isSuspendOurs = isCorked || stream.isCorkAsked }
        isSuspendTold = on
        tell(.suspended(on, isOurs: isSuspendOurs))
    }

    /// Reports the new device, and, after a suspend, that the new device is awake.
    ///
    /// libpulse reports no resume when a stream moves from a suspended device to one that is awake.
    func moved() {
        if isSuspendTold, !stream.isSuspended { suspended(false, isCorked: false) }
        tell(.moved(device: stream.deviceName))
    }

    func corked(_ on: Bool, isCorked: Bool) {
        tell(.corked(on))
        if on { handle(interruption.corked()) } else { tellIfSuspended(isCorked: isCorked) }
    }

    /// After the stream was opened or uncorked, reports if its device is suspended.
    ///
    /// A device that was suspended for idleness has resumed before the stream gets any report. So if the device is
    /// suspended now, the cause is not idleness.
    func tellIfSuspended(isCorked: Bool) {
        guard !isCorked, !stream.isCorkAsked, stream.isSuspended else { return }
        isSuspendOurs = false
        isSuspendTold = true
        tell(.suspended(true, isOurs: false))
    }

    // MARK: Volume, mute and calls

    /// True once it is known whether a call muted the stream at its beginning.
    ///
    /// Before that, no sound is supplied, because a call would mute it and nobody would hear it.
    var isBirthKnown: Bool { mixer?.isKnown == true && callQuery == nil }

    func corkRequested(_ on: Bool) { handle(interruption.requested(on)) }

    private func mixerChanged(_ change: PulseMixerWatch.Change) {
        let news = interruption.muted(change.isMuted, wanted: isMuted, isFirst: change.isFirst)
        volume = change.volume
        if case .mute = news {} else if change.isVolumeNew { tell(.volumeChanged(volume, isMuted: isMuted)) }
        handle(news)
    }

    /// Reports an interruption or a mute. If the cause is unclear, asks the server whether there is a phone call.
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

    /// Asks whether a call silences our stream, and keeps the query in the property `query` until the answer.
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
