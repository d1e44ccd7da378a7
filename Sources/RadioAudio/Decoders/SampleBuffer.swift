/// A reusable buffer for a packet's samples, which grows to the longest packet.
package struct SampleBuffer: ~Copyable {
    private var room = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)

    package init() {}

    deinit { room.deallocate() }

    /// Returns a buffer of `count` samples with arbitrary contents, valid until this method is called again.
    package mutating func take(_ count: Int) -> UnsafeMutableBufferPointer<Float> {
        if room.count < count {
            room.deallocate()
            room = .allocate(capacity: count)
            room.initialize(repeating: 0)
        }
        return UnsafeMutableBufferPointer(rebasing: room[..<count])
    }
}
