import CPulse
import RadioLoop

/// Sets a stream's volume and mute, and notices when a mixer changes them.
final class PulseMixerWatch {
    struct Change {
        /// 1 is the server's full volume.
        var volume: Double
        var isVolumeNew: Bool
        var isMuted: Bool
        /// The stream was like that from its beginning.
        var isFirst: Bool
    }

    private unowned let stream: PulseStream
    private let loop: EventLoop
    private let onChange: (Change) -> Void
    private let onKnown: () -> Void
    private var isFirst = true
    /// It is known how the stream began, or the server does not say.
    private(set) var isKnown = false
    /// What the server has, as far as we know; nil before its first answer.
    private var volume: UInt32?
    private var isMuted: Bool
    private var asking: OpaquePointer?
    /// Drops an answer that was posted before a newer question.
    private var question = 0

    /// `onChange` and `onKnown` come from the inbox, `onKnown` once.
    init(
        stream: PulseStream, loop: EventLoop, volume: Double?, isMuted: Bool,
        onChange: @escaping (Change) -> Void, onKnown: @escaping () -> Void
    ) {
        self.stream = stream
        self.loop = loop
        self.isMuted = isMuted
        self.onChange = onChange
        self.onKnown = onKnown
        self.volume = volume.map(PulseStream.volume)
        // A stream that begins while a phone call is heard is muted by the server before anybody can be told.
        ask()
    }

    deinit { PulseOperation.cancel(&asking) }

    func setVolume(_ volume: Double) {
        self.volume = PulseStream.volume(volume)
        forgetQuestion()
        stream.setVolume(volume)
        if !isKnown { ask() }
    }

    func setMuted(_ muted: Bool) {
        isMuted = muted
        forgetQuestion()
        stream.setMuted(muted)
        if !isKnown { ask() }
    }

    func sinkInputChanged(_ index: UInt32) {
        if index == stream.index { ask() }
    }

    /// Requests are answered in order, so the answer knows what we set before it. An answer from before a setting is not
    /// wanted: the setting itself makes the server tell of a change, and we ask again.
    private func ask() {
        forgetQuestion()
        asking = pa_context_get_sink_input_info(
            stream.context, stream.index,
            { _, info, end, me in
                // Positive: the end of an answer.
                guard end <= 0 else { return }
                let watch = Unmanaged<PulseMixerWatch>.fromOpaque(me!).takeUnretainedValue()
                guard end == 0, let info = info?.pointee else { return watch.nothingLearned() }
                var volume = info.volume
                let (loudest, isMuted) = (pa_cvolume_max(&volume), info.mute != 0)
                let question = watch.question
                watch.loop.post { [weak watch] in
                    guard let watch, watch.question == question else { return }
                    watch.learned(loudest, isMuted)
                }
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func forgetQuestion() {
        question += 1
        PulseOperation.cancel(&asking)
    }

    private func nothingLearned() {
        let asked = question
        loop.post { [weak self] in
            guard let self, self.question == asked else { return }
            self.becomeKnown()
        }
    }

    private func becomeKnown() {
        guard !isKnown else { return }
        isKnown = true
        onKnown()
    }

    private func learned(_ volume: UInt32, _ isMuted: Bool) {
        let isVolumeNew = self.volume != nil && self.volume != volume
        let isNews = isVolumeNew || self.isMuted != isMuted
        let change = Change(
            volume: Double(volume) / Double(PA_VOLUME_NORM), isVolumeNew: isVolumeNew, isMuted: isMuted,
            isFirst: isFirst)
        isFirst = false
        self.volume = volume
        self.isMuted = isMuted
        if isNews { onChange(change) }
        becomeKnown()
    }
}
