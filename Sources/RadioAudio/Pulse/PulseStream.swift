import CPulse
import RadioLoop

/// Owns one `pa_stream` and turns its callbacks into events from the loop's inbox.
///
/// Apart from its pending requests a stream keeps no state.
final class PulseStream {
    /// An event of the stream that the server reports.
    enum Event {
        case ready
        /// The stream ended with this libpulse error code.
        case failed(Int32)
        /// The server has room for more sound.
        case wantsSound
        case underflow, started, moved, suspended
        /// The server asks our stream to be silent while another stream plays (true), or to continue (false).
        case corkRequested(Bool)
        /// The server has corked the stream (true), uncorked it (false), or drained it.
        case corked(Bool), drained
        case timing(Timing)
        /// The server has no timing, or did not answer for half a minute.
        case timingFailed
    }

    /// The server's answer to a timing request.
    struct Timing {
        /// Bytes that were written but have not left the stream's queue, including those on their way to the server.
        var queuedBytes: Int64
        /// Time that a frame needs from the stream's queue to the loudspeaker.
        var sinkLatency: Duration
        /// Time between the server's measurement and the arrival of its answer.
        var age: Duration
        var isPlaying: Bool
        /// Time when the answer arrived.
        var arrival: MonotonicInstant
    }

    private let stream: OpaquePointer
    private let loop: EventLoop
    private let onEvent: (Event) -> Void
    private var corkOperations: [OpaquePointer] = []
    private var drainOperation: OpaquePointer?
    private var timingOperation: OpaquePointer?
    private var timingAsked = MonotonicInstant(nanoseconds: 0)
    private var isClosed = false
    /// The number of bytes by which the next write begins before the end of the written sound.
    private var takenBack = 0

