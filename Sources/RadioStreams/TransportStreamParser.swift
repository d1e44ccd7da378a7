import RadioFormats
import RadioHls

/// Parses an MPEG transport stream as one segment that does not end.
struct TransportStreamParser: ContainerParser {
    private var demuxer = TransportStreamDemuxer()
    private var timeline = SegmentTimeline()

    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        demuxer.feed(bytes) { timeline.take($0) { Self.forward($0, emit) } }
    }

    mutating func finish(_ emit: (StreamElement) -> Void) {
        demuxer.finish { timeline.take($0) { Self.forward($0, emit) } }
    }

    /// Emits all elements except positions. The positions in a transport stream mean nothing to a listener, and times
    /// are counted by packets instead (``Timeline``, ``FileClock``).
    private static func forward(_ element: StreamElement, _ emit: (StreamElement) -> Void) {
        if case .position = element { return }
        emit(element)
    }

    var length: NamedLength? { nil }

    func failure(of address: String) -> StreamError? { demuxer.problem?.streamError(of: address) }
}
