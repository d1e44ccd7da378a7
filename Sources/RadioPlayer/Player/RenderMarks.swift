import RadioFormats

/// Records at which frame of an output each packet begins, and so which moment of the item each frame belongs to.
package struct RenderMarks {
    /// The beginning of a packet in the output.
    struct Mark {
        /// The number of the packet's first frame, counted like the frames of `OutputTiming`.
        var frame: Int64
        var packet: Int64
        /// The moment at which the packet's sound begins in the item, in flicks.
        var time: Int64
    }

    /// The maximum number of marks held. Even the longest buffers of sound server and sink hold fewer packets of the
    /// shortest duration, 8 ms.
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

    /// Returns the mark that covers a frame. Forgets the marks before it, because later calls ask for later frames.
    mutating func advance(to frame: Int64) -> Mark? {
        while count > 1, self[1].frame <= frame {
            first += 1
            count -= 1
        }
        guard count > 0, self[0].frame <= frame else { return nil }
        return self[0]
    }

    /// Returns the frame at which a packet begins; if the packet has no sound, where the next one with sound begins.
    /// Nil if neither is rendered yet.
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
