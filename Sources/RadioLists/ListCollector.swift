/// Reads a list of stations out of bytes that come in pieces and may be anything: what begins like a list is kept, up to the
/// largest that is read, sound and everything else is not. Pure.
package struct ListCollector: Sendable {
    private enum State {
        /// Too little has come to tell.
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

    /// Says that nothing follows; called once, and last.
    /// - Returns: nil where it is no list of stations, such as sound or an HLS playlist.
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
