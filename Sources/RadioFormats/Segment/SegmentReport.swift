/// What a demuxer read from a media segment: packets, formats and timed metadata, and where times jump or bytes are
/// damaged.
package struct SegmentReport: Hashable, Sendable {
    /// One packet with its time.
    package struct Packet: Hashable, Sendable {
        /// Presentation time; nil if the segment states none.
        package var time: MediaTime?
        package var duration: MediaTime
        package var byteCount: Int
    }

    /// A format, and the index of the first packet with this format.
    package struct Form: Hashable, Sendable {
        package var format: MediaFormat
        package var packetIndex: Int
    }

    /// A piece of metadata, and between which packets it was emitted.
    package struct Metadata: Hashable, Sendable {
        package var metadata: TimedMetadata
        /// Presentation time; nil if the metadata belongs to the next packet.
        package var time: MediaTime?
        /// Number of packets that were emitted before the metadata.
        package var packetIndex: Int
    }

    /// A jump in time: a packet whose time differs from the end of the previous packet by more than half of the
    /// packet's duration.
    package struct Jump: Hashable, Sendable {
        package var packetIndex: Int
        package var expected: MediaTime
        package var found: MediaTime
    }

    /// Packets in order, at most ``SegmentInspector/maximumPackets``.
    package var packets: [Packet] = []
    package var packetCount = 0
    package var byteCount = 0
    /// Exact sum of the durations of all packets.
    package var duration = MediaTime.zero
    /// Presentation time of the first packet that has one; nil if no packet has a time.
    package var start: MediaTime?
    /// Presentation time at the end of the last packet; nil if no packet has a time.
    package var end: MediaTime?
    package var forms: [Form] = []
    package var formCount = 0
    package var metadata: [Metadata] = []
    package var metadataCount = 0
    package var jumps: [Jump] = []
    package var jumpCount = 0
    /// For each `damage` element that the demuxer emitted, the number of packets before it. At most
    /// ``SegmentInspector/maximumEntries`` entries.
    package var damages: [Int] = []
    package var damageCount = 0
    package var problem: SegmentProblem?
    /// The report of the transport stream's packets and tables; nil if the segment is no transport stream.
    package var transport: TransportReport?
    /// The report of the segment's boxes; nil if the segment is no MP4.
    package var mp4: Mp4Report?
}
