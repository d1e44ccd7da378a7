/// The packets and tables of a transport stream, whether or not it contains sound.
package struct TransportReport: Hashable, Sendable {
    /// The packets of one PID.
    package struct Pid: Hashable, Sendable {
        package var pid: Int
        package var packetCount = 0
        /// Number of gaps in the continuity counter.
        package var faultCount = 0
        /// Number of duplicate packets.
        package var repeatCount = 0
        package var scrambledCount = 0
    }

    package var packetCount = 0
    /// Number of bytes that belong to no packet.
    package var garbageByteCount = 0
    /// Number of times that no packet (no sync byte) began where the previous packet ended.
    package var lossCount = 0
    /// Number of packets with transport_error_indicator. The numbers of the single PIDs do not include them, because
    /// their PID may be wrong.
    package var errorCount = 0
    package var programs: [TransportProgram] = []
    /// PIDs in the order of their first packets, at most ``TransportSurvey/maximumPids``.
    package var pids: [Pid] = []
}
