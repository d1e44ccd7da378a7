/// Demuxes uncompressed sound from a WAVE file (RIFF, RIFX, RF64, BW64), or an AIFF or AIFF-C file.
///
/// The chunk that describes the sound (`fmt ` or `COMM`) must precede the sound, as it does in all files that can be
/// streamed. Sound of unknown length extends to the end of the file. Other chunks are skipped. A packet holds whole
/// sample frames, about 20 ms of sound. The packets do not depend on how the input is split between calls of `feed`.
/// The demuxer never emits `.end`.
package struct PcmDemuxer {
    /// Maximum length of a packet in bytes.
    package static let maximumPacket = 16 << 10
    /// Number of packets per second of sound. There are more if packets of this duration would exceed
    /// ``maximumPacket``.
    private static let packetRate = 50
    /// Maximum number of bytes skipped before the sound. If the sound begins later, the demuxer reports a file without
    /// sound.
    package static let patience: Int64 = 64 << 20
    /// Longest duration of the sound in seconds that is believed: about thirty years.
    private static let maximumSeconds: Int64 = 1_000_000_000

    /// The part of the file that the next byte belongs to.
    private enum State {
        /// Reading the file's signature.
        case sign
        /// Reading the header of a chunk.
        case chunk
        /// Reading the first `length` bytes of a chunk that describes the sound. The chunk's last `rest` bytes, padding
        /// included, are then skipped.
        case description(FourCharacterCode, length: Int, rest: Int64)
        /// Reading the offset and block size at the beginning of an AIFF file's sound chunk. `size` is the length of
        /// the chunk in bytes; nil if unknown.
        case soundStart(size: Int64?)
        case passing(Int64, next: Next)
        /// Reading the sound. The value is the number of its bytes still to come; nil for sound up to the end of the
        /// file.
        case sound(Int64?)
        case over
    }

    /// The state to enter once all bytes to be skipped were skipped.
    private enum Next {
        case chunk
        case sound(Int64?)
    }

    private var state = State.sign
    /// The beginning of an incomplete header or packet; at most ``maximumPacket`` bytes.
    private var held: [UInt8] = []
    private var file = ChunkFile.wave(isBigEndian: false)
    private var layout: PcmLayout?
    /// Length of the sound in bytes according to the `ds64` chunk of an RF64 file; nil if there is none.
    private var longSize: UInt64?
    /// Total number of bytes skipped so far, all of them before the sound.
    private var passed: Int64 = 0
    /// Position in the file where the sound begins; nil until the demuxer reaches it.
    private var soundStart: Int64?
    /// Length of the sound in bytes; nil for sound up to the end of the file.
    private var soundLength: Int64?
    /// Position in the file of the bytes that are fed next.
    private var position: Int64 = 0
    /// Position in the file of the bytes needed next after a seek; nil once they have arrived.
    private var sought: Int64?

    /// The reason why no sound comes; nil while sound may still come.
    package private(set) var problem: SegmentProblem?
    /// Number of sample frames in the file; nil if the file states no believable number, or until the demuxer reaches
    /// the sound.
    package private(set) var sampleCount: Int64?

    /// Samples per second; zero before the chunk that describes the sound is read.
    package var sampleRate: Int { layout?.sampleRate ?? 0 }

    package init() {}

    /// Takes the next bytes. A packet borrows its bytes from the input or the demuxer, and is valid only during the
    /// call of `emit`.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        var rest = bytes
        if let next {
            let gap = min(max(next - Int(position), 0), rest.count)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(gap))
            position += Int64(gap)
            if !rest.isEmpty { sought = nil }
        }
        while !rest.isEmpty {
            let before = rest.count
            defer {
                position += Int64(before - rest.count)
                if case .sound = state, soundStart == nil { soundStart = position }
            }
            switch state {
            case .sign: if hold(ChunkFile.signLength, of: &rest) { readSign() }
            case .chunk: if hold(8, of: &rest) { readChunk(emit) }
            case .description(let name, let length, let left):
                if hold(length, of: &rest) { readDescription(name, rest: left) }
            case .soundStart(let size): if hold(8, of: &rest) { readSoundStart(size) }
            case .passing(let count, let next): pass(count, next, &rest, emit)
            case .sound(let left): play(left, &rest, emit)
            case .over: return
            }
        }
    }

    /// Ends the file: emits the last whole sample frames, and drops an incomplete one.
    package mutating func finish(_ emit: (StreamElement) -> Void) {
        if case .sound = state { flush(emit) }
        state = .over
    }

    // MARK: Seeking

    /// Position in the file of the bytes to feed next after a seek; nil if the file continues with the bytes after
    /// those already fed.
    package var next: Int? { sought.map { Int($0) } }

    /// Sets the position of the bytes that are fed next.
    package mutating func jump(to position: Int) { self.position = Int64(position) }

    /// Seeks to the packet before the packet that contains a time.
    /// - Returns: the time of the first packet that is emitted after the seek; nil if the demuxer has not reached the
    ///   sound yet.
    package mutating func seek(to time: MediaTime) -> MediaTime? {
        guard let layout, let soundStart, time.isNumeric else { return nil }
        let size = Int64(layout.bytesPerFrame)
        let packet = Int64(packetLength) / size
        var frame = Int64(min(max(time.seconds, 0) * Double(layout.sampleRate), 1e15))
        if let soundLength { frame = min(frame, soundLength / size) }
        frame = max(frame / packet - 1, 0) * packet
        held.removeAll(keepingCapacity: true)
        sought = soundStart + frame * size
        state = .sound(soundLength.map { $0 - frame * size })
        return MediaTime(samples: frame, rate: layout.sampleRate)
    }

    // MARK: Chunks

    /// Moves bytes from the front of `rest` to ``held`` until it has `count` bytes. Returns whether ``held`` has
    /// `count` bytes.
    private mutating func hold(_ count: Int, of rest: inout UnsafeRawBufferPointer) -> Bool {
        let taken = min(count - held.count, rest.count)
        held.append(contentsOf: rest.prefix(taken))
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(taken))
        return held.count == count
    }

    /// Reads the file's signature.
    private mutating func readSign() {
        guard let file = held.withUnsafeBytes({ ChunkFile($0) }) else {
            return fail(.damaged("it has a wrong beginning"))
        }
        self.file = file
        held.removeAll(keepingCapacity: true)
        state = .chunk
    }

    /// Reads the header of a chunk, and decides whether to read its content as a description, as sound or not at all.
    private mutating func readChunk(_ emit: (StreamElement) -> Void) {
        let (name, size) = held.withUnsafeBytes { file.chunkHead($0) }
        held.removeAll(keepingCapacity: true)
        let length = Int64(size) + Int64(size & 1)
        switch (file, name) {
        case (.wave, "fmt "): describe(name, size, atMost: WaveDescription.maximumLength)
        case (.wave, "ds64"): describe(name, size, atMost: 16)
        case (.aiff, "COMM"): describe(name, size, atMost: AiffDescription.maximumLength)
        case (.wave, "data"): begin(soundSize(size), emit)
        case (.aiff, "SSND"): state = .soundStart(size: soundSize(size))
        case _: state = .passing(length, next: .chunk)
        }
    }

    private mutating func describe(_ name: FourCharacterCode, _ size: UInt32, atMost maximum: Int) {
        let length = min(Int(size), maximum)
        guard length > 0 else { return fail(.damaged("its description is empty")) }
        state = .description(name, length: length, rest: Int64(size) + Int64(size & 1) - Int64(length))
    }

    /// Reads the description of the sound in ``held``, from a `fmt `, `COMM` or `ds64` chunk.
    private mutating func readDescription(_ name: FourCharacterCode, rest: Int64) {
        do throws(SegmentProblem) {
            switch (name, file) {
            case ("ds64", _):
                // The chunk `ds64` (EBU Tech 3306 §3.1) contains the size of the file and then the size of the sound, 8
                // bytes each.
                longSize = held.withUnsafeBytes { bytes in
                    bytes.count < 16 ? nil : bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self).littleEndian
                }
            case (_, .wave(let isBigEndian)):
                let wave = held.withUnsafeBytes { WaveDescription($0, isBigEndian: isBigEndian) }
                guard let wave else { throw .damaged("its description is too short") }
                layout = try wave.layout()
            case (_, .aiff(let isCompressed)):
                let aiff = held.withUnsafeBytes { AiffDescription($0, isCompressed: isCompressed) }
                guard let aiff else { throw .damaged("its description is too short") }
                layout = try aiff.layout()
            }
            held.removeAll(keepingCapacity: true)
            state = .passing(rest, next: .chunk)
        } catch { fail(error) }
    }

    /// Returns the length of the sound in bytes, from the `size` that its chunk states; nil if `size` stands for an
    /// unknown length.
    private func soundSize(_ size: UInt32) -> Int64? {
        if size == .max, let longSize { return longSize == 0 ? nil : Int64(exactly: longSize) }
        return ChunkFile.isUnknown(size) ? nil : Int64(size)
    }

    private mutating func readSoundStart(_ size: Int64?) {
        let offset = Int64(held.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self).bigEndian })
        held.removeAll(keepingCapacity: true)
        state = .passing(offset, next: .sound(size.map { max($0 - 8 - offset, 0) }))
    }

    /// Skips up to `count` bytes of `rest`. Enters the state `next` once all `count` bytes are skipped.
    private mutating func pass(
        _ count: Int64, _ next: Next, _ rest: inout UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void
    ) {
        let taken = min(count, Int64(rest.count))
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(Int(taken)))
        passed += taken
        guard passed <= Self.patience else { return fail(.noSound) }
        guard taken == count else { return state = .passing(count - taken, next: next) }
        switch next {
        case .chunk: state = .chunk
        case .sound(let size): begin(size, emit)
        }
    }

    private mutating func fail(_ problem: SegmentProblem) {
        self.problem = problem
        held = []
        state = .over
    }

    // MARK: Sound

    /// Begins the sound: emits its format and determines its length.
    /// - Parameter size: length of the sound in bytes according to its chunk; nil if unknown.
    private mutating func begin(_ size: Int64?, _ emit: (StreamElement) -> Void) {
        guard let layout else { return fail(.damaged("its sound comes before its description")) }
        emit(.format(layout.mediaFormat))
        let frame = Int64(layout.bytesPerFrame)
        var count = size.map { $0 / frame }
        // An AIFF file also states the number of sample frames in its `COMM` chunk. The smaller number counts.
        if let known = count, let named = layout.frameCount { count = min(known, named) }
        if let count, count <= Self.maximumSeconds * Int64(layout.sampleRate) { sampleCount = count }
        soundLength = count.map { $0 * frame }
        state = .sound(soundLength)
    }

    /// Emits the bytes of sound in `rest` as packets, and keeps the beginning of an incomplete packet.
    private mutating func play(
        _ left: Int64?, _ rest: inout UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void
    ) {
        var count = rest.count
        if let left { count = Int(min(Int64(count), left)) }
        var sound = UnsafeRawBufferPointer(rebasing: rest.prefix(count))
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        let length = packetLength
        while held.isEmpty ? sound.count >= length : hold(length, of: &sound) {
            if held.isEmpty {
                send(UnsafeRawBufferPointer(rebasing: sound.prefix(length)), emit)
                sound = UnsafeRawBufferPointer(rebasing: sound.dropFirst(length))
            } else {
                flush(emit)
            }
        }
        held.append(contentsOf: sound)
        guard let left else { return }
        state = .sound(left - Int64(count))
        if left == Int64(count) { finish(emit) }
    }

    /// Length of a packet in bytes.
    private var packetLength: Int {
        guard let layout else { return 1 }
        let frames = min(layout.sampleRate / Self.packetRate, Self.maximumPacket / layout.bytesPerFrame)
        return max(frames, 1) * layout.bytesPerFrame
    }

    private mutating func flush(_ emit: (StreamElement) -> Void) {
        held.withUnsafeBytes { send($0, emit) }
        held.removeAll(keepingCapacity: true)
    }

    private func send(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        let frame = layout?.bytesPerFrame ?? 1
        let count = bytes.count / frame
        guard count > 0 else { return }
        emit(.packet(Packet(bytes: UnsafeRawBufferPointer(rebasing: bytes.prefix(count * frame)), sampleCount: count)))
    }
}
