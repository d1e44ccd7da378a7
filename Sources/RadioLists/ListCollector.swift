/// Reads a station list from bytes that arrive in chunks. The bytes may also be other content, such as sound. Pure.
///
/// If the first bytes look like a list, the collector stores all bytes, up to the maximum size of a list. Otherwise it
/// discards them.
package struct ListCollector: Sendable {
    /// The kind of the bytes received so far.
    private enum State {
        /// Too few bytes have arrived to recognise a list.
        case undecided
        case list, other, tooLarge
    }

    private var state = State.undecided
    private var bytes: [UInt8] = []

    package init() {}

    package mutating func feed(_ more: UnsafeRawBufferPointer) {
        switch state {
        case .undecided:
            bytes += more
            if bytes.count >= ListFormat.sufficientBytes { decide() }
        case .list where bytes.count + more.count > StationList.maximumBytes: (state, bytes) = (.tooLarge, [])
        case .list: bytes += more
        case .other, .tooLarge: break
        }
    }

    /// Ends the input and reads the list. Must be called once, after the last chunk.
    /// - Returns: nil if the bytes are not a station list, for example sound or an HLS playlist.
    package mutating func finish() -> Result<StationList, StationListError>? {
        if state == .undecided { decide() }
        defer { bytes = [] }
        switch state {
        case .undecided, .other: return nil
        case .tooLarge: return .failure(.tooLarge(maximum: StationList.maximumBytes))
        case .list:
            do throws(StationListError) { return .success(try StationList.read(bytes)) } catch {
                return .failure(error)
            }
        }
    }

    private mutating func decide() {
        let format = ListFormat.recognise(bytes)
        state = format == nil || format == .hls ? .other : .list
        if state == .other { bytes = [] }
    }
}
