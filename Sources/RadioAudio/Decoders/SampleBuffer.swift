/// Room for what a packet decodes to; it grows to the longest.
struct SampleBuffer: ~Copyable {
    private var room = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)

    deinit { room.deallocate() }

    /// Uninitialised, or with what was there before; valid until the next call.
    mutating func take(_ count: Int) -> UnsafeMutableBufferPointer<Float> {
        if room.count < count {
            room.deallocate()
            room = .allocate(capacity: count)
            room.initialize(repeating: 0)
        }
        return UnsafeMutableBufferPointer(rebasing: room[..<count])
    }
}
