import RadioFormats
import RadioProbe

/// Fuzzes the inspector of captured streams. Input: one byte that decides into which chunks the capture is cut, one
/// byte that chooses what the inspector must expect in the capture (`forms`), then the capture.
enum CaptureInspectorTarget: FuzzTarget {
    static let name = "CaptureInspector"

    private static let forms: [(CaptureInspector.Form, Int?)] = [
        (.stream(nil), nil), (.stream(.mpegAudio), nil), (.stream(.adts), nil), (.stream(.m3u), nil), (.block, nil),
        (.stream(nil), 16), (.stream(.mpegAudio), 1), (.stream(.adts), 0),
        (.stream(.hlsPlaylist), nil),
    ]

    static func run(_ input: UnsafeRawBufferPointer) {
        guard input.count >= 2 else { return }
        let (form, metaint) = forms[Int(input[1]) % forms.count]
        let body = UnsafeRawBufferPointer(rebasing: input[2...])
        Feeding.compare(body, seed: input[0]) { feedAll in
            var digest = Digest()
            var soundCount = 0
            let take = { (bytes: UnsafeRawBufferPointer) in
                soundCount += bytes.count
                digest.sound(bytes)
            }
            var inspector = CaptureInspector(form, metaint: metaint)
            feedAll { inspector.feed($0, sound: take) }
            let report = inspector.finish(sound: take)
            check(report, inputCount: body.count, soundCount: soundCount)
            var text = "\(report)"
            text.withUTF8 { digest.event(1, UnsafeRawBufferPointer($0)) }
            return digest
        }
    }

    private static func check(_ report: InspectionReport, inputCount: Int, soundCount: Int) {
        require(report.byteCount == inputCount, "\(report.byteCount) of \(inputCount) bytes")
        require(report.soundByteCount == soundCount, "\(soundCount) bytes of sound, not \(report.soundByteCount)")
        require(report.soundByteCount + report.headByteCount <= inputCount, "more came out than went in")
        require(report.blocks.count <= report.blockCount && report.tags.count <= report.tagCount, "uncounted")
        require(report.garbageByteCount >= 0 && report.trailingByteCount >= 0, "less than nothing")
        require(report.problems.allSatisfy { !"\($0)".isEmpty && !$0.name.isEmpty }, "a problem without words")
        guard let frames = report.frames else { return }
        require(frames.count > 0 && frames.duration.seconds > 0, "frames without a length")
        require(frames.byteCount + report.garbageByteCount <= soundCount, "more frames than bytes")
        require(frames.forms.map(\.frameCount).reduce(0, +) == frames.count, "frames without a form")
        require(frames.bitRate.minimum <= frames.bitRate.maximum, "\(frames.bitRate)")
        require(frames.firstOffset <= frames.lastOffset && frames.lastOffset < soundCount, "offsets")
        require(frames.gaps.count <= frames.gapCount && frames.gapByteCount >= 0, "gaps")
    }
}
