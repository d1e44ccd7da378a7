import RadioFormats
import RadioHls

/// A transport stream as one segment that does not end, its packets in order.
struct TransportStreamParser: ContainerParser {
    private var demuxer = TransportStreamDemuxer()
    private var timeline = SegmentTimeline()

    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        demuxer.feed(bytes) { timeline.take($0) { Self.forward($0, emit) } }
    }

    mutating func finish(_ emit: (StreamElement) -> Void) {
        demuxer.finish { timeline.take($0) { Self.forward($0, emit) } }
    }

    /// A plain stream counts its own time: the transport stream's positions mean nothing to a listener.
    private static func forward(_ element: StreamElement, _ emit: (StreamElement) -> Void) {
        if case .position = element { return }
        emit(element)
    }

    var length: NamedLength? { nil }

    func failure(of address: String) -> StreamError? { demuxer.problem.map { StreamError($0, of: address) } }
}
