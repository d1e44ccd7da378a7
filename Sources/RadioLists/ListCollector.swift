/// Reads a station list from bytes that arrive in pieces and may not be a list at all. Pure.
///
/// If the first bytes look like a list, the collector keeps all bytes, up to the maximum size of a list. Otherwise it
/// drops all bytes, for example sound.
package struct ListCollector: Sendable {
    /// What the bytes received so far are.
    private enum State {
        /// Too few bytes have arrived to decide.
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

    /// Ends the input. Must be called once, after the last piece.
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
