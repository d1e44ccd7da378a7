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
    /// Number of times that a sync byte was not where it should be.
    package var lossCount = 0
    /// Number of packets with transport_error_indicator. Their PID may be wrong, so no other number includes them.
    package var errorCount = 0
    package var programs: [TransportProgram] = []
    /// PIDs in the order of their first packets, at most ``TransportSurvey/maximumPids``.
    package var pids: [Pid] = []
}
