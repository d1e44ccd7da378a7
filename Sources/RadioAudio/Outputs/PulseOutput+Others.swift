import CPulse

/// What mixers, phone calls and the owner of the device do to the stream.
extension PulseOutput {
    // MARK: The device sleeps

    func suspended(_ on: Bool) {
        // Before an uncork is answered it may be the sleep that the uncork is about to end: the answer will tell.
        if on { isSuspendOurs = isCorked || stream?.isCorkAsked == true }
        isSuspendTold = on
        tell(.suspended(on, isOurs: isSuspendOurs))
    }

    /// libpulse says nothing of it where the stream leaves a sleeping device for one that is awake.
    func moved(_ stream: PulseStream) {
        if isSuspendTold, !stream.isSuspended { suspended(false) }
        tell(.moved(device: stream.deviceName))
    }

    func corked(_ on: Bool) {
        tell(.corked(on))
        if on { tell(interruption.corked(), volume: configuration.volume ?? 1) } else { tellIfSuspended() }
    }

    /// A device that sleeps because nobody plays wakes up for a stream before the stream is told of anything. One that does not was taken away
    /// by somebody.
    func tellIfSuspended() {
        guard state == .open, !isCorked, let stream, !stream.isCorkAsked, stream.isSuspended else { return }
        isSuspendOurs = false
        isSuspendTold = true
        tell(.suspended(true, isOurs: false))
    }

    // MARK: Volume, mute and calls

    /// A stream that begins during a call is muted: nothing is given before that is known, or it would be played to nobody.
    var isBirthKnown: Bool { mixer?.isKnown == true && callQuery == nil }

    func corkRequested(_ on: Bool) { tell(interruption.requested(on), volume: configuration.volume ?? 1) }

    func mixerChanged(_ change: PulseMixerWatch.Change) {
        let news = interruption.muted(change.isMuted, wanted: configuration.isMuted, isFirst: change.isFirst)
        if change.isVolumeNew { configuration.volume = change.volume }
        if case .mute(let isMuted) = news {
            muteChanged(isMuted, volume: change.volume)
        } else if change.isVolumeNew {
            tell(.volumeChanged(change.volume, isMuted: configuration.isMuted))
        }
        tell(news, volume: change.volume)
    }

    private func muteChanged(_ isMuted: Bool, volume: Double) {
        configuration.isMuted = isMuted
        tell(.volumeChanged(volume, isMuted: isMuted))
    }

    private func tell(_ news: PulseInterruption.News, volume: Double) {
        switch news {
        case .none, .mute: break
        case .interruption(let on): tell(.interruptionRequested(on))
        case .question: ask(volume)
        case .doubt: askWhetherCallLasts()
        }
    }

    private func ask(_ volume: Double) {
        guard let context = connection.context, let stream else { return }
        callQuery = PulseCallQuery(context: context, sink: stream.deviceIndex, loop: loop) { [weak self] isCall in
            guard let self else { return }
            self.callQuery = nil
            let news = self.interruption.mutedAtBirth(byCall: isCall == true)
            if case .mute(let isMuted) = news { self.muteChanged(isMuted, volume: volume) }
            self.tell(news, volume: volume)
            self.pump()
        }
    }

    private func askWhetherCallLasts() {
        guard let context = connection.context, let stream else { return }
        lastingQuery = PulseCallQuery(context: context, sink: stream.deviceIndex, loop: loop) { [weak self] isCall in
            guard let self else { return }
            self.lastingQuery = nil
            self.tell(self.interruption.lasted(isCall), volume: self.configuration.volume ?? 1)
        }
    }
}