    /// Creates a stream that is not connected yet. Returns nil if libpulse refuses the format.
    init?(
        context: OpaquePointer, loop: EventLoop, format: PCMFormat, title: String, category: AudioCategory,
        onEvent: @escaping (Event) -> Void
    ) {
        var specification = pa_sample_spec(
            format: longwave_pa_float32, rate: UInt32(format.sampleRate), channels: UInt8(format.channelCount))
        var map = pa_channel_map()
        pa_channel_map_init_extend(&map, UInt32(format.channelCount), PA_CHANNEL_MAP_WAVEEX)
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        // A server silences streams with this role during phone calls.
        if category == .playback { pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "music") }
        let name = title.isEmpty ? "Longwave" : title
        guard let stream = pa_stream_new_with_proplist(context, name, &specification, &map, properties) else {
            return nil
        }
        self.stream = stream
        self.loop = loop
        self.onEvent = onEvent
        setCallbacks()
    }

    deinit { close() }

    /// The settings that a stream starts with.
    struct Start {
        var device: String?
        var attributes: pa_buffer_attr
        var flags: UInt32
        var volume: Double?
    }

    /// Creates the stream at the server. Returns libpulse's error code if libpulse refuses at once.
    func connect(_ start: Start) -> Int32? {
        var attributes = start.attributes
        let flags = pa_stream_flags_t(start.flags)
        let result: Int32
        if let volume = start.volume {
            var channels = volumes(volume)
            result = pa_stream_connect_playback(stream, start.device, &attributes, flags, &channels, nil)
        } else {
            result = pa_stream_connect_playback(stream, start.device, &attributes, flags, nil, nil)
        }
        return result < 0 ? lastError : nil
    }

    /// Silences and ends the stream at once; no event follows.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        PulseOperation.cancel(&drainOperation)
        PulseOperation.cancel(&timingOperation)
        // The operations must be cancelled: their callbacks point to this object, and libpulse would call them while
        // the connection lives.
        for operation in corkOperations {
            pa_operation_cancel(operation)
            pa_operation_unref(operation)
        }
        corkOperations = []
        clearCallbacks()
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
    }

    // MARK: Properties

    var index: UInt32 { pa_stream_get_index(stream) }
    var deviceIndex: UInt32 { pa_stream_get_device_index(stream) }
    var deviceName: String { pa_stream_get_device_name(stream).map { String(cString: $0) } ?? "" }
    private var specification: UnsafePointer<pa_sample_spec> { pa_stream_get_sample_spec(stream) }
    var isSuspended: Bool { pa_stream_is_suspended(stream) > 0 }
    /// True while the server has not answered a request to cork or uncork.
    var isCorkAsked: Bool { !corkOperations.isEmpty }
    var context: OpaquePointer? { pa_stream_get_context(stream) }
    var lastError: Int32 { pa_context_errno(pa_stream_get_context(stream)) }
    /// Number of bytes that fit into the server's buffer now.
    var writableBytes: Int { max(pa_stream_writable_size(stream), 0) + takenBack }

    // MARK: Requests

    /// Lets `fill` write up to `bytes` bytes into libpulse's own buffer, and sends as many as `fill` returns.
    /// - Returns: the size of the buffer and the number of bytes sent; nil on error.
    func write(_ bytes: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int) -> (room: Int, sent: Int)? {
        var room = bytes
        var memory: UnsafeMutableRawPointer?
        guard pa_stream_begin_write(stream, &memory, &room) >= 0, let memory, room > 0 else { return nil }
        room = min(room, bytes)
        let sent = fill(UnsafeMutableRawBufferPointer(start: memory, count: room))
        guard !isClosed else { return nil }
        if sent <= 0 {
            pa_stream_cancel_write(stream)
            return (room, 0)
        }
        guard pa_stream_write(stream, memory, sent, nil, Int64(-takenBack), PA_SEEK_RELATIVE) >= 0 else { return nil }
        takenBack = 0
        return (room, sent)
    }

    /// Makes the next write replace the last `bytes` bytes of the written sound.
    func takeBack(_ bytes: Int) { takenBack += bytes }

    func cork(_ corked: Bool) {
        let done: pa_stream_success_cb_t =
            corked
            ? { _, success, me in PulseStream.of(me).corkAnswered(true, success) }
            : { _, success, me in PulseStream.of(me).corkAnswered(false, success) }
        if let operation = pa_stream_cork(stream, corked ? 1 : 0, done, me) { corkOperations.append(operation) }
    }

    private func corkAnswered(_ corked: Bool, _ success: Int32) {
        // The server answers requests in order, so this answer belongs to the oldest operation.
        if !corkOperations.isEmpty { pa_operation_unref(corkOperations.removeFirst()) }
        tell(.corked(corked), if: success)
    }

    /// Makes the server play the sound that it has, even if it is less than the prebuffer.
    func play() { PulseOperation.forget(pa_stream_trigger(stream, nil, nil)) }

    func flush() {
        takenBack = 0
        PulseOperation.forget(pa_stream_flush(stream, nil, nil))
    }

    func drain() {
        PulseOperation.cancel(&drainOperation)
        drainOperation = pa_stream_drain(
            stream, { _, success, me in PulseStream.of(me).tell(.drained, if: success) }, me)
    }

    func cancelDrain() { PulseOperation.cancel(&drainOperation) }

    func updateTiming() {
        PulseOperation.cancel(&timingOperation)
        timingAsked = .now
        timingOperation = pa_stream_update_timing_info(
            stream, { _, success, me in PulseStream.of(me).timingArrived(success != 0) }, me)
    }

    func setVolume(_ volume: Double) {
        var channels = volumes(volume)
        PulseOperation.forget(pa_context_set_sink_input_volume(context, index, &channels, nil, nil))
    }

    func setMuted(_ muted: Bool) {
        PulseOperation.forget(pa_context_set_sink_input_mute(context, index, muted ? 1 : 0, nil, nil))
    }

    func setTitle(_ title: String) { PulseOperation.forget(pa_stream_set_name(stream, title, nil, nil)) }

    /// Returns PulseAudio's value for a volume. 1 is PA_VOLUME_NORM, the 100 % of mixers. The amplitude of the sound is
    /// proportional to the cube of this value.
    static func volume(_ volume: Double) -> pa_volume_t {
        pa_volume_t((min(max(volume, 0), 1) * Double(PA_VOLUME_NORM)).rounded())
    }

    private func volumes(_ volume: Double) -> pa_cvolume {
        var channels = pa_cvolume()
        let count = specification.pointee.channels
        pa_cvolume_set(&channels, UInt32(count), Self.volume(volume))
        return channels
    }

    // MARK: Callbacks

    private var me: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> PulseStream {
        Unmanaged<PulseStream>.fromOpaque(pointer!).takeUnretainedValue()
    }

    private func tell(_ event: Event, if success: Int32 = 1) {
        guard success != 0 else { return }
        loop.post { [weak self] in
            guard let self, !self.isClosed else { return }
            self.onEvent(event)
        }
    }

    /// Registers the callbacks through which libpulse reports the stream's requests and changes.
    private func setCallbacks() {
        pa_stream_set_state_callback(stream, { stream, me in PulseStream.of(me).stateChanged(stream) }, me)
        pa_stream_set_write_callback(stream, { _, _, me in PulseStream.of(me).tell(.wantsSound) }, me)
        pa_stream_set_underflow_callback(stream, { _, me in PulseStream.of(me).tell(.underflow) }, me)
        pa_stream_set_started_callback(stream, { _, me in PulseStream.of(me).tell(.started) }, me)
        pa_stream_set_moved_callback(stream, { _, me in PulseStream.of(me).tell(.moved) }, me)
        pa_stream_set_suspended_callback(stream, { _, me in PulseStream.of(me).tell(.suspended) }, me)
        pa_stream_set_event_callback(
            stream,
            { _, name, _, me in
                guard let name else { return }
                let word = String(cString: name)
                if word == PA_STREAM_EVENT_REQUEST_CORK { PulseStream.of(me).tell(.corkRequested(true)) }
                if word == PA_STREAM_EVENT_REQUEST_UNCORK { PulseStream.of(me).tell(.corkRequested(false)) }
            }, me)
    }

    private func clearCallbacks() {
        pa_stream_set_state_callback(stream, nil, nil)
        pa_stream_set_write_callback(stream, nil, nil)
        pa_stream_set_underflow_callback(stream, nil, nil)
        pa_stream_set_started_callback(stream, nil, nil)
        pa_stream_set_moved_callback(stream, nil, nil)
        pa_stream_set_suspended_callback(stream, nil, nil)
        pa_stream_set_event_callback(stream, nil, nil)
    }

    private func stateChanged(_ stream: OpaquePointer?) {
        switch pa_stream_get_state(stream) {
        case PA_STREAM_READY: tell(.ready)
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: tell(.failed(lastError))
        default: break
        }
    }

    /// Handles the server's answer to a timing request: emits the timing, or its failure.
    private func timingArrived(_ success: Bool) {
        if let operation = timingOperation {
            timingOperation = nil
            pa_operation_unref(operation)
        }
        guard success, let info = pa_stream_get_timing_info(stream)?.pointee, info.write_index_corrupt == 0,
            info.read_index_corrupt == 0
        else { return tell(.timingFailed) }
        let now = MonotonicInstant.now
        // libpulse measures the answer's age with the wall clock, which may be changed. Therefore the age is limited to
        // the time since the request.
        let age = min(Duration.microseconds(Int64(clamping: info.transport_usec)), timingAsked.duration(to: now))
        // After the stream's queue ran empty, the sink plays silence. The end of the sound is as much closer to the
        // loudspeaker as silence has been added.
        let silence = info.playing == 0 ? pa_bytes_to_usec(UInt64(max(info.since_underrun, 0)), specification) : 0
        let latency = info.sink_usec > silence ? info.sink_usec - silence : 0
        // libpulse adds the bytes written since the timing request to the server's write index. So write index minus
        // read index includes the bytes on their way to the server.
        tell(
            .timing(
                Timing(
                    queuedBytes: max(info.write_index - info.read_index, 0),
                    sinkLatency: .microseconds(Int64(clamping: latency)), age: age,
                    isPlaying: info.playing != 0, arrival: now)))
    }
}
