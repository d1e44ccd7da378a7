/// Counts the packets of a transport stream by PID, for a report.
struct TransportSurvey {
    /// Maximum number of PIDs that are counted individually.
    static let maximumPids = 128

    private var packets = TransportPackets()
    private var count = Count()

    /// The counts of the packets. They are separate from ``packets``, so that a closure can change them while
    /// ``packets`` changes.
    private struct Count {
        var report = TransportReport()
        var tables = TransportTables()
        /// The continuity counter of each PID, in the order of the report's PIDs.
        var counters: [ContinuityCounter] = []

        /// Counts a packet.
        mutating func take(_ packet: TransportPacket) {
            if packet.hasError {
                report.errorCount += 1
                return
            }
            _ = tables.take(packet)
            guard let index = index(of: packet.pid) else { return }
            report.pids[index].packetCount += 1
            if packet.isScrambled { report.pids[index].scrambledCount += 1 }
            // Null packets have no counter (ISO/IEC 13818-1 §2.4.3.3).
            guard let payload = packet.payload, packet.pid != TransportPacket.nullPid else { return }
            switch counters[index].take(packet, payload) {
            case .next, .jumped: break
            case .repeated: report.pids[index].repeatCount += 1
            case .lost: report.pids[index].faultCount += 1
            }
        }

        /// Returns the index of a PID in the report. Adds the PID if it is new. Returns nil beyond the maximum number
        /// of PIDs.
        private mutating func index(of pid: Int) -> Int? {
            if let index = report.pids.firstIndex(where: { $0.pid == pid }) { return index }
            guard report.pids.count < TransportSurvey.maximumPids else { return nil }
            report.pids.append(.init(pid: pid))
            counters.append(ContinuityCounter())
            return report.pids.count - 1
        }
    }

    mutating func feed(_ bytes: UnsafeRawBufferPointer) { packets.feed(bytes) { count.take($0) } }

    mutating func finish() { packets.finish { count.take($0) } }

    var report: TransportReport {
        var report = count.report
        report.packetCount = packets.packetCount
        report.garbageByteCount = packets.garbageInAll
        report.lossCount = packets.lossCount
        report.programs = count.tables.programs
        return report
    }
}
