import RadioFormats
import RadioHls

/// Turns the bytes of successive segments into elements with continuous times.
///
/// The reader decrypts a segment, recognises its kind and splits it into packets. It does no I/O.
final class SegmentReader {
    /// The maximum length of one segment in bytes. A longer segment is an error.
    static let maximumBytes: Int64 = 64 << 20

    private var timeline = SegmentTimeline()
    private var demuxer: (any SegmentDemuxer)?
    private var kind: SegmentKind?
    private var plan: SegmentPlan?
    private var decryptor: SegmentDecryptor?
    /// The segment's first bytes, until its kind is known.
    private var prefix: [UInt8] = []
    private var isRecognised = false
    /// The init section that the demuxer has read.
    private var map: SegmentPlan.Map?
    private var byteCount: Int64 = 0
    /// True if the last part may have ended inside a frame, which the next part completes.
    private var isOpen = false

    /// The number of packets of the current segment or part that were emitted.
    var givenPackets: Int { timeline.givenPackets }

    typealias Emit = (StreamElement) -> Void

    /// Prepares for a next segment that does not continue the previous one.
    func jump() {
        timeline.jump()
        demuxer = nil
    }

    /// Starts a segment or part.
    ///
    /// If the new segment does not continue the previous one, unfinished sound of the previous one is dropped.
    func begin(_ next: SegmentPlan) throws(SegmentProblem) {
        let before = plan
        let isContinued =
            isOpen && next.part != nil && before?.track == next.track
            && (before?.sequence == next.sequence || before.map { $0.sequence + 1 } == next.sequence)
        if isOpen, !isContinued { demuxer = nil }
        isOpen = false
        let follows =
            before.map { $0.track == next.track && next.continuesTimes(of: $0) } == true && !next.isDiscontinuous
        // A segment or part that is fetched again does not continue its own earlier bytes.
        let isAgain = before?.sequence == next.sequence && (next.part == nil || before?.part == next.part)
        if !follows || isAgain { demuxer = nil }
        plan = next
        decryptor = nil
        prefix = []
        isRecognised = false
        byteCount = 0
        if let cipher = next.cipher { decryptor = try Self.decryptor(cipher) }
        timeline.begin(next)
    }

    private static func decryptor(_ cipher: SegmentPlan.Cipher) throws(SegmentProblem) -> SegmentDecryptor {
        do throws(SegmentDecryptionError) {
            return try SegmentDecryptor(key: cipher.key, iv: cipher.iv)
        } catch { throw .damaged("the key is not valid: \(error)") }
    }

    /// Decrypts and parses the next bytes of the segment or part.
    func feed(_ bytes: UnsafeRawBufferPointer, _ emit: Emit) throws(SegmentProblem) {
        byteCount += Int64(bytes.count)
        guard byteCount <= Self.maximumBytes else { throw .damaged("it is longer than \(Self.maximumBytes >> 20) MiB") }
        guard let decryptor else { return try take(bytes, emit) }
        var problem: SegmentProblem?
        do throws(SegmentDecryptionError) {
            try decryptor.feed(bytes) { plain in
                guard problem == nil else { return }
                do throws(SegmentProblem) { try take(plain, emit) } catch { problem = error }
            }
        } catch { throw .damaged("it cannot be decrypted: \(error)") }
        if let problem { throw problem }
    }

    /// Ends the segment or part.
    func finish(_ emit: Emit) throws(SegmentProblem) {
        var problem: SegmentProblem?
        if let decryptor {
            do throws(SegmentDecryptionError) {
                try decryptor.finish { plain in
                    do throws(SegmentProblem) { try take(plain, emit) } catch { problem = error }
                }
            } catch { throw .damaged("it cannot be decrypted: \(error)") }
        }
        if let problem { throw problem }
        if !isRecognised { try recognise(isComplete: true, emit) }
        if plan?.part != nil, kind != .mp4 {
            // This part may end inside a frame, which the next part completes, so the demuxer is not finished.
            isOpen = true
        } else {
            demuxer?.finish { timeline.take($0, emit) }
        }
        if let problem = demuxer?.problem { throw problem }
        // An empty segment is not an error.
        if byteCount > 0, timeline.givenPackets == 0, timeline.droppedPackets == 0, plan?.part == nil { throw .noSound }
    }

    private func take(_ bytes: UnsafeRawBufferPointer, _ emit: Emit) throws(SegmentProblem) {
        if isRecognised {
            demuxer?.feed(bytes) { timeline.take($0, emit) }
            if let problem = demuxer?.problem { throw problem }
        } else {
            prefix.append(contentsOf: bytes)
            try recognise(isComplete: false, emit)
        }
    }

    /// Starts to parse once the first bytes show the segment's kind.
    private func recognise(isComplete: Bool, _ emit: Emit) throws(SegmentProblem) {
        guard let plan, !(isComplete && prefix.isEmpty) else { return }
        // A later part of a transport stream or of packed audio may begin inside a frame, so its first bytes need not
        // show the kind.
        let isContinued = (plan.part ?? 0) > 0 && demuxer != nil && kind != nil
        let found =
            isContinued
            ? kind : prefix.withUnsafeBytes { SegmentSniffer.sniff($0, isComplete: isComplete) }
        guard let found else { return }
        if let problem = found.problem { throw problem }
        isRecognised = true
        if found != kind || demuxer == nil || (found == .mp4 && plan.map != map) {
            kind = found
            demuxer = SegmentDemuxers.demuxer(for: found)
            map = nil
        }
        if found == .mp4, let section = plan.map, map == nil { try read(section, emit) }
        let first = prefix
        prefix = []
        first.withUnsafeBytes { demuxer?.feed($0) { timeline.take($0, emit) } }
        if let problem = demuxer?.problem { throw problem }
    }

    /// Feeds the init section (EXT-X-MAP), which comes before the segment's own bytes (RFC 8216 §4.3.2.5).
    private func read(_ section: SegmentPlan.Map, _ emit: Emit) throws(SegmentProblem) {
        map = section
        var plain = section.bytes
        if let cipher = section.cipher {
            let decryptor = try Self.decryptor(cipher)
            plain = []
            do {
                try section.bytes.withUnsafeBytes { bytes in
                    try decryptor.feed(bytes) { plain.append(contentsOf: $0) }
                }
                try decryptor.finish { plain.append(contentsOf: $0) }
            } catch { throw .damaged("its initialization section cannot be decrypted: \(error)") }
        }
        plain.withUnsafeBytes { demuxer?.feed($0) { timeline.take($0, emit) } }
        demuxer?.finish { timeline.take($0, emit) }
    }
}
