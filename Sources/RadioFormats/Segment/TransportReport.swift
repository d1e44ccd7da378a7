/// What the packets of a transport stream say of it, whether there is sound in it or not.
public struct TransportReport: Hashable, Sendable {
    /// The packets of one PID.
    public struct Pid: Hashable, Sendable {
        public var pid: Int
        public var packetCount = 0
        /// Times that the continuity counter was not the next one.
        public var faultCount = 0
        /// Packets that came twice.
        public var repeatCount = 0
        public var scrambledCount = 0
    }

    public var packetCount = 0
    /// Bytes that belong to no packet.
    public var garbageByteCount = 0
    /// Times that a sync byte was not where it must be.
    public var lossCount = 0
    /// Packets with transport_error_indicator; their PID may be wrong, so that they are counted nowhere else.
    public var errorCount = 0
    public var programs: [TransportProgram] = []
    /// In the order of their first packets; of many, the first.
    public var pids: [Pid] = []
}
