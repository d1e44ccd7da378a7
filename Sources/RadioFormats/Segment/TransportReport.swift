/// A report of a transport stream's packets and tables, whether or not the stream contains sound.
package struct TransportReport: Hashable, Sendable {
    /// The counts of one PID's packets.
    package struct Pid: Hashable, Sendable {
        package var pid: Int
        package var packetCount = 0
        /// Number of times that the continuity counter shows lost packets.
        package var faultCount = 0
        /// Number of duplicate packets.
        package var repeatCount = 0
        package var scrambledCount = 0
    }

    package var packetCount = 0
    /// Number of bytes that belong to no packet.
    package var garbageByteCount = 0
    /// How often no packet (no sync byte) began directly after the previous one.
    package var lossCount = 0
    /// Number of packets with transport_error_indicator. The counts in ``pids`` do not include them, because the PID of
    /// such a packet may be wrong.
    package var errorCount = 0
    package var programs: [TransportProgram] = []
    /// PIDs in the order of their first packets, at most ``TransportSurvey/maximumPids``.
    package var pids: [Pid] = []
}
