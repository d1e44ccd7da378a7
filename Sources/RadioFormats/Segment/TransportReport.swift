/// What the packets of a transport stream say of it, whether there is sound in it or not.
package struct TransportReport: Hashable, Sendable {
    /// The packets of one PID.
    package struct Pid: Hashable, Sendable {
        package var pid: Int
        package var packetCount = 0
        /// Times that the continuity counter was not the next one.
        package var faultCount = 0
        /// Packets that came twice.
        package var repeatCount = 0
        package var scrambledCount = 0
    }

    package var packetCount = 0
    /// Bytes that belong to no packet.
    package var garbageByteCount = 0
    /// Times that a sync byte was not where it must be.
    package var lossCount = 0
    /// Packets with transport_error_indicator; their PID may be wrong, so that they are counted nowhere else.
    package var errorCount = 0
    package var programs: [TransportProgram] = []
    /// In the order of their first packets; of many, the first.
    package var pids: [Pid] = []
}
