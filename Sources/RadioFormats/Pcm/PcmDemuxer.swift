/// Takes uncompressed sound out of a WAVE file (RIFF, RIFX, RF64, BW64) or an AIFF or AIFF-C file, from its beginning on.
///
/// The description must stand before the sound, as in all that can be streamed. Sound of an unknown length goes on to the
/// end. Other chunks are passed over. Packets are whole sample frames of about 20 ms, cut from the first one on however the
/// input is cut. It never says `.end`.
package struct PcmDemuxer {
    /// Bytes of a packet at most.
    package static let maximumPacket = 16 << 10
    /// Packets a second, unless they would be longer.
    private static let packetRate = 50
    /// Bytes before the sound after which none is hoped for.
    package static let patience: Int64 = 64 << 20
    /// Longer is no length: thirty years, in seconds.
    private static let maximumSeconds: Int64 = 1_000_000_000

    private enum State {
        /// The sign of the file, or an ID3 tag before it.
        case begin, sign
        /// The head of a chunk.
        case chunk
        /// What of a chunk is read; the rest, with what fills it up to an even length, is passed over.
        case description(FourCharacterCode, length: Int, rest: Int64)
        /// The places that an AIFF file's sound chunk begins with.
        case soundStart(size: Int64?)
        case passing(Int64, next: Next)
        /// Bytes that are left of it; nil: as many as come.
        case sound(Int64?)
        case over
    }

    private enum Next {
        case begin, chunk
        case sound(Int64?)
    }

    private var state = State.begin
    /// The beginning of what is read now, or of a packet; at most ``maximumPacket``.
    private var held: [UInt8] = []
    private var file = ChunkFile.wave(isBigEndian: false)
    private var layout: PcmLayout?
    /// Of an RF64 file's sound.
    private var longSize: UInt64?
    private var passed: Int64 = 0
    /// Where the sound begins, and how many bytes it has; nil: as many as come.
    private var soundStart: Int64?
    private var soundLength: Int64?
    /// Where the bytes lie that are fed next.
    private var position: Int64 = 0
    /// Where those lie that a seek wants.
    private var sought: Int64?

    /// Why no sound comes of it; nil while some may.
    package private(set) var problem: SegmentProblem?
    /// Sample frames of the whole file; nil where it does not say, or not yet.
    package private(set) var sampleCount: Int64?

    /// Samples a second; zero before the description.
    package var sampleRate: Int { layout?.sampleRate ?? 0 }

    package init() {}

    /// Takes the next bytes. Packets borrow their bytes from the input or from the demuxer, for the call only.
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
            case .begin: if hold(Id3Tag.headerLength, of: &rest) { readTag() }
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

    /// Says that no bytes follow: the last whole sample frames come out.
    package mutating func finish(_ emit: (StreamElement) -> Void) {
        if case .sound = state { flush(emit) }
        state = .over
    }

    // MARK: Seeking

    /// Where the bytes lie that are needed next; nil: the following are.
    package var next: Int? { sought.map { Int($0) } }

    /// What is fed next lies there.
    package mutating func jump(to position: Int) { self.position = Int64(position) }

    /// Goes on at a time, one packet before the one that covers it.
    /// - Returns: where the first packet belongs; nil before the sound.
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

    /// Whether as many bytes are held now; never more.
    private mutating func hold(_ count: Int, of rest: inout UnsafeRawBufferPointer) -> Bool {
        let taken = min(count - held.count, rest.count)
        held.append(contentsOf: rest.prefix(taken))
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(taken))
        return held.count == count
    }

    private mutating func readTag() {
        guard let length = held.withUnsafeBytes({ Id3Tag.length(of: $0) }) else { return state = .sign }
        held.removeAll(keepingCapacity: true)
        state = .passing(Int64(length - Id3Tag.headerLength), next: .begin)
    }

    private mutating func readSign() {
        guard let file = held.withUnsafeBytes({ ChunkFile($0) }) else {
            return fail(.damaged("it has a wrong beginning"))
        }
        self.file = file
        held.removeAll(keepingCapacity: true)
        state = .chunk
    }

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

    private mutating func readDescription(_ name: FourCharacterCode, rest: Int64) {
        do throws(SegmentProblem) {
            switch (name, file) {
            case ("ds64", _):
                // EBU Tech 3306 §3.1: the file's size, then the sound's.
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

    /// Nil where a size stands for an unknown one.
    private func soundSize(_ size: UInt32) -> Int64? {
        if size == .max, let longSize { return longSize == 0 ? nil : Int64(exactly: longSize) }
        return ChunkFile.isUnknown(size) ? nil : Int64(size)
    }

    private mutating func readSoundStart(_ size: Int64?) {
        let offset = Int64(held.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self).bigEndian })
        held.removeAll(keepingCapacity: true)
        state = .passing(offset, next: .sound(size.map { max($0 - 8 - offset, 0) }))
    }

    private mutating func pass(
        _ count: Int64, _ next: Next, _ rest: inout UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void
    ) {
        let taken = min(count, Int64(rest.count))
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(Int(taken)))
        passed += taken
        guard passed <= Self.patience else { return fail(.noSound) }
        guard taken == count else { return state = .passing(count - taken, next: next) }
        switch next {
        case .begin: state = .begin
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

    private mutating func begin(_ size: Int64?, _ emit: (StreamElement) -> Void) {
        guard let layout else { return fail(.damaged("its sound comes before its description")) }
        emit(.format(layout.mediaFormat))
        let frame = Int64(layout.bytesPerFrame)
        var count = size.map { $0 / frame }
        // An AIFF file counts its frames, too.
        if let known = count, let named = layout.frameCount { count = min(known, named) }
        if let count, count <= Self.maximumSeconds * Int64(layout.sampleRate) { sampleCount = count }
        soundLength = count.map { $0 * frame }
        state = .sound(soundLength)
    }

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
