import RadioFormats

/// Fuzzes the inspector of HLS segments. Input: one byte that decides into which chunks the segment is cut, one byte
/// that chooses its kind, then the segment.
enum SegmentInspectorTarget: FuzzTarget {
    static let name = "SegmentInspector"

    private static let kinds: [SegmentKind] = [.mpegTS, .mp4, .adts, .mpegAudio]

    static func run(_ input: UnsafeRawBufferPointer) {
        guard input.count >= 2 else { return }
        let kind = kinds[Int(input[1]) % kinds.count]
        let body = UnsafeRawBufferPointer(rebasing: input[2...])
        Feeding.compare(body, seed: input[0]) { feedAll in
            guard var inspector = SegmentInspector(kind) else { return Digest() }
            feedAll { inspector.feed($0) }
            let report = inspector.finish()
            check(report, byteCount: body.count)
            var digest = Digest()
            var text = "\(report)"
            text.withUTF8 { digest.event(1, UnsafeRawBufferPointer($0)) }
            return digest
        }
    }

    private static func check(_ report: SegmentReport, byteCount: Int) {
        require(report.byteCount <= byteCount, "more came out than went in")
        require(report.packets.count == min(report.packetCount, SegmentInspector.maximumPackets), "uncounted packets")
        require(report.packets.reduce(0) { $0 + $1.byteCount } <= report.byteCount, "bytes")
        require(report.packetCount == 0 || report.formCount > 0, "packets without a format")
        require(report.duration >= .zero && (report.start == nil) == (report.end == nil), "\(report.duration)")
        let kept = [report.forms.count, report.metadata.count, report.jumps.count, report.damages.count]
        let counts = [report.formCount, report.metadataCount, report.jumpCount, report.damageCount]
        for (kept, count) in zip(kept, counts) {
            require(kept <= count && kept <= SegmentInspector.maximumEntries, "\(kept) of \(count)")
        }
        if let transport = report.transport {
            require(transport.garbageByteCount <= byteCount && transport.packetCount <= byteCount / 188, "packets")
            require(transport.pids.reduce(0) { $0 + $1.packetCount } <= transport.packetCount, "packets of PIDs")
        }
        if let mp4 = report.mp4 {
            require(mp4.boxes.count <= mp4.boxCount && mp4.boxes.allSatisfy { $0.offset < byteCount }, "boxes")
        }
    }
}
