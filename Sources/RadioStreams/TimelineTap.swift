/// A reader of a ``Timeline`` with a cursor of its own: it gets each packet once, in order, and never delays the sound.
///
/// The timeline does not wait for it. Packets that were dropped before they were read are counted.
package struct TimelineTap {
    /// The next packet to be read.
    package private(set) var next: Int64
    /// Packets that were dropped unread.
    package private(set) var missed: Int64 = 0

    /// Begins with the oldest packet that is held.
    package init(_ timeline: Timeline) { next = timeline.start }

    /// Begins with a packet that is held, or that comes next.
    package init(_ timeline: Timeline, from packet: Int64) { next = max(packet, timeline.start) }

    /// Reads the packets that came since.
    /// - Parameters:
    ///   - timeline: always the same one.
    ///   - body: returns false to stop behind the packet that it got. The packet's bytes are valid during the call.
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
