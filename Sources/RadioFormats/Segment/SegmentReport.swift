/// What a demuxer made of a media segment: packets, formats, timed metadata, and where they do not fit together.
public struct SegmentReport: Hashable, Sendable {
    public struct Packet: Hashable, Sendable {
        /// Nil where the segment does not tell it.
        public var time: MediaTime?
        public var duration: MediaTime
        public var byteCount: Int
    }

    /// A format, from one packet on.
    public struct Form: Hashable, Sendable {
        public var format: MediaFormat
        public var packetIndex: Int
    }

    public struct Metadata: Hashable, Sendable {
        public var metadata: TimedMetadata
        /// Nil: that of the next packet.
        public var time: MediaTime?
        /// Packets before it.
        public var packetIndex: Int
    }

    /// A packet whose time is not where the one before ended, by more than half of its duration.
    public struct Jump: Hashable, Sendable {
        public var packetIndex: Int
        public var expected: MediaTime
        public var found: MediaTime
    }

    /// The first of them.
    public var packets: [Packet] = []
    public var packetCount = 0
    public var byteCount = 0
    /// Of all packets: the exact sum.
    public var duration = MediaTime.zero
    /// The first time that is told.
    public var start: MediaTime?
    /// Where the last packet with a time ends.
    public var end: MediaTime?
    public var forms: [Form] = []
    public var formCount = 0
    public var metadata: [Metadata] = []
    public var metadataCount = 0
    public var jumps: [Jump] = []
    public var jumpCount = 0
    /// Packets before which damage was said.
    public var damages: [Int] = []
    public var damageCount = 0
    public var problem: SegmentProblem?
    /// Nil where it is no transport stream.
    public var transport: TransportReport?
    /// Nil where it is no MP4.
    public var mp4: Mp4Report?
}
