import CRubberband

/// Changes the tempo of music with librubberband's real-time mode.
///
/// The rate can change only before the first frame and at a flush.
final class RubberbandTempo {
    private let library: Rubberband
    private let state: lw_rubberband
    private let channels: Int
    private var rate = 1.0
    /// True if no frames were written since the beginning or the last flush.
    private var isFresh = true
    /// Number of further output frames to drop, because they come from the silence that the library gets before the
    /// first frame.
    private var delay = 0
    /// Number of output frames that the frames written so far will yield, minus the output frames read so far.
    private var owed = 0.0
    /// One buffer of ``piece`` samples for each channel, in consecutive memory.
    private let planes: UnsafeMutablePointer<Float>
    private let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    /// Maximum number of frames passed to the library at once.
    private static let piece = 1024

    /// Creates a tempo changer. Returns nil if the library is not installed, or memory is exhausted.
    init?(_ format: PCMFormat) {
        let options = LW_RUBBERBAND_REAL_TIME | LW_RUBBERBAND_NO_THREADS | LW_RUBBERBAND_CHANNELS_TOGETHER
        guard let library = try? Rubberband.shared.get(),
            let state = library.create(UInt32(format.sampleRate), UInt32(format.channelCount), options, 1, 1)
        else { return nil }
        self.library = library
        self.state = state
        channels = format.channelCount
        planes = .allocate(capacity: Self.piece * channels)
        planes.initialize(repeating: 0, count: Self.piece * channels)
        pointers = .allocate(capacity: channels)
        for channel in 0..<channels { (pointers + channel).initialize(to: planes + channel * Self.piece) }
        library.setMaximumFrames(state, UInt32(Self.piece))
    }

    deinit {
        library.delete(state)
        planes.deallocate()
        pointers.deallocate()
    }

    /// Maximum number of written frames whose output cannot be read yet: two windows and the delay, up to 6,800 frames
    /// at 48 kHz and triple speed.
    var maximumPending: Int { 8 * Int(library.startPad(state)) }

    /// Sets the rate. Call only before the first frame is written, or right after a flush.
    func setRate(_ rate: Double) {
        self.rate = rate
        library.setTimeRatio(state, 1 / rate)
    }

    /// Passes interleaved frames to the library.
    func write(_ samples: UnsafeBufferPointer<Float>) {
        if isFresh { begin() }
        let frames = samples.count / channels
        var done = 0
        while done < frames {
            let count = min(frames - done, Self.piece)
            for channel in 0..<channels {
                let plane = pointers[channel]
                for frame in 0..<count { plane[frame] = samples[(done + frame) * channels + channel] }
            }
            process(count)
            done += count
        }
        owed += Double(frames) / rate
    }

    /// Passes the silence to the library that it needs before the first frame. Sets ``delay`` so that the output begins
    /// with the first frame written.
    private func begin() {
        isFresh = false
        delay = Int(library.startDelay(state))
        processSilence(Int(library.startPad(state)))
    }

    private func processSilence(_ frames: Int) {
        planes.update(repeating: 0, count: Self.piece * channels)
        for start in stride(from: 0, to: frames, by: Self.piece) { process(min(frames - start, Self.piece)) }
    }

    private func process(_ frames: Int) {
        pointers.withMemoryRebound(to: UnsafePointer<Float>?.self, capacity: channels) {
            library.process(state, $0, UInt32(frames), 0)
        }
        while delay > 0, available > 0 { delay -= retrieve(min(delay, Self.piece)) }
    }

    var available: Int { max(Int(library.available(state)), 0) }

    /// Reads up to `frames` output frames into ``planes``. Returns their number.
    private func retrieve(_ frames: Int) -> Int {
        pointers.withMemoryRebound(to: UnsafeMutablePointer<Float>?.self, capacity: channels) {
            Int(library.retrieve(state, $0, UInt32(frames)))
        }
    }

    /// Reads interleaved output frames. Returns their number.
    func read(into samples: UnsafeMutableBufferPointer<Float>) -> Int {
        let room = samples.count / channels
        var given = 0
        while given < room {
            let count = retrieve(min(room - given, Self.piece))
            guard count > 0 else { break }
            for channel in 0..<channels {
                let plane = pointers[channel]
                for frame in 0..<count { samples[(given + frame) * channels + channel] = plane[frame] }
            }
            given += count
        }
        owed -= Double(given)
        return given
    }

    /// Returns the output of the written frames that was not read yet. Resets the library, so that the next frame is
    /// again a first one.
    func flush() -> [Float] {
        let count = max(Int(owed.rounded()), 0)
        var rest: [Float] = []
        var silence = maximumPending + Self.piece
        while rest.count < count * channels {
            if available > 0 {
                rest += [Float](unsafeUninitializedCapacity: available * channels) { buffer, initialized in
                    initialized = read(into: buffer) * channels
                }
            } else if silence > 0 {
                silence -= Self.piece
                processSilence(Self.piece)
            } else {
                rest += [Float](repeating: 0, count: count * channels - rest.count)
            }
        }
        rest.removeLast(rest.count - count * channels)
        library.reset(state)
        (isFresh, delay, owed) = (true, 0, 0)
        return rest
    }
}
