/// What a demuxer made of a media segment: packets, formats, timed metadata, and where they do not fit together.
package struct SegmentReport: Hashable, Sendable {
    package struct Packet: Hashable, Sendable {
        /// Nil where the segment does not tell it.
        package var time: MediaTime?
        package var duration: MediaTime
        package var byteCount: Int
    }

    /// A format, from one packet on.
    package struct Form: Hashable, Sendable {
        package var format: MediaFormat
        package var packetIndex: Int
    }

    package struct Metadata: Hashable, Sendable {
        package var metadata: TimedMetadata
        /// Nil: that of the next packet.
        package var time: MediaTime?
        /// Packets before it.
        package var packetIndex: Int
    }

    /// A packet whose time is not where the one before ended, by more than half of its duration.
    package struct Jump: Hashable, Sendable {
        package var packetIndex: Int
        package var expected: MediaTime
        package var found: MediaTime
    }

    /// The first of them.
    package var packets: [Packet] = []
    package var packetCount = 0
    package var byteCount = 0
    /// Of all packets: the exact sum.
    package var duration = MediaTime.zero
    /// The first time that is told.
    package var start: MediaTime?
    /// Where the last packet with a time ends.
    package var end: MediaTime?
    package var forms: [Form] = []
    package var formCount = 0
    package var metadata: [Metadata] = []
    package var metadataCount = 0
    package var jumps: [Jump] = []
    package var jumpCount = 0
    /// Packets before which damage was said.
    package var damages: [Int] = []
    package var damageCount = 0
    package var problem: SegmentProblem?
    /// Nil where it is no transport stream.
    package var transport: TransportReport?
    /// Nil where it is no MP4.
    package var mp4: Mp4Report?
}
