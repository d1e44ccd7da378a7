/// Analyses the recorded sound of a ``SweepProgramme`` chunk by chunk. The reader finds out when sound is heard, and
/// which positions of the programme.
///
/// The reader keeps only the last twentieth of a second of sound, so it can analyse the recording of a soak for days.
struct SweepReader {
    /// Uninterrupted sound from successive positions of the programme.
    struct Stretch: Sendable {
        /// The start in seconds since the start of the recording, by the number of recorded sample frames.
        var begin: Double
        /// The end in seconds since the start of the recording.
        var end: Double
        /// The position in the programme at `begin`, in seconds, or nil if the sound is too short or is not from the
        /// programme.
        var first: Double?
        /// The position in the programme at `end`, in seconds, or nil if `first` is nil.
        var last: Double?
    }

    /// The number of sample frames in a block of two milliseconds. A block with a loud sample is loud, and otherwise
    /// silent.
    private static let block = 88
    /// The number of sample frames in a window of 40 ms, in which frequencies are measured.
    private static let window = 20 * block
    /// The number of sample frames from the start of one window to the start of the next.
    private static let hop = 10 * block
    /// The amplitude above which a sample is loud: a hundredth of full scale. The sweeps reach 40% of full scale.
    private static let loud = 327
    /// The number of successive silent blocks that end a stretch: 10 ms. The sweeps are never silent for so long.
    private static let silentBlocks = 5
    /// The largest difference in seconds between a measured and the expected position that is no jump. A player that
    /// leaves out a frame of MP3 jumps by 26 ms.
    private static let tolerance = 0.012

    private let programme: SweepProgramme
    private let found: (Stretch) -> Void
    private var left: [Int16] = []
    private var right: [Int16] = []
    /// The number of sample frames in `left` whose loudness is known.
    private var examined = 0
    /// The index in `left` of the first sample frame of the next window.
    private var nextWindow = 0
    private var silent = 0
    private var stretch: Open?

    private struct Open {
        var begin: Double
        /// The end of the last loud block, in seconds since the start of the recording.
        var end: Double
        /// The position in the programme minus the time since the start of the recording, in seconds. Nil until three
        /// successive windows show about the same difference.
        var offset: Double?
        var candidates: [(time: Double, offset: Double)] = []
    }

    init(_ programme: SweepProgramme, found: @escaping (Stretch) -> Void) {
        self.programme = programme
        self.found = found
    }

    /// The start of the current stretch and its end so far, in seconds since the start of the recording, or nil while
    /// no sound is heard.
    var current: (begin: Double, end: Double)? { stretch.map { ($0.begin, $0.end) } }

    /// Analyses interleaved sample frames of two channels. The last one ends at `end`, in seconds since the start of
    /// the recording.
    mutating func feed(_ frames: UnsafeBufferPointer<Int16>, end: Double) {
        var index = 0
        while index + 1 < frames.count {
            left.append(frames[index])
            right.append(frames[index + 1])
            index += 2
        }
        let rate = Double(SweepProgramme.sampleRate)
        let count = left.count
        func time(_ frame: Int) -> Double { end - Double(count - frame) / rate }
        while examined + Self.block <= left.count {
            let isLoud = isLoud(examined)
            examined += Self.block
            guard isLoud else {
                silent += 1
                if silent == Self.silentBlocks { close() }
                continue
            }
            silent = 0
            if stretch == nil {
                stretch = Open(begin: time(examined - Self.block), end: 0)
                nextWindow = examined - Self.block
            }
            stretch!.end = time(examined)
            if nextWindow + Self.window <= examined {
                look(at: nextWindow, middle: time(nextWindow + Self.window / 2))
                nextWindow += Self.hop
            }
        }
        let done = max(0, min(examined, examined - Self.window))
        left.removeFirst(done)
        right.removeFirst(done)
        examined -= done
        nextWindow = max(0, nextWindow - done)
    }

    /// Ends the current stretch, because the recording ends or has a gap. Sample frames fed later continue no stretch.
    mutating func finish() {
        close()
        left = []
        right = []
        (examined, nextWindow, silent) = (0, 0, 0)
    }

    private func isLoud(_ start: Int) -> Bool {
        for index in start..<start + Self.block
        where left[index].magnitude > Self.loud || right[index].magnitude > Self.loud {
            return true
        }
        return false
    }

    private mutating func close() {
        guard let open = stretch else { return }
        stretch = nil
        emit(open)
    }

    private func emit(_ open: Open) {
        found(
            Stretch(
                begin: open.begin, end: open.end, first: open.offset.map { $0 + open.begin },
                last: open.offset.map { $0 + open.end }))
    }

    // MARK: Positions

    private mutating func look(at start: Int, middle: Double) {
        guard let place = place(start), var open = stretch else { return }
        let offset = place - middle
        if let known = open.offset, abs(programme.distance(from: known, to: offset)) < Self.tolerance {
            // The recording may run slightly faster or slower than the programme, so the stretch's offset follows the
            // measured one slowly.
            open.offset = known + programme.distance(from: known, to: offset) / 50
            open.candidates = []
            stretch = open
            return
        }
        if let last = open.candidates.last,
            abs(programme.distance(from: last.offset, to: offset)) > Self.tolerance || middle - last.time > 0.2
        {
            open.candidates = []
        }
        open.candidates.append((middle, offset))
        if open.candidates.count == 3 {
            let settled = open.candidates[1].offset
            if open.offset != nil {
                // Three windows show that the position has jumped. The stretch before the jump ends where the first of
                // them begins.
                var before = open
                before.end = max(
                    open.begin, open.candidates[0].time - Double(Self.window / 2) / Double(SweepProgramme.sampleRate))
                emit(before)
                open.begin = before.end
            }
            open.offset = settled
            open.candidates = []
        }
        stretch = open
    }

    private func place(_ start: Int) -> Double? {
        let middle = start + Self.window / 2
        let end = start + Self.window
        guard let leftHertz = steady(left, start, middle, end, most: 40),
            let rightHertz = steady(right, start, middle, end, most: 80)
        else { return nil }
        return programme.place(left: leftHertz, right: rightHertz)
    }

    /// Returns the frequency of a window in hertz, or nil if the frequencies of its halves differ by `most` or more.
    private func steady(_ samples: [Int16], _ start: Int, _ middle: Int, _ end: Int, most: Double) -> Double? {
        samples.withUnsafeBufferPointer { samples in
            guard let one = Self.hertz(samples, start, middle), let two = Self.hertz(samples, middle, end),
                abs(one - two) < most
            else { return nil }
            return Self.hertz(samples, start, end)
        }
    }

    /// Returns the frequency of the samples in hertz, measured by upward zero crossings, or nil if there are fewer than
    /// four. The times of the first and the last crossing are interpolated between samples.
    private static func hertz(_ samples: UnsafeBufferPointer<Int16>, _ start: Int, _ end: Int) -> Double? {
        var first: Double?
        var last = 0.0
        var count = 0
        var index = start + 1
        while index < end {
            let (before, now) = (samples[index - 1], samples[index])
            if before < 0, now >= 0 {
                last = Double(index) - Double(now) / (Double(now) - Double(before))
                if first == nil { first = last } else { count += 1 }
            }
            index += 1
        }
        guard let first, count >= 3 else { return nil }
        return Double(count) * Double(SweepProgramme.sampleRate) / (last - first)
    }
}
