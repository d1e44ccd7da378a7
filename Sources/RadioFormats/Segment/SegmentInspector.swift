/// Reads a media segment with a ``SegmentDemuxer``, as a player does, and reports what it contains. The report's size
/// is limited.
package struct SegmentInspector {
    /// Maximum number of packets that the report lists; further packets are only counted.
    package static let maximumPackets = 65_536
    /// Maximum number of entries in each other list of the report; further entries are only counted.
    package static let maximumEntries = 256
    /// Maximum total length of the metadata in the report, in bytes.
    package static let maximumMetadataBytes = 4 << 20

    private var demuxer: any SegmentDemuxer
    private var survey: TransportSurvey?
    private var boxes: Mp4Survey?
    private var tally = Tally()

    /// Creates an inspector. Returns nil if there is no demuxer for `kind`.
    /// - Parameter index: the body of the `moov` box of an MP4 file without fragments, if it is known; otherwise empty.
    package init?(_ kind: SegmentKind, index: [UInt8] = []) {
        let known = kind == .mp4 && !index.isEmpty ? Fmp4Demuxer(index: index) : nil
        guard let demuxer = known ?? SegmentDemuxers.demuxer(for: kind) else { return nil }
        self.init(demuxer)
        if kind == .mpegTS { survey = TransportSurvey() }
        if kind == .mp4 { boxes = Mp4Survey() }
    }

    package init(_ demuxer: any SegmentDemuxer) { self.demuxer = demuxer }

    package mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        survey?.feed(bytes)
        boxes?.feed(bytes)
        demuxer.feed(bytes) { tally.take($0) }
    }

    /// Ends the segment and returns the report.
    package mutating func finish() -> SegmentReport {
        survey?.finish()
        demuxer.finish { tally.take($0) }
        tally.report.problem = demuxer.problem
        tally.report.transport = survey?.report
        tally.report.mp4 = boxes?.report(movie: (demuxer as? Fmp4Demuxer)?.movie)
        return tally.report
    }

    /// Adds a demuxer's elements to the report.
    private struct Tally {
        var report = SegmentReport()
        private var sampleRate = 0
        private var metadataBytes = 0

        /// Adds an element to the report.
        mutating func take(_ element: SegmentElement) {
            switch element {
            case .format(let format):
                sampleRate = format.sampleRate
                report.formCount += 1
                guard report.forms.count < SegmentInspector.maximumEntries else { return }
                report.forms.append(.init(format: format, packetIndex: report.packetCount))
            case .packet(let packet, let time): add(packet, time)
            case .metadata(let metadata, let time):
                report.metadataCount += 1
                guard report.metadata.count < SegmentInspector.maximumEntries,
                    metadataBytes + metadata.raw.count <= SegmentInspector.maximumMetadataBytes
                else { return }
                metadataBytes += metadata.raw.count
                report.metadata.append(.init(metadata: metadata, time: time, packetIndex: report.packetCount))
            case .damage:
                report.damageCount += 1
                if report.damages.count < SegmentInspector.maximumEntries { report.damages.append(report.packetCount) }
            }
        }

        /// Adds a packet to the report. Also adds a jump if the packet's time differs from the end of the previous
        /// packet by more than half of the packet's duration.
        private mutating func add(_ packet: Packet, _ time: MediaTime?) {
            let duration = MediaTime(samples: Int64(packet.decodedCount), rate: sampleRate)
            if let time {
                if let expected = report.end, Self.isJump(from: expected, to: time, tolerance: duration.flicks / 2) {
                    report.jumpCount += 1
                    if report.jumps.count < SegmentInspector.maximumEntries {
                        report.jumps.append(.init(packetIndex: report.packetCount, expected: expected, found: time))
                    }
                }
                report.start = report.start ?? time
                report.end = time + duration
            } else {
                report.end = report.end.map { $0 + duration }
            }
            if report.packets.count < SegmentInspector.maximumPackets {
                report.packets.append(.init(time: time, duration: duration, byteCount: packet.bytes.count))
            }
            report.packetCount += 1
            report.byteCount += packet.bytes.count
            report.duration = report.duration + duration
        }

        /// Returns whether the times differ by more than `tolerance` flicks. If only the roll-over of a 33-bit clock
        /// lies between them, there is no jump.
        private static func isJump(from expected: MediaTime, to found: MediaTime, tolerance: Int64) -> Bool {
            let distance = Int64(clamping: (found.flicks &- expected.flicks).magnitude)
            return distance > tolerance && abs(distance - FrameClock.period) > tolerance
        }
    }
}
