import RadioFormats

/// Which packet became which frames of an output: how "frame 88,200 was heard" becomes a moment of the item.
package struct RenderMarks {
    struct Mark {
        /// First frame of the output, counted as in `OutputTiming`.
        var frame: Int64
        var packet: Int64
        /// Where the packet's sound begins in the item, in flicks.
        var time: Int64
    }

    /// Marks held; more than the longest buffers of server and sink take in the shortest packets (8 ms).
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

    /// The mark that covers a frame; the marks before it are let go, as time does not run back.
    mutating func advance(to frame: Int64) -> Mark? {
        while count > 1, self[1].frame <= frame {
            first += 1
            count -= 1
        }
        guard count > 0, self[0].frame <= frame else { return nil }
        return self[0]
    }

    /// The frame at which a packet begins to sound, or the first one after it that does; nil before it is rendered.
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
