import RadioFormats

/// Segments of packed audio (RFC 8216 §3.4) from the project's samples, for ``HlsOrigin``.
package enum HlsProgramme {
    /// Returns a programme made from a sample.
    /// - Parameters:
    ///   - sample: ADTS or MPEG audio.
    ///   - seconds: The duration of each segment, rounded to whole frames.
    ///   - partSeconds: The duration of each part, rounded to whole frames. Nil means no parts.
    ///   - loops: Whether the sound repeats for ever, with time stamps that continue. Otherwise, the last segment may
    ///     be shorter.
    ///   - timestamp: The time stamp of the first frame, in 1/90,000 s. Nil means segments without time stamps.
    ///   - titles: Titles (TIT2) at the start of segments, by the number of the segment.
    package static func packed(
        _ sample: Sample, seconds: Double, partSeconds: Double? = nil, loops: Bool = false, timestamp: Int64? = 0,
        titles: [Int: String] = [:]
    ) throws -> HlsChannel.Programme {
        let bytes = try sample.read()
        let frames = sample.codec == .aac ? Samples.adtsPackets(bytes) : Samples.mpegPackets(bytes)
        let suffix = sample.codec == .aac ? "aac" : "mp3"
        let perSecond = Double(sample.sampleRate) / Double(sample.frameSamples)
        let count = max(1, Int((seconds * perSecond).rounded()))
        let partCount = partSeconds.map { max(1, Int(($0 * perSecond).rounded())) }
        @Sendable func duration(_ frames: Int) -> MediaTime {
            MediaTime(samples: Int64(frames * sample.frameSamples), rate: sample.sampleRate)
        }
        return { number in
            let first = number * count
            guard loops || first < frames.count else { return nil }
            let range = first..<(loops ? first + count : min(first + count, frames.count))
            let content: @Sendable (Range<Int>, Bool) -> [UInt8] = { range, isStart in
                var tag: [(id: String, content: [UInt8])] = []
                if let timestamp {
                    let ticks =
                        timestamp + Int64(range.lowerBound * sample.frameSamples) * 90_000 / Int64(sample.sampleRate)
                    tag.append(("PRIV", timestampFrame(ticks)))
                }
                if isStart, let title = titles[number] { tag.append(("TIT2", [3] + Array(title.utf8))) }
                return (tag.isEmpty ? [] : FrameMaker.id3(tag)) + range.flatMap { frames[$0 % frames.count] }
            }
            var segment = HlsOriginSegment(duration: duration(range.count)) { content(range, true) }
            segment.suffix = suffix
            if let partCount {
                segment.parts = stride(from: range.lowerBound, to: range.upperBound, by: partCount).map { start in
                    let part = start..<min(start + partCount, range.upperBound)
                    return .init(duration: duration(part.count), content: content(part, start == range.lowerBound))
                }
            }
            return segment
        }
    }

    /// Returns the content of a PRIV frame with the time of the first sample: 33 bits, in 1/90,000 s (RFC 8216 §3.4).
    package static func timestampFrame(_ ticks: Int64) -> [UInt8] {
        let value = UInt64(bitPattern: ticks) & (1 << 33 - 1)
        return Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
            + (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    }
}
