/// Reads the packets of a ``Timeline`` with a cursor of its own.
///
/// The tap gets each packet once, in order, and never delays the sound: the timeline does not wait for the tap. The tap
/// counts packets that were dropped before it read them.
package struct TimelineTap {
    /// The number of the next packet to read.
    package private(set) var next: Int64
    /// The number of packets that the timeline dropped before the tap read them.
    package private(set) var missed: Int64 = 0

    /// Begins with the oldest packet of the timeline.
    package init(_ timeline: Timeline) { next = timeline.start }

    /// Begins with the packet of this number, which the timeline contains or receives next.
    package init(_ timeline: Timeline, from packet: Int64) { next = max(packet, timeline.start) }

    /// Reads the packets that arrived since the last call.
    /// - Parameters:
    ///   - timeline: The timeline that the tap was made for.
    ///   - body: Gets a packet, whose bytes are valid during the call. Returns false to stop after the packet.
    package mutating func read(_ timeline: Timeline, _ body: (Timeline.HeldPacket) -> Bool) {
        if next < timeline.start {
            missed += timeline.start - next
            next = timeline.start
        }
        while let packet = timeline.packet(next) {
            next += 1
            if !body(packet) { return }
        }
    }
}
