import RadioFormats
import TestSupport

/// Cuts a ``SweepProgramme`` into segments of packed audio (RFC 8216 §3.4), which an ``HlsOrigin`` serves.
struct SweepChannel: Sendable {
    let programme: SweepProgramme
    private let frames: [[UInt8]]
    private let framesPerSegment: Int
    private let framesPerPart: Int?
    private let frameSamples: Int

    /// Cuts a programme into segments.
    /// - Parameters:
    ///   - seconds: The duration of each segment, rounded to whole frames.
    ///   - partSeconds: The duration of a part, or nil for segments without parts.
    init(_ programme: SweepProgramme, seconds: Double, partSeconds: Double? = nil) {
        self.programme = programme
        let isMp3 = programme.codec == .mp3
        frames = isMp3 ? Samples.mpegPackets(programme.bytes) : Samples.adtsPackets(programme.bytes)
        frameSamples = isMp3 ? 1152 : 1024
        let perSecond = Double(SweepProgramme.sampleRate) / Double(frameSamples)
        framesPerSegment = max(1, Int((seconds * perSecond).rounded()))
        framesPerPart = partSeconds.map { max(1, Int(($0 * perSecond).rounded())) }
    }

    private func duration(_ count: Int) -> MediaTime {
        MediaTime(samples: Int64(count * frameSamples), rate: SweepProgramme.sampleRate)
    }

    var segmentDuration: MediaTime { duration(framesPerSegment) }

    /// Returns the segment with this number, from 0. After the programme's end, the sound begins again, and the time
    /// stamps continue to grow.
    func segment(_ number: Int) -> HlsOriginSegment {
        let range = number * framesPerSegment..<(number + 1) * framesPerSegment
        var segment = HlsOriginSegment(duration: duration(framesPerSegment)) { bytes(range) }
        segment.suffix = programme.codec.rawValue
        if let framesPerPart {
            segment.parts = stride(from: range.lowerBound, to: range.upperBound, by: framesPerPart).map { start in
                let part = start..<min(start + framesPerPart, range.upperBound)
                return .init(duration: duration(part.count), content: bytes(part))
            }
        }
        return segment
    }

    private func bytes(_ range: Range<Int>) -> [UInt8] {
        let samples = Int64(range.lowerBound) * Int64(frameSamples)
        let ticks = samples * 90_000 / Int64(SweepProgramme.sampleRate)
        return FrameMaker.id3([("PRIV", HlsProgramme.timestampFrame(ticks))])
            + range.flatMap { frames[$0 % frames.count] }
    }
}
