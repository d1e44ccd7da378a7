import CPulse
import RadioLoop

/// Sets a stream's volume and mute, and reports when a mixer changes them.
final class PulseMixerWatch {
    /// The stream's volume and mute after a change.
    struct Change {
        /// Volume; 1 is the server's full volume.
        var volume: Double
        var isVolumeNew: Bool
        var isMuted: Bool
        /// True if this is the first report, which describes the stream as it began.
        var isFirst: Bool
    }

    private let stream: PulseStream
    private let loop: EventLoop
    private let onChange: (Change) -> Void
    private let onKnown: () -> Void
    private var isFirst = true
    /// True once the stream's initial state is known, or the server failed to report it.
    private(set) var isKnown = false
    /// The stream's volume in PulseAudio's scale, as last set or reported; nil before that.
    private var volume: UInt32?
    private var isMuted: Bool
    private var asking: OpaquePointer?
    /// Number of the latest request for volume and mute. An answer to an older request is dropped.
    private var question = 0

    /// Creates a watch. `onChange` and `onKnown` are called from the loop's inbox, `onKnown` only once.
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
        // A phone call may have muted the stream from its beginning. The server could not ask the stream to cork before
        // it was open, so the mute is the only sign of such a call.
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

    /// Asks the server for the stream's volume and mute.
    ///
    /// The server answers requests in order, so an answer reflects all settings that were sent before the request. A
    /// new setting cancels a pending request, because the server reports the setting as a change, which leads to a new
    /// request.
    private func ask() {
        forgetQuestion()
        asking = pa_context_get_sink_input_info(
            stream.context, stream.index,
            { _, info, end, me in
                // With a positive `end`, libpulse only marks the end of the answer.
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

    /// Handles an answer without volume and mute: the stream's state counts as known nevertheless.
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

    /// Handles an answer: stores the stream's volume and mute, and reports them if they changed.
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
