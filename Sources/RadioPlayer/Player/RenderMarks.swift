import RadioFormats

/// Stores at which sample frame of an output's sound each packet begins. This tells which packet and which moment of
/// the item a sample frame belongs to.
package struct RenderMarks {
    /// The beginning of a packet in the output's sound.
    struct Mark {
        /// The index of the packet's first sample frame, counted before any change of tempo (`OutputLane.rendered`).
        var frame: Int64
        var packet: Int64
        /// The moment at which the packet's sound begins in the item, in flicks.
        var time: Int64
    }

    /// The maximum number of marks. The longest buffers of sound server and sink together hold fewer packets, even of
    /// the shortest duration, 8 ms.
    static let capacity = 1024

    package init() {}

    private var slots = [Mark](repeating: Mark(frame: 0, packet: 0, time: 0), count: capacity)
    private var first = 0
    private(set) var count = 0

    private subscript(index: Int) -> Mark { slots[(first + index) & (Self.capacity - 1)] }

    mutating func append(_ mark: Mark) {
        if count == Self.capacity {
            first += 1
            count -= 1
        }
        slots[(first + count) & (Self.capacity - 1)] = mark
        count += 1
    }

    mutating func removeAll() {
        first = 0
        count = 0
    }

    /// Returns the mark of the packet that contains a sample frame. Removes the marks of earlier packets, because later
    /// calls ask for later sample frames.
    mutating func advance(to frame: Int64) -> Mark? {
        while count > 1, self[1].frame <= frame {
            first += 1
            count -= 1
        }
        guard count > 0, self[0].frame <= frame else { return nil }
        return self[0]
    }

    /// Returns the mark of the packet that contains a sample frame, if it is one of the stored ones.
    func mark(at frame: Int64) -> Mark? {
        (0..<count).last { self[$0].frame <= frame }.map { self[$0] }
    }

    /// Removes the marks of the sample frames from `frame` on, which were taken back.
    mutating func remove(from frame: Int64) { while count > 0, self[count - 1].frame >= frame { count -= 1 } }

    /// Returns the index of the sample frame at which a packet begins or, if the packet has no sound, at which the next
    /// packet with sound begins; nil if that packet is not rendered yet.
    func frame(ofPacket number: Int64) -> Int64? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].packet < number { low = middle + 1 } else { high = middle }
        }
        return low < count ? self[low].frame : nil
    }

    var firstFrame: Int64? { count > 0 ? self[0].frame : nil }
}
